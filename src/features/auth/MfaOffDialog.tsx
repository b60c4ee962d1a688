/** Turning two-step sign-in off: the password and a code, of the authenticator or a recovery code. */
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { useApp } from '../../api/app.ts';
import { Button, Dialog, Field, TextInput } from '../../ui/index.ts';
import { FormError, useCorrection } from './AuthPage.tsx';
import css from './Dialogs.module.css';
import { useSubmit } from './useSubmit.ts';

const names = ['password', 'code'] as const;

export default function MfaOffDialog({ onClose }: { onClose: () => void }) {
  const app = useApp();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { busy, wrong, secondsLeft, submit, setError } = useSubmit(names);
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  useCorrection(
    wrong,
    useMemo(() => ({ password: passwordField, code: codeField }), []),
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (password === '') return setError({ field: 'password', message: 'Enter your password' });
    if (code.trim().length < 6) return setError({ field: 'code', message: 'Enter a 6-digit code or a recovery code' });
    submit(async () => {
      await app.api.call('auth.stopMfa', { body: { password, code } });
      const { user } = app.get();
      if (user) app.set({ user: { ...user, hasMfa: false } });
      app.notify({ tone: 'success', message: 'Two-factor authentication is off' });
      onClose();
    });
  };
  const getError = (name: (typeof names)[number]) => (wrong?.field === name ? wrong.message : null);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Turn off two-factor authentication"
      description="You’ll sign in with your password only. Your recovery codes stop working."
      width={420}
    >
      <form className={css.form} onSubmit={send} noValidate>
        <Field label="Your password" error={getError('password')}>
          <TextInput
            ref={passwordField}
            autoFocus
            data-field="password"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Field label="Code from your authenticator app, or a recovery code" error={getError('code')}>
          <TextInput ref={codeField} data-field="code" mono autoComplete="one-time-code" value={code} onChange={(event) => setCode(event.target.value)} />
        </Field>
        <FormError wrong={wrong} secondsLeft={secondsLeft} />
        <div className={css.buttons}>
          <Button keys="escape" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="danger" keys="enter" busy={busy} disabled={secondsLeft > 0}>
            Turn off
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
