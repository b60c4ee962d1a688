/** An invitation opened by its link (FLOW-160): accepted with the account that is signed in, after signing in, or as a new account. */
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { limits } from '#contract/core/limits.ts';
import type { InviteView } from '#contract/invites/entities.ts';
import { inviteGone } from '#contract/invites/texts.ts';
import { isIn } from '#machines/state.ts';
import { useApp, useAppState } from '../../api/app.ts';
import { toPlainError } from '../../api/errors.ts';
import { requestCompanies } from '../../shared/companies.ts';
import { Button, Field, TextInput } from '../../ui/index.ts';
import { useStartsWithFocus } from '../../ui/useStartsWithFocus.ts';
import { FormError, Page, SignInOption, SignInOptions, StatusMessage, useCorrection } from './AuthPage.tsx';
import { consumeToken } from './mailedToken.ts';
import css from './SignIn.module.css';
import { StepForm } from './Steps.tsx';
import { useLogin } from './useLogin.ts';
import { useSubmit } from './useSubmit.ts';

/** Invitation of the link: null while it is asked for, words where it opens nothing. */
type Opened = { readonly token: string; readonly view: InviteView } | string | null;

function useInvite(): Opened {
  const app = useApp();
  const [opened, setOpened] = useState<Opened>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    const token = consumeToken();
    if (token === null) return setOpened(inviteGone);
    app.api.call('invites.open', { params: { token } }).then(
      (view) => setOpened({ token, view }),
      (thrown: unknown) => setOpened(toPlainError(thrown).message),
    );
  }, [app]);
  return opened;
}

export default function InvitePage() {
  const opened = useInvite();
  const { snapshot } = useLogin();
  const user = useAppState((state) => state.user);
  if (opened === null || isIn(snapshot, 'restoring')) return <Page heading="Invitation">{null}</Page>;
  if (typeof opened === 'string')
    return (
      <Page heading="Invitation">
        <div className={css.form}>
          <StatusMessage tone="red" icon="warning">
            {opened}
          </StatusMessage>
        </div>
        <BackLink />
      </Page>
    );
  const { token, view } = opened;
  const about = `${view.invitedBy ?? 'You are invited'}${view.invitedBy === null ? '' : ' invites you'} to join as ${view.role}, with ${view.email}.`;
  return (
    <div data-scope="signup">
      <Page heading={`Join ${view.company}`} about={about}>
        {user !== null ? <Acceptance token={token} view={view} /> : view.hasAccount ? <SignIn view={view} /> : <NewAccount token={token} />}
      </Page>
    </div>
  );
}

/** The sign-in steps in place: whoever has signed in accepts here. */
function SignIn({ view }: { readonly view: InviteView }) {
  return (
    <>
      <p className={css.about}>Sign in as {view.email} to accept.</p>
      <StepForm />
    </>
  );
}

/** Enters the company that was joined. */
function useEnter(): (companyId: number) => Promise<void> {
  const app = useApp();
  return async (companyId) => {
    const companies = await requestCompanies(app);
    app.set({ companies });
    const company = companies.find(({ id }) => id === companyId);
    if (company) app.companySwitch.send({ type: 'company.chosen', company: { id: company.id, name: company.name } });
    navigate('/', { replace: true });
  };
}

interface Held {
  readonly token: string;
}

function Acceptance({ token, view }: Held & { readonly view: InviteView }) {
  const app = useApp();
  const enter = useEnter();
  const email = useAppState((state) => state.user?.email ?? '');
  const { busy, wrong, secondsLeft, submit } = useSubmit([]);
  const isOther = email.toLowerCase() !== view.email.toLowerCase();
  const accept = (event: FormEvent) => {
    event.preventDefault();
    submit(async () => {
      const { companyId } = await app.api.call('invites.accept', { params: { token }, body: {} });
      await enter(companyId);
    });
  };
  if (isOther)
    return (
      <div className={css.form}>
        <StatusMessage tone="amber" icon="warning">
          This invitation is for {view.email}. You’re signed in as {email}. Sign out and open the link again, or ask for an invitation to {email}.
        </StatusMessage>
        <Button autoFocus look="primary" keys="enter" onClick={() => navigate('/', { replace: true })}>
          Go to Keyline
        </Button>
      </div>
    );
  return (
    <form className={css.form} onSubmit={accept} noValidate>
      <FormError wrong={wrong} secondsLeft={secondsLeft} />
      <Button autoFocus type="submit" look="primary" keys="enter" busy={busy} disabled={secondsLeft > 0}>
        Accept invitation
      </Button>
    </form>
  );
}

const names = ['first_name', 'last_name', 'password'] as const;

function NewAccount({ token }: Held) {
  const app = useApp();
  const [firstName, setFirstName] = useState('');
  const [lastName, setLastName] = useState('');
  const [password, setPassword] = useState('');
  const { busy, wrong, secondsLeft, submit, setError } = useSubmit(names);
  const first = useRef<HTMLInputElement>(null);
  const last = useRef<HTMLInputElement>(null);
  const secret = useRef<HTMLInputElement>(null);
  useStartsWithFocus(first);
  useCorrection(
    wrong,
    useMemo(() => ({ first_name: first, last_name: last, password: secret }), []),
  );
  const minLength = limits.newPasswordCharacters;
  const accept = (event: FormEvent) => {
    event.preventDefault();
    if (firstName.trim() === '') return setError({ field: 'first_name', message: 'Enter your first name' });
    if (password.length < minLength) return setError({ field: 'password', message: `Use at least ${minLength} characters` });
    submit(async () => {
      const body = { firstName, ...(lastName.trim() === '' ? {} : { lastName }), password };
      await app.api.call('invites.accept', { params: { token }, body });
      app.login.send({ type: 'session.found' });
      navigate('/', { replace: true });
    });
  };
  const getError = (name: (typeof names)[number]) => (wrong?.field === name ? wrong.message : null);
  return (
    <form className={css.form} onSubmit={accept} noValidate>
      <Field label="First name" error={getError('first_name')}>
        <TextInput
          ref={first}
          data-field="first_name"
          autoComplete="given-name"
          value={firstName}
          readOnly={busy}
          onChange={(event) => setFirstName(event.target.value)}
        />
      </Field>
      <Field label="Last name" error={getError('last_name')}>
        <TextInput
          ref={last}
          data-field="last_name"
          autoComplete="family-name"
          value={lastName}
          readOnly={busy}
          onChange={(event) => setLastName(event.target.value)}
        />
      </Field>
      <Field label="Password" error={getError('password')} hint={`At least ${minLength} characters; ${password.length} so far`}>
        <TextInput
          ref={secret}
          data-field="password"
          type="password"
          name="new-password"
          autoComplete="new-password"
          value={password}
          readOnly={busy}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <FormError wrong={wrong} secondsLeft={secondsLeft} />
      <Button type="submit" look="primary" keys="enter" busy={busy} disabled={secondsLeft > 0}>
        Create account and join
      </Button>
    </form>
  );
}

const BackLink = () => (
  <SignInOptions>
    <SignInOption command="login.open" icon="arrow-left">
      back to sign-in
    </SignInOption>
  </SignInOptions>
);
