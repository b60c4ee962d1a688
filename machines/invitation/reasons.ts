/** Why inviting users does not accept something now. */
import { createReasonLookup, isInside, isOutside, listTypes, type Reason, type Reasons } from '../reasons.ts';
import type { UserEvent } from './events.ts';
import type { InvitationSnapshot } from './machine.ts';
import { confirmCheck, retractCheck, roleCheck } from './setup.ts';

type InvitationReason = Reason<InvitationSnapshot, UserEvent>;

const noList: InvitationReason = [isInside('idle'), 'Enter email addresses first'];
const sendingReasons: readonly InvitationReason[] = [
  [isInside('sending'), 'Sending the invitations…'],
  [isInside('retracting'), 'Retracting the invitations…'],
];
const checkingReason: InvitationReason = [isInside('checking'), 'Checking the addresses…'];
const sentReason: InvitationReason = [isInside('sent'), 'Already sent'];
const retractedReason: InvitationReason = [isInside('retracted'), 'Already retracted'];
const failedReason: InvitationReason = [isInside('failed'), 'Try again first'];
const reviewReasons: readonly InvitationReason[] = [noList, checkingReason, ...sendingReasons, sentReason, retractedReason, failedReason];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<InvitationSnapshot, UserEvent> = {
  'addresses.given': [checkingReason, ...sendingReasons],
  'role.chosen': [...reviewReasons, ...roleCheck.reasons],
  'addresses.excluded': reviewReasons,
  'invitation.confirmed': [...reviewReasons, ...confirmCheck.reasons],
  'invitation.retried': [[isOutside('failed'), 'Available only after a failure']],
  'invitation.retracted': [retractedReason, ...sendingReasons, [isOutside('sent'), 'Send the invitations first'], ...retractCheck.reasons],
  'invitation.closed': [noList, ...sendingReasons],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
