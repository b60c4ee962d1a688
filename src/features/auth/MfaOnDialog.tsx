/** Turning two-step sign-in on: the password, the authenticator's secret and first code, and the recovery codes, shown this once. */
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { limits } from '#contract/core/limits.ts';
import { useApp } from '../../api/app.ts';
import { Button, CodeInput, Dialog, Field, TextInput } from '../../ui/index.ts';
import { useStartsWithFocus } from '../../ui/useStartsWithFocus.ts';
import { FormError, useCorrection } from './AuthPage.tsx';
import css from './Dialogs.module.css';
import { useSubmit } from './useSubmit.ts';
import { formatSecret } from './viewModel.ts';

interface MfaSecret {
  readonly secret: string;
  readonly otpauthUrl: string;
}
const width = 420;
const passwordFields = ['password'] as const;
const codeFields = ['code'] as const;

export default function MfaOnDialog({ onClose }: { onClose: () => void }) {
  const [started, setStarted] = useState<MfaSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  const description = started
    ? 'Add this key to your authenticator, then type the code it shows.'
    : 'You’ll sign in with your password and a code from your authenticator app.';
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Turn on two-factor authentication" description={description} width={width}>
      {started ? <CodeForm started={started} onDone={setCodes} onClose={onClose} /> : <PasswordForm onDone={setStarted} onClose={onClose} />}
    </Dialog>
  );
}

function PasswordForm({ onDone, onClose }: { onDone: (started: MfaSecret) => void; onClose: () => void }) {
  const app = useApp();
  const [password, setPassword] = useState('');
  const { busy, wrong, secondsLeft, submit, setError } = useSubmit(passwordFields);
  const field = useRef<HTMLInputElement>(null);
  useCorrection(
    wrong,
    useMemo(() => ({ password: field }), []),
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (password === '') setError({ field: 'password', message: 'Enter your password' });
    else submit(async () => onDone(await app.api.call('auth.startMfa', { body: { password } })));
  };
  return (
    <form className={css.form} onSubmit={send} noValidate>
      <Field label="Your password" error={wrong?.field === 'password' ? wrong.message : null}>
        <TextInput
          ref={field}
          autoFocus
          data-field="password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <FormError wrong={wrong} secondsLeft={secondsLeft} />
      <div className={css.buttons}>
        <Button keys="escape" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" look="primary" keys="enter" busy={busy} disabled={secondsLeft > 0}>
          Continue
        </Button>
      </div>
    </form>
  );
}

function CodeForm({ started, onDone, onClose }: { started: MfaSecret; onDone: (codes: readonly string[]) => void; onClose: () => void }) {
  const app = useApp();
  const [code, setCode] = useState('');
  const { busy, wrong, secondsLeft, submit } = useSubmit(codeFields);
  const field = useRef<HTMLInputElement>(null);
  useCorrection(
    wrong,
    useMemo(() => ({ code: field }), []),
  );
  useStartsWithFocus(field);
  const confirm = (digits: string) =>
    submit(async () => {
      try {
        const { recoveryCodes } = await app.api.call('auth.confirmMfa', { body: { code: digits } });
        const { user } = app.get();
        if (user) app.set({ user: { ...user, hasMfa: true, mfaFreshUntil: new Date(Date.now() + limits.mfaFreshSeconds * 1_000).toISOString() } });
        onDone(recoveryCodes);
      } finally {
        setCode('');
      }
    });
  return (
    <div className={css.form}>
      <p className={css.secret}>{formatSecret(started.secret)}</p>
      <p className={css.line}>
        <a href={started.otpauthUrl}>Open in an authenticator app on this device</a>
      </p>
      <Field
        label="Code from your authenticator app"
        error={wrong?.field === 'code' ? wrong.message : null}
        hint={busy ? 'Checking the code…' : 'Continues after the sixth digit'}
      >
        <CodeInput ref={field} data-field="code" value={code} onChange={setCode} onComplete={confirm} />
      </Field>
      <FormError wrong={wrong} secondsLeft={secondsLeft} />
      <div className={css.buttons}>
        <Button keys="escape" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** Closes only when the person says that the codes are kept: they are never shown again. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const app = useApp();
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => app.notify({ tone: 'success', message: 'Recovery codes copied' }),
      () => app.notify({ tone: 'danger', message: 'Couldn’t copy the codes. Write them down.' }),
    );
  return (
    <Dialog
      open
      onOpenChange={() => {}}
      title="Save your recovery codes"
      description="Two-factor authentication is on. Save these recovery codes now. They aren’t shown again. If you can’t use your authenticator app, each code signs you in once."
      width={width}
      actions={
        <>
          <Button icon="clipboard" onClick={copy}>
            Copy all
          </Button>
          <Button autoFocus look="primary" keys="enter" onClick={onClose}>
            I’ve saved them
          </Button>
        </>
      }
    >
      <ul className={css.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
