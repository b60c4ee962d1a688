/** Why the login flow does not accept something now. */
import { inside, outside, type Reason, type Reasons, typesOf, whyFrom } from '../reasons.ts';
import type { UserEvent } from './events.ts';
import type { LoginSnapshot } from './machine.ts';

type Refusal = Reason<LoginSnapshot, UserEvent>;

const elsewhere: readonly Refusal[] = [
  [inside('authenticated', 'leaving', 'signingOut'), 'You are signed in already'],
  [inside('mfaRequired', 'verifying'), 'Enter the code first, or cancel it'],
  [inside('redirecting', 'redirected'), 'Finish at the provider first, or go back'],
  [inside('restoring', 'submitting', 'confirming', 'entering', 'loading'), 'Wait a moment: the answer is on its way'],
];
const waiting: Refusal = [inside('throttled'), 'Too many tries: wait until the countdown has ended'];
const notAtCode: Refusal = [outside('mfaRequired'), 'No code is asked for now'];
const codeIsDue: Refusal = [
  (snapshot) => snapshot.matches('throttled') && snapshot.context.resume !== 'form',
  'Wait until the countdown has ended, then enter the code',
];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<LoginSnapshot, UserEvent> = {
  'email.typed': [...elsewhere, codeIsDue, [inside('signedOut'), 'This page waits for the same person: choose “somebody else” to change the e-mail']],
  'password.typed': [...elsewhere, codeIsDue],
  'password.submitted': [
    ...elsewhere,
    waiting,
    [(snapshot) => snapshot.context.email.trim() === '', 'Type your e-mail first'],
    [(snapshot) => snapshot.context.password === '', 'Type your password first'],
  ],
  'provider.chosen': [...elsewhere, waiting],
  'provider.abandoned': [[outside('redirected'), 'You are not at a provider']],
  'code.typed': [notAtCode],
  'code.submitted': [
    notAtCode,
    [inside('mfaRequired.code'), 'Type all six digits: they are sent by themselves'],
    [(snapshot) => snapshot.context.code.trim().length < 6, 'Type your recovery code first'],
  ],
  'recovery.chosen': [notAtCode, [inside('mfaRequired.recovery'), 'You are using a recovery code already']],
  'authenticator.chosen': [notAtCode, [inside('mfaRequired.code'), 'You are using your authenticator already']],
  'mfa.cancelled': [notAtCode],
  'account.changed': [[outside('signedOut'), 'Sign out first to sign in as somebody else']],
  'impersonation.left': [
    [outside('authenticated'), 'You are not signed in'],
    [(snapshot) => snapshot.context.person?.isAdmin !== true, 'You are not acting as somebody else'],
  ],
  'signout.chosen': [[outside('authenticated'), 'You are not signed in']],
};

/** Every event a person may send. */
export const userEvents = typesOf(reasons);
/** Why an event is refused now; null when it is accepted. */
export const why = whyFrom(reasons);
