/** Why a payment method does not accept something now. */
import { createReasonLookup, isInside, listTypes, type Reason, type Reasons } from '../reasons.ts';
import type { UserEvent } from './events.ts';
import type { PaymentMethodSnapshot } from './machine.ts';
import { cardCheck, retryCheck } from './setup.ts';

const busy: readonly Reason<PaymentMethodSnapshot, UserEvent>[] = [
  [isInside('preparing'), 'Opening the card page…'],
  [isInside('saving'), 'Saving the payment method…'],
  [isInside('retrying'), 'Retrying the payment…'],
];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<PaymentMethodSnapshot, UserEvent> = {
  'card.requested': [...busy, ...cardCheck.reasons],
  'payment.retried': [...busy, ...retryCheck.reasons],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
