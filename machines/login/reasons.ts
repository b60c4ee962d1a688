/** Why the login flow does not accept something now. */
import { inside, outside, type Reason, type Reasons, typesOf, whyFrom } from '../reasons.ts';
import type { UserEvent } from './events.ts';
import type { LoginSnapshot } from './machine.ts';

type Refusal = Reason<LoginSnapshot, UserEvent>;

const elsewhere: readonly Refusal[] = [
  [inside('authenticated', 'leaving', 'signingOut'), 'Already signed in'],
  [inside('mfaRequired', 'verifying'), 'Enter the code first, or cancel it'],
  [inside('redirecting', 'redirected'), 'Finish provider sign-in or cancel it first'],
  [inside('restoring', 'submitting', 'confirming', 'entering', 'loading'), 'Signing in…'],
];
const waiting: Refusal = [inside('throttled'), 'Too many attempts. Try again when the countdown ends.'];
const notAtCode: Refusal = [outside('mfaRequired'), 'No code needed right now'];
const codeIsDue: Refusal = [
  (snapshot) => snapshot.matches('throttled') && snapshot.context.resume !== 'form',
  'Wait until the countdown has ended, then enter the code',
];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<LoginSnapshot, UserEvent> = {
  'email.typed': [...elsewhere, codeIsDue, [inside('signedOut'), 'To use another email, choose “Use a different account”']],
  'password.typed': [...elsewhere, codeIsDue],
  'password.submitted': [
    ...elsewhere,
    waiting,
    [(snapshot) => snapshot.context.email.trim() === '', 'Enter your email first'],
    [(snapshot) => snapshot.context.password === '', 'Type your password first'],
  ],
  'provider.chosen': [...elsewhere, waiting],
  'provider.abandoned': [[outside('redirected'), 'No provider sign-in in progress']],
  'code.typed': [notAtCode],
  'code.submitted': [
    notAtCode,
    [inside('mfaRequired.code'), 'Enter all 6 digits'],
    [(snapshot) => snapshot.context.code.trim().length < 6, 'Enter a recovery code first'],
  ],
  'recovery.chosen': [notAtCode, [inside('mfaRequired.recovery'), 'You are using a recovery code already']],
  'authenticator.chosen': [notAtCode, [inside('mfaRequired.code'), 'You are using your authenticator already']],
  'mfa.cancelled': [notAtCode],
  'account.changed': [[outside('signedOut'), 'Sign out to use a different account']],
  'impersonation.left': [
    [outside('authenticated'), 'You are not signed in'],
    [(snapshot) => snapshot.context.person?.isAdmin !== true, 'You’re not impersonating anyone'],
  ],
  'signout.chosen': [[outside('authenticated'), 'You are not signed in']],
};

/** Every event a person may send. */
export const userEvents = typesOf(reasons);
/** Why an event is refused now; null when it is accepted. */
export const why = whyFrom(reasons);
