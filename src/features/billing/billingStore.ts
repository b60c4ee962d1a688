/** Flows of billing: a subscription and a payment method for each company, kept while the window is open. */
import { createActor, fromPromise } from 'xstate';
import type { CompanyBilling, SavedBilling } from '#contract/billing/entities.ts';
import { billingLimits } from '#contract/billing/limits.ts';
import { billingMessages, formatSavedAndPaid } from '#contract/billing/texts.ts';
import { machine as paymentMethodMachine } from '#machines/paymentMethod/index.ts';
import { type ReviewedCost, type SubscriptionOrder, machine as subscriptionMachine } from '#machines/subscription/index.ts';
import type { App } from '../../api/app.ts';
import { rejectWithPlainError } from '../../api/errors.ts';
import { keys } from '../../api/queries.ts';
import { createFlowStore } from '../../store/flowStore.ts';
import { formatCardNotice } from './cardNotice.ts';
import { createBillingQuery, createInvoicesQuery } from './data.ts';

const toReviewed = (reviewed: ReviewedCost | undefined) => ({ dueNow: reviewed?.dueNow, proratedAt: reviewed?.proratedAt ?? undefined });

function callChange(app: App, companyId: number, order: SubscriptionOrder): Promise<CompanyBilling> {
  switch (order.kind) {
    case 'start':
      return app.api.call('billing.start', { companyId, body: { planId: order.planId, dueNow: order.reviewed?.dueNow } });
    case 'cancel':
      return app.api.call('billing.cancel', { companyId, body: {} });
    case 'keep':
      return app.api.call('billing.cancelClear', { companyId, body: {} });
    case 'downsell':
      return app.api.call('billing.downsell', { companyId, params: { planId: order.planId }, body: {} });
    case 'revert':
      return app.api.call('billing.revert', { companyId, body: {} });
    case 'upgrade':
      return app.api.call('billing.upgrade', { companyId, body: { planId: order.planId, ...toReviewed(order.reviewed) } });
    case 'migrate':
      return app.api.call('billing.migrate', { companyId, body: { identifier: order.planId, ...toReviewed(order.reviewed) } });
    case 'yearly':
      return app.api
        .call('billing.updateOffer', { companyId, params: { offerId: order.offerId }, body: { used: true, ...toReviewed(order.reviewed) } })
        .then(() => app.api.call('billing.get', { companyId }));
  }
}

/** Formats the notice of a saved payment method: what was charged to it, where something was (RULE-184, RULE-185). */
const formatSaved = ({ isPastDue, charged }: SavedBilling): string =>
  isPastDue ? billingMessages.savedPastDue : charged > 0 ? formatSavedAndPaid(charged) : billingMessages.saved;

/** Puts what a call answered into the cache; everything else of billing is fetched again. */
function show(app: App, companyId: number, billing: CompanyBilling): void {
  app.queries.setQueryData(createBillingQuery(app, companyId).queryKey, billing);
  void app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'billing') });
}

const begin = (app: App, companyId: number) => ({
  actor: createActor(
    subscriptionMachine.provide({
      actors: { changeSubscription: fromPromise(({ input }) => rejectWithPlainError(callChange(app, companyId, input))) },
      actions: {
        tellChanged: (_, { billing }) => show(app, companyId, billing),
        refreshInvoices: () => void app.queries.invalidateQueries({ queryKey: createInvoicesQuery(app, companyId).queryKey }),
      },
    }),
  ),
});

const beginPaymentMethod = (app: App, companyId: number) => ({
  actor: createActor(
    paymentMethodMachine.provide({
      actors: {
        // RULE-189: fresh for one second only.
        openCardPage: fromPromise(() =>
          rejectWithPlainError(
            app.queries.fetchQuery({
              queryKey: keys.of(companyId, 'billing', 'securityToken'),
              queryFn: ({ signal }) => app.api.call('billing.securityToken', { companyId, signal }),
              staleTime: billingLimits.securityTokenMs,
              gcTime: billingLimits.securityTokenMs,
              retry: false,
            }),
          ),
        ),
        saveCard: fromPromise(({ input: { token } }) => rejectWithPlainError(app.api.call('billing.save', { companyId, body: { chargifyToken: token } }))),
        retryPayment: fromPromise(({ input: { dueNow } }) => rejectWithPlainError(app.api.call('billing.retry', { companyId, body: { dueNow } }))),
      },
      actions: {
        goToPage: (_, { url }) => window.location.assign(url),
        tellSaved: (_, { billing }) => {
          show(app, companyId, billing);
          app.notify({ tone: 'success', message: formatSaved(billing) });
        },
        tellPaid: (_, { billing }) => show(app, companyId, billing),
        tellCardFailed: (_, { error }) => {
          app.notify({ tone: 'danger', message: formatCardNotice(error), hideAfter: billingLimits.cardNoticeMs });
          void app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'billing') });
        },
        tellInvalid: (_, { error }) => app.notify({ tone: 'danger', message: error.message }),
      },
    }),
  ),
});

const options = { getKey: String, getCompanyId: (companyId: number) => companyId };

/** The subscription of each company. */
export const subscriptionStore = createFlowStore({ ...options, name: 'subscriptions', create: begin });
/** The payment method of each company. */
export const paymentMethodStore = createFlowStore({ ...options, name: 'payment methods', create: beginPaymentMethod });

/** Hands billing to both flows of a company. */
export function informFlows(app: App, companyId: number, billing: CompanyBilling): void {
  for (const { actor } of [subscriptionStore.get(app, companyId), paymentMethodStore.get(app, companyId)]) actor.send({ type: 'billing.known', billing });
}
