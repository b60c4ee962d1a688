/** The named parts of a subscription: its actor (provided by the caller), guards, actions and delays. */
import { assign, fromPromise, setup } from 'xstate';
import type { CompanyBilling } from '#contract/billing/entities.ts';
import type { SubscriptionState } from '#contract/billing/enums.ts';
import { billingLimits } from '#contract/billing/limits.ts';
import { listDownsells, listUpgrades } from '#contract/billing/plans.ts';
import { type FlowError, rejectMissingActor } from '../errors.ts';
import { createCheck } from '../reasons.ts';
import type { InternalEvent, SubscriptionContext, SubscriptionOrder, UserEvent } from './events.ts';

type Known = Pick<SubscriptionContext, 'billing'>;
const getPlan = ({ billing }: Known) => billing?.subscription.planId ?? null;

/** A change of plan is on its way. */
export const revertCheck = createCheck<Known>([[({ billing }) => billing?.subscription.pending == null, 'No change of plan is pending']]);
/** There is a smaller plan. */
export const downsellCheck = createCheck<Known>([
  [
    (context) => {
      const plan = getPlan(context);
      return plan === null || listDownsells(plan).length === 0;
    },
    'Already on the smallest plan',
  ],
]);
/** There is a larger plan. */
export const upgradeCheck = createCheck<Known>([
  [
    (context) => {
      const plan = getPlan(context);
      return plan === null || listUpgrades(plan).length === 0;
    },
    'Already on the largest plan',
  ],
]);
/** The plan is monthly, of those that are sold. */
export const offerCheck = createCheck<Known>([
  [(context) => getPlan(context)?.endsWith('_yearly') === true, 'Already on a yearly plan'],
  [(context) => getPlan(context)?.endsWith('_monthly') !== true, 'No yearly offer for this plan'],
]);
export const migrateCheck = createCheck<Known>([[(context) => getPlan(context) !== 'unlimited_legacy', 'Only companies on the legacy plan can be migrated']]);
export const startCheck = createCheck<Known>([
  [({ billing }) => billing?.isConfigured !== true, 'No card service is connected'],
  [({ billing }) => billing?.paymentMethod == null, 'Add a payment method first'],
]);

/** The setup of the machine. */
export const subscriptionSetup = setup({
  types: { context: {} as SubscriptionContext, events: {} as UserEvent | InternalEvent },
  actors: {
    /** The call of the change; twice is once. */
    changeSubscription: fromPromise<CompanyBilling, SubscriptionOrder>(rejectMissingActor),
  },
  guards: {
    isState: ({ context }, params: { state: SubscriptionState }) => context.billing?.subscription.state === params.state,
    isPending: revertCheck.passes,
    isDownsellable: downsellCheck.passes,
    isUpgradable: upgradeCheck.passes,
    isOfferable: offerCheck.passes,
    isLegacy: migrateCheck.passes,
    isStartable: startCheck.passes,
    isUpgrade: ({ context: { order } }) => order?.kind === 'yearly' || order?.kind === 'migrate' || order?.kind === 'upgrade',
  },
  actions: {
    keepBilling: assign((_, params: { billing: CompanyBilling }) => ({ billing: params.billing })),
    keepOrder: assign((_, params: { order: SubscriptionOrder }) => ({ order: params.order, error: null })),
    dropOrder: assign({ order: null }),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error, order: null })),
    /** Provided by the caller: billing in the cache is this. */
    tellChanged: (_, _params: { billing: CompanyBilling; order: SubscriptionOrder | null }) => {},
    /** Provided by the caller: invoices are fetched again. */
    refreshInvoices: () => {},
  },
  delays: { invoicesRefresh: billingLimits.invoicesRefreshMs },
});
