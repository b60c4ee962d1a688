/** Why the choice of active numbers does not accept something now. */
import { createReasonLookup, isInside, isOutside, listTypes, type Reason, type Reasons } from '../reasons.ts';
import type { UserEvent } from './events.ts';
import type { ActivationSnapshot } from './machine.ts';
import { reviewCheck } from './setup.ts';

type ActivationReason = Reason<ActivationSnapshot, UserEvent>;

const busy: ActivationReason = [isInside('activating'), 'Changing your numbers…'];
const reviewing: ActivationReason = [isInside('reviewing'), 'Confirm or go back first'];
const noReview: ActivationReason = [isOutside('reviewing'), 'Review your choice first'];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<ActivationSnapshot, UserEvent> = {
  'number.toggled': [
    busy,
    reviewing,
    [
      ({ context }, event) =>
        event?.type === 'number.toggled' &&
        !context.offers.some(({ id }) => id === event.id) &&
        !context.numbers.some(({ id, state }) => id === event.id && state !== 'failed'),
      'This number is no longer offered',
    ],
  ],
  'set.reviewed': [busy, reviewing, ...reviewCheck.reasons],
  'set.confirmed': [busy, noReview],
  'review.left': [busy, noReview],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
