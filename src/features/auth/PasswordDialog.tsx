/** Changing the own password: the current one, the new one, and a code where the second factor is on (FLOW-026). */
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { limits } from '#contract/core/limits.ts';
import { useApp, useAppState } from '../../api/app.ts';
import { Button, Dialog, Field, TextInput } from '../../ui/index.ts';
import { FormError, useCorrection } from './AuthPage.tsx';
import css from './Dialogs.module.css';
import { useSubmit } from './useSubmit.ts';

/** As refusals name them. */
const names = ['current_password', 'password', 'code'] as const;

export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  const app = useApp();
  const user = useAppState((state) => state.user);
  const [currentPassword, setCurrentPassword] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { busy, wrong, secondsLeft, submit, setError } = useSubmit(names);
  const currentField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  useCorrection(
    wrong,
    useMemo(() => ({ current_password: currentField, password: passwordField, code: codeField }), []),
  );
  const hasMfa = user?.hasMfa === true;
  const minLength = limits.newPasswordCharacters;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (user === null) return;
    if (currentPassword === '') return setError({ field: 'current_password', message: 'Enter your password' });
    if (password.length < minLength) return setError({ field: 'password', message: `Use at least ${minLength} characters` });
    if (hasMfa && code.trim().length < 6) return setError({ field: 'code', message: 'Enter a 6-digit code or a recovery code' });
    submit(async () => {
      const body = { currentPassword, password, ...(hasMfa ? { code } : {}) };
      const { message } = await app.api.call('users.updatePassword', { params: { userId: user.id }, body });
      app.notify({ tone: 'success', message });
      onClose();
    });
  };
  const getError = (name: (typeof names)[number]) => (wrong?.field === name ? wrong.message : null);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Change my password"
      description="You stay signed in here. All other sessions are signed out."
      width={420}
    >
      <form className={css.form} onSubmit={send} noValidate>
        <Field label="Current password" error={getError('current_password')}>
          <TextInput
            ref={currentField}
            autoFocus
            data-field="current_password"
            type="password"
            autoComplete="current-password"
            value={currentPassword}
            onChange={(event) => setCurrentPassword(event.target.value)}
          />
        </Field>
        <Field label="New password" error={getError('password')} hint={`At least ${minLength} characters; ${password.length} so far`}>
          <TextInput
            ref={passwordField}
            data-field="password"
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        {hasMfa && (
          <Field label="Code from your authenticator app, or a recovery code" error={getError('code')}>
            <TextInput ref={codeField} data-field="code" mono autoComplete="one-time-code" value={code} onChange={(event) => setCode(event.target.value)} />
          </Field>
        )}
        <FormError wrong={wrong} secondsLeft={secondsLeft} />
        <div className={css.buttons}>
          <Button keys="escape" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" keys="enter" busy={busy} disabled={secondsLeft > 0}>
            Change password
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
