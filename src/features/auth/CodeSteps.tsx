import { type FormEvent, useMemo, useRef } from 'react';
import { isIn } from '#machines/state.ts';
import { useCommands } from '../../api/commands.ts';
import { Button, CodeInput, Field, TextInput } from '../../ui/index.ts';
import { useStartsWithFocus } from '../../ui/useStartsWithFocus.ts';
import { FormError, SignInOption, SignInOptions, useCorrection } from './AuthPage.tsx';
import { useCodeSeconds, useCountdown } from './clock.ts';
import css from './SignIn.module.css';
import { useLogin } from './useLogin.ts';
import { isBusy, toFieldError } from './viewModel.ts';

const names = ['code'] as const;

function useCodeForm() {
  const { snapshot, send } = useLogin();
  const { code, error, retryAfterMs } = snapshot.context;
  const isThrottled = isIn(snapshot, 'throttled');
  const secondsLeft = useCountdown(isThrottled, retryAfterMs);
  const wrong = useMemo(() => (isThrottled ? null : toFieldError(error, names)), [error, isThrottled]);
  const field = useRef<HTMLInputElement>(null);
  const fields = useMemo(() => ({ code: field }), []);
  useStartsWithFocus(field);
  useCorrection(wrong, fields);
  const type = (typed: string) => send({ type: 'code.typed', code: typed });
  return { code, wrong, secondsLeft, field, type, busy: isBusy(snapshot), isThrottled, words: wrong?.field === 'code' ? wrong.message : null };
}

/** Six boxes; the sixth digit signs in. */
export function CodeStep() {
  const { code, wrong, words, secondsLeft, field, type, busy } = useCodeForm();
  const left = useCodeSeconds();
  return (
    <div className={css.form} data-scope="mfa">
      <div data-scope="code">
        <Field
          label="Six-digit code"
          labelHidden
          error={words}
          hint={
            <span className={css.codeHint}>
              <span>{busy ? 'Checking the code…' : 'Signs in after the sixth digit'}</span>
              <span aria-hidden>{`New code in ${left}s`}</span>
            </span>
          }
        >
          <CodeInput ref={field} data-field="code" value={code} onChange={type} />
        </Field>
      </div>
      <FormError wrong={wrong} secondsLeft={secondsLeft} />
      <SignInOptions>
        <SignInOption command="login.recovery" icon="key">
          use a recovery code
        </SignInOption>
        <SignInOption command="login.cancelMfa" icon="arrow-left">
          back to password
        </SignInOption>
      </SignInOptions>
    </div>
  );
}

/** One of the codes that were shown when two-step sign-in was turned on. */
export function RecoveryStep() {
  const { code, wrong, words, secondsLeft, field, type, busy, isThrottled } = useCodeForm();
  const commands = useCommands();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && !isThrottled) commands.run('login.submitCode');
  };
  return (
    <form className={css.form} data-scope="mfa" onSubmit={submit} noValidate>
      <Field label="Recovery code" error={words} hint="For example, 7f3k-9qmd. Each code works once.">
        <TextInput
          ref={field}
          data-field="code"
          mono
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={code}
          readOnly={busy}
          onChange={(event) => type(event.target.value)}
        />
      </Field>
      <FormError wrong={wrong} secondsLeft={secondsLeft} />
      <Button type="submit" look="primary" keys="enter" busy={busy} disabled={isThrottled}>
        {busy ? 'Checking…' : 'Sign in'}
      </Button>
      <SignInOptions>
        <SignInOption command="login.authenticator" icon="key">
          use authenticator app
        </SignInOption>
        <SignInOption command="login.cancelMfa" icon="arrow-left">
          back to password
        </SignInOption>
      </SignInOptions>
    </form>
  );
}
