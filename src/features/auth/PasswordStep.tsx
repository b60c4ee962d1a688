import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { isIn } from '#machines/state.ts';
import { useApp } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { Button, Field, TextInput } from '../../ui/index.ts';
import { useStartsWithFocus } from '../../ui/useStartsWithFocus.ts';
import { FormError, useCorrection } from './AuthPage.tsx';
import { useCountdown } from './clock.ts';
import css from './SignIn.module.css';
import { useLogin } from './useLogin.ts';
import { type FieldError, isBusy, toFieldError } from './viewModel.ts';

const names = ['email', 'password'] as const;
type Name = (typeof names)[number];

/** E-mail and password, and the providers. In the dialog of a lapsed session the e-mail is settled. */
export function PasswordStep({ isLapsed = false }: { isLapsed?: boolean }) {
  const { snapshot, send } = useLogin();
  const commands = useCommands();
  const { email, password, error, retryAfterMs } = snapshot.context;
  const [missing, setMissing] = useState<FieldError<Name> | null>(null);
  const isThrottled = isIn(snapshot, 'throttled');
  const secondsLeft = useCountdown(isThrottled, retryAfterMs);
  const refused = useMemo(() => (isThrottled ? null : toFieldError(error, names)), [error, isThrottled]);
  const wrong = missing ?? refused;
  const fields = useFields();
  useCorrection(wrong, fields);
  const [startsAtPassword] = useState(isLapsed || email !== '');
  useStartsWithFocus(startsAtPassword ? fields.password : fields.email);
  const busy = isBusy(snapshot);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || isThrottled) return;
    const lacks = email.trim() === '' ? 'email' : password === '' ? 'password' : null;
    if (lacks === 'password' && document.activeElement === fields.email.current) return fields.password.current?.focus();
    setMissing(lacks && { field: lacks, message: lacks === 'email' ? 'Enter your email' : 'Enter your password' });
    if (lacks === null) commands.run('login.submit');
  };
  const getError = (name: Name) => (wrong?.field === name ? wrong.message : null);

  return (
    <form className={isLapsed ? css.dialogForm : css.form} onSubmit={submit} noValidate>
      {isLapsed ? (
        // Password managers match a password to the name beside it.
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      ) : (
        <Field label="Email" error={getError('email')}>
          <TextInput
            ref={fields.email}
            data-field="email"
            type="email"
            name="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            readOnly={busy}
            onChange={(event) => {
              setMissing(null);
              send({ type: 'email.typed', email: event.target.value });
            }}
          />
        </Field>
      )}
      <Field label="Password" error={getError('password')}>
        <TextInput
          ref={fields.password}
          data-field="password"
          type="password"
          name="password"
          autoComplete="current-password"
          value={password}
          readOnly={busy}
          onChange={(event) => {
            setMissing(null);
            send({ type: 'password.typed', password: event.target.value });
          }}
        />
      </Field>
      <FormError wrong={wrong} secondsLeft={secondsLeft} />
      <Button type="submit" look="primary" keys="enter" busy={busy} disabled={isThrottled}>
        {busy ? 'Signing in…' : 'Sign in'}
      </Button>
      <Providers disabled={busy || isThrottled} />
    </form>
  );
}

function useFields() {
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  return useMemo(() => ({ email, password }), []);
}

/** Sign-in by others. While the list cannot be had, the password is there. */
function Providers({ disabled }: { disabled: boolean }) {
  const app = useApp();
  const commands = useCommands();
  const { data } = useQuery({ queryKey: ['providers'], queryFn: () => app.api.call('auth.providers', {}), staleTime: Number.POSITIVE_INFINITY }, app.queries);
  if (!data || data.data.length === 0) return null;
  return (
    <div className={css.wide}>
      <span className={css.or}>or</span>
      {data.data.map(({ id, name }) => (
        <Button key={id} icon="key" disabled={disabled} onClick={() => commands.run('login.provider', { provider: id })}>
          {`Sign in with ${name}`}
        </Button>
      ))}
    </div>
  );
}
