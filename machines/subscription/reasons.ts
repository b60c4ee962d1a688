/** Why a subscription does not accept something now. */
import { createReasonLookup, isInside, isOutside, listTypes, type Reason, type Reasons } from '../reasons.ts';
import type { UserEvent } from './events.ts';
import type { SubscriptionSnapshot } from './machine.ts';
import { downsellCheck, migrateCheck, offerCheck, revertCheck, startCheck, upgradeCheck } from './setup.ts';

type SubscriptionReason = Reason<SubscriptionSnapshot, UserEvent>;

const busy: readonly SubscriptionReason[] = [
  [isInside('unknown', 'deciding'), 'Loading billing…'],
  [isInside('changing'), 'Changing the subscription…'],
];
const refunding: SubscriptionReason = [isInside('refunding'), 'A refund is pending'];
const ended: readonly SubscriptionReason[] = [
  ...busy,
  [isInside('not_subscribed'), 'Start a subscription first'],
  [isInside('expired'), 'The subscription has ended. Start a new one.'],
  refunding,
];
const pastDue: SubscriptionReason = [isInside('retry_period'), 'Pay the overdue invoice first'];
const canceling: SubscriptionReason = [isInside('canceling'), 'The subscription is set to end. Choose “Keep subscription” first.'];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<SubscriptionSnapshot, UserEvent> = {
  'subscription.started': [...busy, refunding, [isOutside('expired', 'not_subscribed'), 'Already subscribed'], ...startCheck.reasons],
  'subscription.canceled': [...ended, [isInside('canceling'), 'Already canceled']],
  'subscription.upgraded': [...ended, pastDue, canceling, ...upgradeCheck.reasons],
  'subscription.downsold': [...ended, pastDue, ...downsellCheck.reasons],
  'subscription.retried': [...ended, pastDue, [isOutside('canceling'), 'Not canceled']],
  'change.reverted': [...ended, pastDue, canceling, ...revertCheck.reasons],
  'offer.used': [...ended, pastDue, canceling, ...offerCheck.reasons],
  'company.migrated': [...ended, pastDue, canceling, ...migrateCheck.reasons],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
