/** Why a port-in request does not accept something now. */
import { inside, outside, type Reason, type Reasons, typesOf, whyFrom } from '../reasons.ts';
import type { UserEvent } from './events.ts';
import type { PortSnapshot } from './machine.ts';
import { complete, documented } from './setup.ts';

type Refusal = Reason<PortSnapshot, UserEvent>;

const closed: Refusal = [inside('closed'), 'Start a port-in request first'];
const busy: readonly Refusal[] = [
  [inside('checking'), 'Checking portability…'],
  [inside('sending'), 'Submitting…'],
  [inside('unsure'), 'Submission status unknown. Check it first.'],
];
const sent: Refusal = [inside('following', 'submitted', 'refused'), 'Already submitted. Start a new request.'];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<PortSnapshot, UserEvent> = {
  'port.opened': [[outside('closed'), 'A request is open: finish or close it first']],
  'detail.typed': [closed, ...busy, sent, [outside('draft'), 'Go back to the numbers and the account first']],
  'numbers.checked': [closed, ...busy, sent, [outside('draft'), 'Portability checked. Continue with the documents.'], ...complete.reasons],
  'rest.accepted': [[outside('partly'), 'Available only when some numbers can’t be ported']],
  'draft.revised': [closed, ...busy, sent, [inside('draft'), 'Already editing numbers and account']],
  'document.chosen': [closed, ...busy, sent, [outside('documents'), 'Check portability first, then upload the documents']],
  'documents.finished': [closed, ...busy, sent, [outside('documents'), 'Check portability first, then upload the documents'], ...documented.reasons],
  'port.confirmed': [[outside('confirming'), 'Check portability and upload the documents first']],
  'port.retried': [[outside('unsure'), 'Available only when the submission status is unknown']],
  'port.renewed': [[outside('submitted', 'refused'), 'This request isn’t finished yet']],
  'port.closed': [closed, ...busy],
};

/** Every event a person may send. */
export const userEvents = typesOf(reasons);
/** Why an event is refused now; null when it is accepted. */
export const why = whyFrom(reasons);
