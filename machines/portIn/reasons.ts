/** Why a port-in request does not accept something now. */
import { createReasonLookup, isInside, isOutside, listTypes, type Reason, type Reasons } from '../reasons.ts';
import type { UserEvent } from './events.ts';
import type { PortSnapshot } from './machine.ts';
import { documentsCheck, formCheck } from './setup.ts';

type PortReason = Reason<PortSnapshot, UserEvent>;

const closedReason: PortReason = [isInside('closed'), 'Start a port-in request first'];
const busyReasons: readonly PortReason[] = [
  [isInside('checking'), 'Checking portability…'],
  [isInside('sending'), 'Submitting…'],
  [isInside('unsure'), 'Submission status unknown. Check it first.'],
];
const sentReason: PortReason = [isInside('following', 'submitted', 'refused'), 'Already submitted. Start a new request.'];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<PortSnapshot, UserEvent> = {
  'port.opened': [[isOutside('closed'), 'A request is open: finish or close it first']],
  'detail.typed': [closedReason, ...busyReasons, sentReason, [isOutside('draft'), 'Go back to the numbers and the account first']],
  'numbers.checked': [
    closedReason,
    ...busyReasons,
    sentReason,
    [isOutside('draft'), 'Portability checked. Continue with the documents.'],
    ...formCheck.reasons,
  ],
  'rest.accepted': [[isOutside('partly'), 'Available only when some numbers can’t be ported']],
  'draft.revised': [closedReason, ...busyReasons, sentReason, [isInside('draft'), 'Already editing numbers and account']],
  'document.chosen': [closedReason, ...busyReasons, sentReason, [isOutside('documents'), 'Check portability first, then upload the documents']],
  'documents.finished': [
    closedReason,
    ...busyReasons,
    sentReason,
    [isOutside('documents'), 'Check portability first, then upload the documents'],
    ...documentsCheck.reasons,
  ],
  'port.confirmed': [[isOutside('confirming'), 'Check portability and upload the documents first']],
  'port.retried': [[isOutside('unsure'), 'Available only when the submission status is unknown']],
  'port.renewed': [[isOutside('submitted', 'refused'), 'This request isn’t finished yet']],
  'port.closed': [closedReason, ...busyReasons],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
