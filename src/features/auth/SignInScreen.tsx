import { lazy, type ReactNode, Suspense } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { useApp } from '../../api/app.ts';
import { Page, SignInOption, SignInOptions } from './AuthPage.tsx';
import { isPasswordPath } from './entryUrl.ts';
import css from './SignIn.module.css';
import { StepForm } from './Steps.tsx';
import { useLogin } from './useLogin.ts';
import { getFlowAttributes, getStep, type Step } from './viewModel.ts';

const DemoUsers = lazy(async () => ({ default: (await import('./DemoUsers.tsx')).DemoUsers }));
const OtherPages = lazy(() => import('./OtherPages.tsx'));

const headings: Readonly<Record<Step, string>> = {
  starting: 'Welcome back',
  password: 'Sign in',
  code: 'Enter your code',
  recovery: 'Use a recovery code',
  provider: 'Sign in with a provider',
  remote: 'Impersonation sign-in',
};

/** Everything before the workspace: signing in, a new account, a new password. Drawn while `getSessionView` says so. */
export function SignInScreen() {
  const { snapshot } = useLogin();
  const path = usePathname();
  return (
    <main className={css.screen} data-scope="signin" tabIndex={-1} {...getFlowAttributes('login', snapshot)}>
      <Suspense fallback={null}>{path === '/sign-up' || isPasswordPath(path) ? <OtherPages path={path} /> : <Login />}</Suspense>
    </main>
  );
}

function Login() {
  const app = useApp();
  const { snapshot } = useLogin();
  const step = getStep(snapshot);
  const { email } = snapshot.context;
  if (step === 'starting') return <StepForm />;
  const hasDemoUsers = step === 'password' && app.config.demoUsers.length > 0;
  const abouts: Partial<Record<Step, ReactNode>> = {
    password: 'Calls and conversations for all your companies',
    code: `The 6 digits your authenticator app shows for ${email || 'your account'}`,
    recovery: `Enter one of your saved recovery codes for ${email || 'your account'}`,
  };
  return (
    <Page heading={headings[step]} about={abouts[step]} scope={hasDemoUsers ? 'demoUsers' : undefined}>
      <StepForm />
      {step === 'password' ? (
        <SignInOptions>
          <SignInOption command="login.forgot" icon="mail">
            forgot password?
          </SignInOption>
          <SignInOption command="signup.open" icon="user-plus">
            create account
          </SignInOption>
          <SignInOption command="palette.open" icon="command">
            all shortcuts
          </SignInOption>
        </SignInOptions>
      ) : null}
      {hasDemoUsers ? (
        <Suspense fallback={null}>
          <DemoUsers />
        </Suspense>
      ) : null}
    </Page>
  );
}
