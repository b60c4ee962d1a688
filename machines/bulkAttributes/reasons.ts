/** Why a bulk attribute update does not accept something now. */
import { createReasonLookup, isInside, isOutside, listTypes, type Reason, type Reasons } from '../reasons.ts';
import type { UserEvent } from './events.ts';
import type { UpdateSnapshot } from './machine.ts';
import { choicesCheck, confirmCheck } from './setup.ts';

type UpdateReason = Reason<UpdateSnapshot, UserEvent>;

const noFile: UpdateReason = [isInside('idle'), 'Choose a file first'];
const busyReasons: readonly UpdateReason[] = [
  [isInside('parsing'), 'Reading the file…'],
  [isInside('checking'), 'Checking the rows…'],
  [isInside('extending'), 'Adding the choices…'],
  [isInside('applying'), 'Applying the changes…'],
];
const rejectedReason: UpdateReason = [isInside('rejected'), 'Choose another file first'];
const doneReason: UpdateReason = [isInside('done'), 'Already applied. Choose another file.'];
const failedReason: UpdateReason = [isInside('failed'), 'Try again first'];
const reviewReasons: readonly UpdateReason[] = [noFile, ...busyReasons, rejectedReason, doneReason, failedReason];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<UpdateSnapshot, UserEvent> = {
  'scope.chosen': [...busyReasons, rejectedReason, doneReason, failedReason],
  'file.chosen': busyReasons,
  'cell.fixed': reviewReasons,
  'rows.excluded': reviewReasons,
  'choices.added': [...reviewReasons, ...choicesCheck.reasons],
  'update.confirmed': [...reviewReasons, ...confirmCheck.reasons],
  'update.retried': [[isOutside('failed'), 'Available only after a failure']],
  'update.closed': [noFile, [isInside('extending'), 'Adding the choices…'], [isInside('applying'), 'Applying the changes…']],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
