import { Dialog } from '../../ui/index.ts';
import { SignInOption, SignInOptions } from './AuthPage.tsx';
import { StepForm } from './Steps.tsx';
import { useLogin } from './useLogin.ts';
import { getFlowAttributes, getStep } from './viewModel.ts';

const ignoreClose = () => {};

/**
 * The session ended in the middle of work: asks for the same person's proof over the page, which stays as it is. Nothing but signing in, or
 * giving the page up, closes it. Drawn while `getSessionView` says `lapsed`.
 */
export function SessionLapsed() {
  const { snapshot } = useLogin();
  const { lapsed } = snapshot.context;
  if (lapsed === null) return null;
  const step = getStep(snapshot);
  const who = lapsed.name === '' ? lapsed.email : `${lapsed.name} (${lapsed.email})`;
  const asks = step === 'code' ? 'Enter the code from your authenticator app.' : step === 'recovery' ? 'Enter a recovery code.' : 'Your drafts are saved.';
  return (
    <Dialog open onOpenChange={ignoreClose} title="Sign in to continue" description={`Session expired for ${who}. ${asks}`} width={372}>
      <div data-scope="signin" {...getFlowAttributes('login', snapshot)}>
        <StepForm isLapsed />
        {step === 'password' ? (
          <SignInOptions>
            <SignInOption command="login.changeAccount" icon="user">
              use a different account and discard this page
            </SignInOption>
          </SignInOptions>
        ) : null}
      </div>
    </Dialog>
  );
}
