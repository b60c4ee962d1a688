import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { limits } from '#contract/core/limits.ts';
import { useApp } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { useStore } from '../../store/store.ts';
import { Button, CodeInput, Field, TextInput } from '../../ui/index.ts';
import { useStartsWithFocus } from '../../ui/useStartsWithFocus.ts';
import { FormError, Page, SignInOption, SignInOptions, useCorrection } from './AuthPage.tsx';
import { useCountdown } from './clock.ts';
import css from './SignIn.module.css';
import { createSignUp, openSignUp, type SignUpField } from './signUp.ts';

/** A new account: e-mail, then the mailed code and a password. The same is said whether the account exists or not. */
export default function SignUpPage() {
  const app = useApp();
  const commands = useCommands();
  const [form] = useState(() => createSignUp(app));
  const state = useStore(form);
  useEffect(() => openSignUp(form), [form]);
  const fields = useFields();
  const { step, busy, wrong } = state;
  useStartsWithFocus(step === 'email' ? fields.email : fields.code);
  useCorrection(wrong, fields);
  const secondsLeft = useCountdown(state.waitMs !== null, state.waitMs ?? 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    commands.run('signup.continue');
  };
  const getError = (name: SignUpField) => (wrong?.field === name ? wrong.message : null);
  const about =
    step === 'email' ? 'We’ll email you a code first.' : `We’ve emailed a code to ${state.email.trim()}. If you already have an account, the email says so.`;
  return (
    <div data-scope="signup">
      <Page heading="Create account" about={about}>
        <form className={css.form} onSubmit={submit} noValidate>
          {step === 'email' ? (
            <Field label="Email" error={getError('email')}>
              <TextInput
                ref={fields.email}
                data-field="email"
                type="email"
                name="email"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                value={state.email}
                readOnly={busy}
                onChange={(event) => form.type('email', event.target.value)}
              />
            </Field>
          ) : (
            <>
              <Field label="Code from the email" error={getError('code')}>
                <CodeInput
                  ref={fields.code}
                  data-field="code"
                  value={state.code}
                  onChange={(code) => form.type('code', code)}
                  onComplete={() => fields.password.current?.focus()}
                />
              </Field>
              <Field
                label="Password"
                error={getError('password')}
                hint={`At least ${limits.newPasswordCharacters} characters; ${state.password.length} so far`}
              >
                <TextInput
                  ref={fields.password}
                  data-field="password"
                  type="password"
                  name="new-password"
                  autoComplete="new-password"
                  value={state.password}
                  readOnly={busy}
                  onChange={(event) => form.type('password', event.target.value)}
                />
              </Field>
            </>
          )}
          <FormError wrong={wrong} secondsLeft={secondsLeft} />
          <Button type="submit" look="primary" keys="enter" busy={busy} disabled={secondsLeft > 0}>
            {step === 'email' ? 'Email me a code' : 'Create account'}
          </Button>
        </form>
        <SignInOptions>
          <SignInOption command="login.open" icon="arrow-left">
            back to signing in
          </SignInOption>
        </SignInOptions>
      </Page>
    </div>
  );
}

function useFields() {
  const email = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  return useMemo(() => ({ email, code, password }), []);
}
