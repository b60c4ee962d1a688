/** Signing up and in: e-mail with a password, or a phone number, then the code; a new password by a mailed code. */
import { type FormEvent, useMemo, useRef } from 'react';
import { accountPasswordCharacters } from '#contract/catalog/limits.ts';
import { type Field as FieldName, getReason, type Mode, type SignSnapshot, type UserEvent } from '#machines/catalogSign/index.ts';
import type { FlowError } from '#machines/errors.ts';
import { getStateName, isIn } from '#machines/state.ts';
import { FormError, StatusMessage, useCorrection } from '../features/auth/AuthPage.tsx';
import { useCountdown } from '../features/auth/clock.ts';
import css from '../features/auth/SignIn.module.css';
import { toFieldError } from '../features/auth/viewModel.ts';
import { Button } from '../ui/Button.tsx';
import { CodeInput } from '../ui/CodeInput.tsx';
import { Field } from '../ui/Field.tsx';
import { TextInput } from '../ui/inputs.tsx';
import { KeyHint } from '../ui/KeyCaps.tsx';
import { notices } from '../ui/notices.ts';
import { displayPhone } from '../ui/phone.ts';
import { useFocusOn } from '../ui/useStartsWithFocus.ts';
import own from './Catalog.module.css';
import { useCatalog } from './catalog.ts';
import { type CatalogCommand, useProvided } from './commands.ts';

const headings: Readonly<Record<Mode, string>> = { in: 'Sign in', up: 'Create account', reset: 'Reset password' };

/** Commands of each moment: what the flow accepts. */
function listCommands({ sign }: Pick<ReturnType<typeof useCatalog>, 'sign'>, step: 'address' | 'code' | 'taken', mode: Mode): CatalogCommand[] {
  const make = (id: string, title: string, event: UserEvent, keys?: string): CatalogCommand => ({
    id,
    title,
    group: 'Sign in',
    ...(keys === undefined ? {} : { keys }),
    getReason: () => getReason(sign.getSnapshot(), event),
    run: () => sign.send(event),
  });
  const changeAddress = make('sign.changeAddress', 'Change the address', { type: 'address.changed' }, 'escape');
  if (step === 'taken') return [make('sign.in', 'Sign in instead', { type: 'mode.chosen', mode: 'in' }), changeAddress];
  const code = [
    make('sign.submitCode', mode === 'reset' ? 'Set the new password' : 'Continue with the code', { type: 'code.submitted' }, 'mod+enter'),
    make('sign.resend', 'Send another code', { type: 'code.resent' }),
    changeAddress,
  ];
  if (step === 'code') return code;
  return [
    make('sign.requestCode', 'Send a code', { type: 'code.requested' }, 'mod+enter'),
    make('sign.byPhone', 'Use a phone number', { type: 'provider.chosen', provider: 'phone_number' }),
    make('sign.byEmail', 'Use an email', { type: 'provider.chosen', provider: 'email' }),
    make('sign.in', 'Sign in', { type: 'mode.chosen', mode: 'in' }),
    make('sign.up', 'Create account', { type: 'mode.chosen', mode: 'up' }),
    make('sign.reset', 'Reset password', { type: 'mode.chosen', mode: 'reset' }),
  ];
}

/** The server names its fields by where they stand in the call. */
const withPlainFields = (error: FlowError | null): FlowError | null =>
  error && {
    ...error,
    errors: (error.errors ?? []).map((each) => ({ ...each, ...(each.field === undefined ? {} : { field: each.field.replace(/^credentials\./, '') }) })),
  };

const fieldNames = ['email', 'password', 'phone_number', 'code'] as const;

/** A command as a quiet line below the form. */
function Way({ command: { title, getReason: getWhy, run } }: { command: CatalogCommand }) {
  const isRefused = getWhy() !== null;
  return (
    <button type="button" className={css.way} disabled={isRefused} onClick={run}>
      {title}
    </button>
  );
}

function useFields() {
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const phone = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  return useMemo(() => ({ email, password, phone_number: phone, code }), []);
}

/** The screen. */
export function SignScreen({ snapshot }: { snapshot: SignSnapshot }) {
  const { sign, config } = useCatalog();
  const { mode, provider, email, password, phone, code, notice, error, resume, retryAfterMs } = snapshot.context;
  const isTaken = isIn(snapshot, 'taken');
  const isCoding = isIn(snapshot, 'coding', 'verifying') || (resume === 'coding' && isIn(snapshot, 'throttled', 'requesting'));
  const busy = isIn(snapshot, 'requesting', 'verifying');
  const secondsLeft = useCountdown(isIn(snapshot, 'throttled'), retryAfterMs);
  const fields = useFields();
  const wrong = useMemo(() => (secondsLeft > 0 ? null : toFieldError(withPlainFields(error), fieldNames)), [error, secondsLeft]);
  const commands = listCommands({ sign }, isTaken ? 'taken' : isCoding ? 'code' : 'address', mode);
  useProvided('sign', commands);
  useCorrection(wrong, fields);
  const first = isCoding ? 'code' : provider === 'email' ? 'email' : 'phone_number';
  useFocusOn(isTaken ? null : `${mode} ${first}`, () => fields[first].current?.focus());
  const getError = (name: (typeof fieldNames)[number]) => (wrong?.field === name ? wrong.message : null);
  const type = (field: FieldName) => (text: string) => sign.send({ type: 'field.typed', field, text });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const asked: UserEvent = { type: isCoding ? 'code.submitted' : 'code.requested' };
    const reason = getReason(sign.getSnapshot(), asked);
    if (reason === null) sign.send(asked);
    else if (!busy) notices.notify({ tone: 'info', message: reason });
  };
  const address = provider === 'email' ? email.trim() : displayPhone(phone.trim());
  const about = isTaken
    ? error?.message
    : isCoding
      ? mode === 'reset' || provider === 'email'
        ? `We’ve emailed a code to ${address}.`
        : `We’ve texted a code to ${address}.`
      : mode === 'reset'
        ? 'We’ll email you a code.'
        : 'Second numbers for calls and texts. We’ll send you a code first.';
  const ways: readonly string[] = [
    'sign.resend',
    'sign.changeAddress',
    ...(mode === 'reset' ? [] : [provider === 'email' ? 'sign.byPhone' : 'sign.byEmail']),
    mode === 'in' ? 'sign.up' : 'sign.in',
    ...(mode === 'in' && provider === 'email' ? ['sign.reset'] : []),
  ];
  const passwordField = (
    <Field
      label={mode === 'in' ? 'Password' : 'New password'}
      error={getError('password')}
      hint={mode === 'in' ? undefined : `At least ${accountPasswordCharacters} characters`}
    >
      <TextInput
        ref={fields.password}
        data-field="password"
        type="password"
        name="password"
        autoComplete={mode === 'in' ? 'current-password' : 'new-password'}
        value={password}
        readOnly={busy}
        onChange={(event) => type('password')(event.target.value)}
      />
    </Field>
  );
  return (
    <main className={css.screen} data-flow="catalogSign" data-state={getStateName(snapshot)} tabIndex={-1}>
      <div className={css.column}>
        <p className={css.brand}>
          <span aria-hidden className={css.mark}>
            {config.name.charAt(0)}
          </span>
          {config.name} numbers
        </p>
        <h1 className={css.heading}>{headings[mode]}</h1>
        <p className={css.about}>{about}</p>
        {isTaken ? (
          <div className={css.form}>
            <Button look="primary" autoFocus onClick={() => sign.send({ type: 'mode.chosen', mode: 'in' })}>
              Sign in instead
            </Button>
            <Button keys="escape" onClick={() => sign.send({ type: 'address.changed' })}>
              Change the address
            </Button>
          </div>
        ) : (
          <form className={css.form} onSubmit={submit} noValidate>
            <StatusMessage tone="green" icon="message">
              {notice}
            </StatusMessage>
            {isCoding ? (
              <>
                <Field label="Code" error={getError('code')}>
                  <CodeInput
                    ref={fields.code}
                    data-field="code"
                    value={code}
                    onChange={type('code')}
                    onComplete={() => (mode === 'reset' ? fields.password.current?.focus() : sign.send({ type: 'code.submitted' }))}
                  />
                </Field>
                {mode === 'reset' ? passwordField : null}
              </>
            ) : provider === 'email' ? (
              <>
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
                    onChange={(event) => type('email')(event.target.value)}
                  />
                </Field>
                {mode === 'reset' ? null : passwordField}
              </>
            ) : (
              <Field label="Phone number" error={getError('phone_number')} hint="We’ll text you a code">
                <TextInput
                  ref={fields.phone_number}
                  data-field="phone"
                  type="tel"
                  name="phone"
                  autoComplete="tel"
                  mono
                  value={phone}
                  readOnly={busy}
                  onChange={(event) => type('phone')(event.target.value)}
                />
              </Field>
            )}
            <FormError wrong={wrong} secondsLeft={secondsLeft} />
            <Button type="submit" look="primary" keys="enter" busy={busy} disabled={secondsLeft > 0}>
              {isCoding ? (mode === 'reset' ? 'Set password' : 'Continue') : 'Send code'}
            </Button>
          </form>
        )}
        {isTaken ? null : (
          <div className={css.ways}>
            {commands
              .filter(({ id }) => ways.includes(id))
              .map((command) => (
                <Way key={command.id} command={command} />
              ))}
          </div>
        )}
        <p className={own.signHints}>
          <KeyHint keys="mod+k">commands</KeyHint>
          <KeyHint keys={isCoding ? 'escape' : undefined}>back</KeyHint>
        </p>
      </div>
    </main>
  );
}
