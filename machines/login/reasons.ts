/** Why the login flow does not accept something now. */
import { createReasonLookup, isInside, isOutside, listTypes, type Reason, type Reasons } from '../reasons.ts';
import type { UserEvent } from './events.ts';
import type { LoginSnapshot } from './machine.ts';

type LoginReason = Reason<LoginSnapshot, UserEvent>;

const otherStateReasons: readonly LoginReason[] = [
  [isInside('authenticated', 'leaving', 'signingOut'), 'Already signed in'],
  [isInside('mfaRequired', 'verifying'), 'Enter the code first, or cancel it'],
  [isInside('redirecting', 'redirected'), 'Finish provider sign-in or cancel it first'],
  [isInside('restoring', 'submitting', 'confirming', 'entering', 'loading'), 'Signing in…'],
];
const throttledReason: LoginReason = [isInside('throttled'), 'Too many attempts. Try again when the countdown ends.'];
const notAtCodeReason: LoginReason = [isOutside('mfaRequired'), 'No code needed right now'];
const codeDueReason: LoginReason = [
  (snapshot) => snapshot.matches('throttled') && snapshot.context.resume !== 'form',
  'Too many attempts. Enter the code when the countdown ends.',
];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<LoginSnapshot, UserEvent> = {
  'email.typed': [...otherStateReasons, codeDueReason, [isInside('signedOut'), 'To use another email, choose “Use a different account”']],
  'password.typed': [...otherStateReasons, codeDueReason],
  'password.submitted': [
    ...otherStateReasons,
    throttledReason,
    [(snapshot) => snapshot.context.email.trim() === '', 'Enter your email first'],
    [(snapshot) => snapshot.context.password === '', 'Enter your password first'],
  ],
  'provider.chosen': [...otherStateReasons, throttledReason],
  'provider.abandoned': [[isOutside('redirected'), 'No provider sign-in in progress']],
  'code.typed': [notAtCodeReason],
  'code.submitted': [
    notAtCodeReason,
    [isInside('mfaRequired.code'), 'Enter all 6 digits'],
    [(snapshot) => snapshot.context.code.trim().length < 6, 'Enter a recovery code first'],
  ],
  'recovery.chosen': [notAtCodeReason, [isInside('mfaRequired.recovery'), 'Already using a recovery code']],
  'authenticator.chosen': [notAtCodeReason, [isInside('mfaRequired.code'), 'Already using your authenticator app']],
  'mfa.cancelled': [notAtCodeReason],
  'account.changed': [[isOutside('signedOut'), 'Sign out to use a different account']],
  'impersonation.left': [
    [isOutside('authenticated'), 'You’re not signed in'],
    [(snapshot) => snapshot.context.person?.isAdmin !== true, 'You’re not impersonating anyone'],
  ],
  'signout.chosen': [[isOutside('authenticated'), 'You’re not signed in']],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
