/** Events that can happen to a subscription. */
import { type InternalEvent, machine, type SubscriptionSnapshot, type UserEvent } from '#machines/subscription/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { billing, canceling, changing, expired, larger, legacy, none, pastDue, refunding, yearly } from './billing.fixtures.ts';
import { refusals } from './people.ts';

const cases = {
  'subscription.started': [{ planId: 'premium_monthly' }],
  'subscription.upgraded': [{ planId: 'deluxe_monthly' }],
  'subscription.canceled': [{}],
  'subscription.downsold': [{ planId: 'starter_monthly' }],
  'subscription.retried': [{}],
  'change.reverted': [{}],
  'offer.used': [{ offerId: 3 }],
  'company.migrated': [{ planId: 'premium_monthly' }],
  'billing.known': [
    billing(),
    none,
    canceling,
    pastDue,
    expired,
    refunding,
    legacy,
    yearly,
    changing,
    billing({ isConfigured: false, paymentMethod: null, subscription: { state: 'not_subscribed', planId: null } }),
    billing({ subscription: { planId: 'starter_monthly' } }),
  ].map((each) => ({ billing: each })),
  'invoices.due': [{}],
  'xstate.done.actor.changeSubscription': [{ output: billing() }, { output: canceling }, { output: yearly }, { output: changing }, { output: larger }],
  'xstate.error.actor.changeSubscription': [{ error: refusals.unavailable }],
} satisfies Cases<UserEvent | InternalEvent>;

export const model = defineModel({
  flowId: 'subscription',
  machine,
  cases,
  sameState: ({ context }: Pick<SubscriptionSnapshot, 'context'>) => [
    context.billing?.subscription.state ?? null,
    context.billing?.subscription.planId ?? null,
    context.billing?.subscription.pending !== null,
    context.billing?.isConfigured ?? null,
    context.order?.kind ?? null,
    context.error?.status ?? null,
  ],
});
