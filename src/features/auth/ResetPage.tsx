/** A forgotten password: ask for a link, choose a new password with it (FLOW-023 to FLOW-025). */
import { useActorRef, useSelector } from '@xstate/react';
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { limits } from '#contract/core/limits.ts';
import { messages } from '#contract/core/messages.ts';
import type { ResetSnapshot } from '#machines/passwordReset/index.ts';
import { isIn } from '#machines/state.ts';
import { useApp } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { Button, Field, TextInput } from '../../ui/index.ts';
import { useStartsWithFocus } from '../../ui/useStartsWithFocus.ts';
import { FormError, Page, SignInOption, SignInOptions, StatusMessage, useCorrection } from './AuthPage.tsx';
import { useCountdown } from './clock.ts';
import { consumeToken } from './mailedToken.ts';
import { createResetMachine, openReset, type ResetActor } from './reset.ts';
import css from './SignIn.module.css';
import { getFlowAttributes, toFieldError } from './viewModel.ts';

type View = 'asking' | 'linkSent' | 'choosing' | 'expired' | 'done';

function getView(snapshot: ResetSnapshot): View {
  if (isIn(snapshot, 'linkSent')) return 'linkSent';
  if (isIn(snapshot, 'expired')) return 'expired';
  if (isIn(snapshot, 'done')) return 'done';
  return isIn(snapshot, 'choosing', 'saving') || (isIn(snapshot, 'throttled') && snapshot.context.resume === 'choosing') ? 'choosing' : 'asking';
}

export default function ResetPage() {
  const app = useApp();
  const [machine] = useState(() => createResetMachine(app));
  const actor = useActorRef(machine, { input: { email: app.login.getSnapshot().context.email } });
  const snapshot = useSelector(actor, (now) => now);
  useEffect(() => openReset(actor), [actor]);
  useEffect(() => {
    const token = consumeToken();
    if (token !== null) actor.send({ type: 'link.opened', token });
  }, [actor]);
  const views: Readonly<Record<View, () => ReactNode>> = {
    asking: () => <RequestForm actor={actor} snapshot={snapshot} />,
    choosing: () => <NewPasswordForm actor={actor} snapshot={snapshot} />,
    linkSent: () => (
      <Outcome heading="Check your email" about={`If an account exists for ${snapshot.context.email.trim()}, we’ve emailed a link. It works once.`}>
        <Step command="reset.renew">Send again</Step>
      </Outcome>
    ),
    expired: () => (
      <Outcome heading="Link expired">
        <StatusMessage tone="red" icon="warning">
          {messages.resetLinkExpired}
        </StatusMessage>
        <Step command="reset.renew">Request a new reset link</Step>
      </Outcome>
    ),
    done: () => (
      <Outcome heading="Password changed">
        <StatusMessage tone="green" icon="circle-check">
          {snapshot.context.notice}
        </StatusMessage>
        <Step command="login.open">Sign in</Step>
      </Outcome>
    ),
  };
  return (
    <div data-scope="signup" {...getFlowAttributes('passwordReset', snapshot)}>
      {views[getView(snapshot)]()}
    </div>
  );
}

interface FormProps {
  readonly actor: ResetActor;
  readonly snapshot: ResetSnapshot;
}

/** A form of one field: what both halves of a reset have. */
function useOneField(snapshot: ResetSnapshot, name: 'email' | 'password') {
  const [missing, setMissing] = useState<string | null>(null);
  const isThrottled = isIn(snapshot, 'throttled');
  const { error } = snapshot.context;
  const wrong = useMemo(() => {
    if (missing !== null) return { field: name, message: missing };
    return isThrottled ? null : toFieldError(error, [name]);
  }, [missing, isThrottled, error, name]);
  const field = useRef<HTMLInputElement>(null);
  const fields = useMemo(() => ({ [name]: field }), [name]);
  useStartsWithFocus(field);
  useCorrection(wrong, fields);
  const secondsLeft = useCountdown(isThrottled, snapshot.context.retryAfterMs);
  return { field, wrong, words: wrong?.field === name ? wrong.message : null, setMissing, secondsLeft, isThrottled, busy: isIn(snapshot, 'sending', 'saving') };
}

function RequestForm({ actor, snapshot }: FormProps) {
  const commands = useCommands();
  const { field, wrong, words, setMissing, secondsLeft, isThrottled, busy } = useOneField(snapshot, 'email');
  const { email } = snapshot.context;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || isThrottled) return;
    if (email.trim() === '') setMissing('Enter your email');
    else commands.run('reset.request');
  };
  return (
    <Page heading="Forgot password?" about="We’ll email you a reset link.">
      <form className={css.form} onSubmit={submit} noValidate>
        <Field label="Email" error={words}>
          <TextInput
            ref={field}
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
              actor.send({ type: 'email.typed', email: event.target.value });
            }}
          />
        </Field>
        <FormError wrong={wrong} secondsLeft={secondsLeft} />
        <Button type="submit" look="primary" keys="enter" busy={busy} disabled={isThrottled}>
          {busy ? 'Sending…' : 'Email reset link'}
        </Button>
      </form>
      <BackLink />
    </Page>
  );
}

function NewPasswordForm({ actor, snapshot }: FormProps) {
  const commands = useCommands();
  const { field, wrong, words, setMissing, secondsLeft, isThrottled, busy } = useOneField(snapshot, 'password');
  const { password } = snapshot.context;
  const minLength = limits.newPasswordCharacters;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || isThrottled) return;
    if (password.length < minLength) setMissing(`Use at least ${minLength} characters`);
    else commands.run('reset.submit');
  };
  return (
    <Page heading="Set new password" about="You’ll be signed out everywhere and can sign in with the new password.">
      <form className={css.form} onSubmit={submit} noValidate>
        <Field label="New password" error={words} hint={`At least ${minLength} characters; ${password.length} so far`}>
          <TextInput
            ref={field}
            data-field="password"
            type="password"
            name="new-password"
            autoComplete="new-password"
            value={password}
            readOnly={busy}
            onChange={(event) => {
              setMissing(null);
              actor.send({ type: 'password.typed', password: event.target.value });
            }}
          />
        </Field>
        <FormError wrong={wrong} secondsLeft={secondsLeft} />
        <Button type="submit" look="primary" keys="enter" busy={busy} disabled={isThrottled}>
          {busy ? 'Saving…' : 'Set new password'}
        </Button>
      </form>
      <BackLink />
    </Page>
  );
}

function Outcome({ heading, about, children }: { heading: string; about?: string; children: ReactNode }) {
  return (
    <Page heading={heading} about={about}>
      <div className={css.form}>{children}</div>
      {heading === 'Password changed' ? null : <BackLink />}
    </Page>
  );
}

function Step({ command, children }: { command: string; children: string }) {
  const commands = useCommands();
  return (
    <div className={css.wide}>
      <Button autoFocus look="primary" keys="enter" onClick={() => commands.run(command)}>
        {children}
      </Button>
    </div>
  );
}

const BackLink = () => (
  <SignInOptions>
    <SignInOption command="login.open" icon="arrow-left">
      back to sign-in
    </SignInOption>
  </SignInOptions>
);
