import { isIn } from '#machines/state.ts';
import { useCommands } from '../../api/commands.ts';
import { Button, Spinner } from '../../ui/index.ts';
import { CodeStep, RecoveryStep } from './CodeSteps.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import css from './SignIn.module.css';
import { useLogin } from './useLogin.ts';
import { getStep, type Step } from './viewModel.ts';

/** The form of the present step. */
export function StepForm({ isLapsed = false }: { isLapsed?: boolean }) {
  const { snapshot } = useLogin();
  const forms: Readonly<Record<Step, () => React.ReactNode>> = {
    starting: () => <Progress>Checking your session…</Progress>,
    password: () => <PasswordStep isLapsed={isLapsed} />,
    code: () => <CodeStep />,
    recovery: () => <RecoveryStep />,
    provider: () => <ProviderStep isGone={isIn(snapshot, 'redirected')} />,
    remote: () => <Progress>Starting impersonation…</Progress>,
  };
  return forms[getStep(snapshot)]();
}

function Progress({ children }: { children: string }) {
  return (
    <p role="status" className={`${css.waiting} ${css.late}`}>
      <Spinner />
      {children}
    </p>
  );
}

function ProviderStep({ isGone }: { isGone: boolean }) {
  const commands = useCommands();
  return (
    <div className={css.form}>
      <p role="status" className={css.waiting}>
        <Spinner />
        {isGone ? 'Redirecting to the provider…' : 'Checking…'}
      </p>
      {isGone ? (
        <div className={css.wide}>
          <Button autoFocus icon="arrow-left" onClick={() => commands.run('login.abandonProvider')}>
            Go back
          </Button>
        </div>
      ) : null}
    </div>
  );
}
