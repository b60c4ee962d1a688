/** Why a port-in request does not accept something now. */
import { inside, outside, type Reason, type Reasons, typesOf, whyFrom } from '../reasons.ts';
import type { UserEvent } from './events.ts';
import type { PortSnapshot } from './machine.ts';
import { lackOf, needed } from './setup.ts';

type Refusal = Reason<PortSnapshot, UserEvent>;

const closed: Refusal = [inside('closed'), 'Begin to bring numbers in first'];
const busy: readonly Refusal[] = [
  [inside('checking'), 'A moment: the carrier is asked about the numbers'],
  [inside('sending'), 'A moment: the request is being sent'],
  [inside('unsure'), 'It is not sure whether the request went out: ask again first'],
];
const sent: Refusal = [inside('following', 'submitted', 'refused'), 'This request is sent: begin another one first'];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<PortSnapshot, UserEvent> = {
  'port.opened': [[outside('closed'), 'A request is open: finish or close it first']],
  'detail.typed': [closed, ...busy, sent, [outside('draft'), 'Go back to the numbers and the account first']],
  'numbers.checked': [
    closed,
    ...busy,
    sent,
    [outside('draft'), 'The numbers are checked: go on with the papers'],
    ...needed.map(([, says]): Refusal => [({ context }) => lackOf(context.draft) === says, says]),
  ],
  'rest.accepted': [[outside('partly'), 'This is offered when some of the numbers cannot come']],
  'draft.revised': [closed, ...busy, sent, [inside('draft'), 'You are at the numbers and the account already']],
  'document.chosen': [closed, ...busy, sent, [outside('documents'), 'Have the numbers checked first, then add the papers']],
  'documents.finished': [
    closed,
    ...busy,
    sent,
    [outside('documents'), 'Have the numbers checked first, then add the papers'],
    [({ context }) => context.documents.letter === null, 'Add the letter of authorisation first'],
    [({ context }) => context.documents.bill === null, 'Add a bill of the losing carrier first'],
  ],
  'port.confirmed': [[outside('confirming'), 'Have the numbers checked and add the papers first']],
  'port.retried': [[outside('unsure'), 'Only a request without an answer can be asked about again']],
  'port.renewed': [[outside('submitted', 'refused'), 'This request is not over yet']],
  'port.closed': [closed, ...busy],
};

/** Every event a person may send. */
export const userEvents = typesOf(reasons);
/** Why an event is refused now; null when it is accepted. */
export const why = whyFrom(reasons);
