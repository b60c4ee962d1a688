/** Why signing in to the catalog does not accept something now. */
import { createReasonLookup, isInside, isOutside, listTypes, type Reason, type Reasons } from '../reasons.ts';
import type { UserEvent } from './events.ts';
import type { SignSnapshot } from './machine.ts';
import { addressCheck, codeCheck } from './setup.ts';

type SignReason = Reason<SignSnapshot, UserEvent>;

const asking: readonly SignReason[] = [
  [isInside('requesting'), 'Sending the code…'],
  [isInside('verifying'), 'Checking the code…'],
];
const busy: readonly SignReason[] = [...asking, [isInside('throttled'), 'Too many attempts. Try again when the countdown ends.']];
const here: SignReason = [isInside('signedIn'), 'You’re signed in'];
/** A code was sent: it is entered now, or once the countdown ends. */
const isCoding = (snapshot: SignSnapshot) => snapshot.matches('coding') || (snapshot.matches('throttled') && snapshot.context.resume === 'coding');
const coding: SignReason = [isCoding, 'Change the address first'];
const taken: SignReason = [isInside('taken'), 'There is an account already. Sign in instead.'];
const noCode: SignReason = [isOutside('coding'), 'Request a code first'];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<SignSnapshot, UserEvent> = {
  'mode.chosen': [here, ...asking, coding],
  'provider.chosen': [
    here,
    ...asking,
    coding,
    taken,
    [
      ({ context }, event) => context.mode === 'reset' && event?.type === 'provider.chosen' && event.provider !== 'email',
      'Accounts with a phone number have no password',
    ],
  ],
  'field.typed': [here, ...busy, taken],
  'code.requested': [here, ...busy, [isInside('coding'), 'A code was already sent'], taken, ...addressCheck.reasons],
  'code.resent': [here, ...busy, taken, noCode],
  'code.submitted': [here, ...busy, taken, noCode, ...codeCheck.reasons],
  'address.changed': [here, ...asking, [(snapshot) => !isCoding(snapshot) && !snapshot.matches('taken'), 'No code was sent yet']],
  'session.left': [[isOutside('signedIn'), 'You’re not signed in']],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
