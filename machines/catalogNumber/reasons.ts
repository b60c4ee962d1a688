/** Why a number of the catalog does not accept something now. */
import { createReasonLookup, isInside, isOutside, listTypes, type Reason, type Reasons } from '../reasons.ts';
import type { NumberSnapshot, UserEvent } from './machine.ts';

type NumberReason = Reason<NumberSnapshot, UserEvent>;

const busy: readonly NumberReason[] = [
  [isInside('keeping'), 'Keeping the number…'],
  [isInside('releasing'), 'Deleting the number…'],
  [isInside('removed'), 'This number is no longer yours'],
];
const confirming: NumberReason = [isInside('confirming'), 'Confirm or go back first'];
const notAsked: NumberReason = [isOutside('confirming'), 'Ask to delete the number first'];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<NumberSnapshot, UserEvent> = {
  'number.kept': [
    ...busy,
    confirming,
    [isInside('active'), 'This number is active already'],
    [isInside('ordered'), 'This number is being bought'],
    [isInside('failed'), 'This number could not be bought'],
  ],
  'number.released': [...busy, confirming],
  'release.confirmed': [...busy, notAsked],
  'release.left': [...busy, notAsked],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
