/** Billing, as commands reach it. */
import type { BillingServices } from '#commands/billing/types.ts';
import type { ChangePreview } from '#contract/billing/entities.ts';
import type { SubscriptionChange } from '#contract/billing/enums.ts';
import { type PlanCode, planLabel } from '#contract/billing/plans.ts';
import { getReason as getPaymentReason } from '#machines/paymentMethod/index.ts';
import { isIn } from '#machines/state.ts';
import { getReason, type UserEvent } from '#machines/subscription/index.ts';
import { getCompanyId } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { assertAccepted, sendAndSettle } from '../../store/flowEvents.ts';
import { informFlows, paymentMethodStore, subscriptionStore } from './billingStore.ts';
import { createBillingQuery, createOffersQuery } from './data.ts';
import { createReviewedCosts } from './reviewedCosts.ts';
import { findUndo } from './undo.ts';

/** Words of a change that is made. */
function formatChanged(event: UserEvent): string {
  switch (event.type) {
    case 'subscription.started':
      return `Subscription started: ${planLabel[event.planId]}`;
    case 'subscription.canceled':
      return 'Subscription canceled';
    case 'subscription.downsold':
      return `Plan change scheduled: ${planLabel[event.planId]}`;
    case 'subscription.retried':
      return 'Subscription kept';
    case 'change.reverted':
      return 'Plan change reverted';
    case 'offer.used':
      return 'Changed to the yearly plan';
    case 'subscription.upgraded':
    case 'company.migrated':
      return `Plan changed: ${planLabel[event.planId]}`;
  }
}

/** Changes that are charged at once. */
const charged: ReadonlySet<SubscriptionChange> = new Set(['start', 'migrate', 'upgrade', 'yearly']);

/** Commands over billing, as the app provides them. */
export function createBillingServices({ app }: ServiceDeps): BillingServices {
  const load = async (companyId: number) => {
    const billing = await app.queries.fetchQuery(createBillingQuery(app, companyId));
    informFlows(app, companyId, billing);
    return billing;
  };
  const send = async (companyId: number, event: UserEvent) => {
    const { actor } = subscriptionStore.get(app, companyId);
    await sendAndSettle(actor, getReason, event, (snapshot) => !isIn(snapshot, 'changing', 'deciding'));
  };
  const costs = createReviewedCosts<ChangePreview>();
  const formatKey = (companyId: number, change: SubscriptionChange, planId?: PlanCode) => `${companyId} ${change} ${planId ?? ''}`;
  /** The event with the cost that was shown before it. */
  const addReviewed = (companyId: number, event: UserEvent): UserEvent => {
    switch (event.type) {
      case 'subscription.started':
        return { ...event, reviewed: costs.take(formatKey(companyId, 'start', event.planId)) };
      case 'subscription.upgraded':
        return { ...event, reviewed: costs.take(formatKey(companyId, 'upgrade', event.planId)) };
      case 'company.migrated':
        return { ...event, reviewed: costs.take(formatKey(companyId, 'migrate', event.planId)) };
      case 'offer.used':
        return { ...event, reviewed: costs.take(formatKey(companyId, 'yearly')) };
      default:
        return event;
    }
  };
  return {
    get: () => load(getCompanyId(app)),
    preview: (change, planId) => {
      const companyId = getCompanyId(app);
      const ask = () => app.api.call('billing.preview', { companyId, query: { change, ...(planId === undefined ? {} : { planId }) } });
      return charged.has(change) ? costs.get(formatKey(companyId, change, planId), ask) : ask();
    },
    change: async (event) => {
      const companyId = getCompanyId(app);
      const before = subscriptionStore.get(app, companyId).actor.getSnapshot().context.billing;
      await send(companyId, addReviewed(companyId, event));
      const undo = findUndo(event, before);
      return { message: formatChanged(event), undo: undo && { title: undo.title, run: () => send(companyId, undo.event) } };
    },
    viewOffer: async () => {
      const companyId = getCompanyId(app);
      const offers = await app.queries.fetchQuery({ ...createOffersQuery(app, companyId), staleTime: 0 });
      const open = offers.find(({ used }) => !used);
      if (!open) throw new Error('No yearly offer for this plan');
      if (open.viewed) return open;
      const viewed = await app.api.call('billing.updateOffer', { companyId, params: { offerId: open.id }, body: { viewed: true } });
      await app.queries.invalidateQueries({ queryKey: createOffersQuery(app, companyId).queryKey });
      return viewed;
    },
    enterCard: async () => {
      const companyId = getCompanyId(app);
      await load(companyId);
      const { actor } = paymentMethodStore.get(app, companyId);
      assertAccepted(actor, getPaymentReason, { type: 'card.requested' });
      actor.send({ type: 'card.requested' });
    },
    reviewPayment: async () => {
      const companyId = getCompanyId(app);
      const billing = await load(companyId);
      const { dueNow } = await costs.get(formatKey(companyId, 'retry'), async () => ({
        dueNow: billing.amountDue,
        proratedAt: null,
        next: null,
        nextAt: null,
      }));
      return { ...billing, amountDue: dueNow };
    },
    retryPayment: async () => {
      const companyId = getCompanyId(app);
      await load(companyId);
      const dueNow = costs.take(formatKey(companyId, 'retry'))?.dueNow;
      const { actor } = paymentMethodStore.get(app, companyId);
      assertAccepted(actor, getPaymentReason, { type: 'payment.retried' });
      actor.send({ type: 'payment.retried', dueNow });
      return new Promise((resolve) => {
        const settle = () => {
          const snapshot = actor.getSnapshot();
          if (isIn(snapshot, 'retrying')) return;
          following.unsubscribe();
          // The flow itself says why a payment failed, for its time (RULE-186).
          resolve(snapshot.context.error === null ? { message: 'Payment received' } : { changed: false });
        };
        const following = actor.subscribe(settle);
        settle();
      });
    },
    saveAddress: async (address) => {
      const companyId = getCompanyId(app);
      if (Object.keys(address).length === 0) return { message: 'Nothing changed', changed: false };
      const billing = await app.api.call('billing.save', { companyId, body: address });
      app.queries.setQueryData(createBillingQuery(app, companyId).queryKey, billing);
      await app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'billing') });
      return { message: 'Billing address saved' };
    },
    download: async ({ id, number }) => {
      const link = document.createElement('a');
      link.href = `/api/company/${getCompanyId(app)}/invoices/${id}/pdf`;
      link.download = `invoice-${number}.pdf`;
      document.body.append(link);
      link.click();
      link.remove();
    },
  };
}
