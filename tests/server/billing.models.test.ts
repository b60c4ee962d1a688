/** The generated paths of a payment method and of a subscription, with actors that are calls to a real server beside the sandbox's card service. */
import { afterAll, beforeAll } from 'vitest';
import type { CompanyBilling } from '#contract/billing/entities.ts';
import { routes } from '#contract/index.ts';
import type { SubscriptionOrder } from '#machines/subscription/index.ts';
import { workOnBilling } from '#server/domains/billing/worker.ts';
import { model as cardModel } from '#tests/models/paymentMethod.fixtures.ts';
import { model as planModel } from '#tests/models/subscription.fixtures.ts';
import { customerOf, emptyCard, enterCard, fillCards, poll, withCard, withFailedPayment, withPlan } from './billing.stage.ts';
import type { Client, TestCompany } from './harness.ts';
import { describePaths, type Wanted, type World } from './models.driver.ts';
import { type Outside, startOutside } from './outside.ts';

const calls = routes.billing;
let outside: Outside;

beforeAll(async () => {
  outside = await startOutside();
});
afterAll(() => outside.close());

interface Stage {
  readonly company: TestCompany;
  readonly owner: Client;
}

const isBilling = (value: unknown): value is CompanyBilling => typeof value === 'object' && value !== null && 'subscription' in value;
const isNoAnswer = ({ error }: Wanted) => error !== null && error.status >= 500;
const read = ({ company, owner }: Stage) => owner.call(calls.get, { params: { id: company.id } });

/** Work while the card service is away. */
async function withoutCards<T>(work: () => Promise<T>): Promise<T> {
  const { faults } = outside.sandbox.cards;
  faults.isAway = true;
  return work().finally(() => {
    faults.isAway = false;
  });
}

const paying = (): World => ({
  begin: async () => undefined,
  calls: {
    openCardPage: async (_: unknown, wanted) => {
      const { owner } = await withCard(outside);
      const open = () => owner.call(calls.securityToken);
      return isNoAnswer(wanted) ? withoutCards(open) : open();
    },
    saveCard: async (_: unknown, wanted) => {
      const isInvalid = wanted.error?.status === 422;
      const stays = isBilling(wanted.output) && wanted.output.isPastDue;
      const stage = stays ? await withFailedPayment(outside) : await withCard(outside);
      const { token } = isInvalid ? { token: 'a token of nobody' } : await enterCard(stage.owner, stays ? emptyCard : undefined);
      const save = () => stage.owner.call(calls.save, { params: { id: stage.company.id }, body: { chargifyToken: token } });
      if (wanted.error === null || isInvalid) return save();
      const { refuses } = outside.sandbox.cards.faults;
      refuses.set('/v1/payment_methods/:id/attach', 402);
      refuses.set('/v1/customers/:id', 402);
      return save().finally(() => refuses.clear());
    },
    retryPayment: async ({ dueNow }: { dueNow: number | undefined }, wanted) => {
      // Nothing is overdue where the path has a refusal in words.
      const stage = wanted.error?.status === 422 ? await withPlan(outside) : await withFailedPayment(outside);
      if (wanted.error === null) await fillCards(outside, stage);
      return stage.owner.call(calls.retry, { params: { id: stage.company.id }, body: wanted.error?.status === 422 ? {} : { dueNow } });
    },
  },
});

async function viewOffer({ owner }: Stage): Promise<number> {
  const [offer] = (await owner.call(calls.offers)).data;
  const offerId = offer?.id ?? 0;
  await owner.call(calls.updateOffer, { params: { offerId }, body: { viewed: true } });
  return offerId;
}

/** A company in which a change can be made, and the change. */
async function arrangeChange(order: SubscriptionOrder): Promise<{ readonly stage: Stage; readonly make: () => Promise<unknown> }> {
  if (order.kind === 'start') {
    const stage = await withCard(outside);
    return { stage, make: () => stage.owner.call(calls.start, { body: { planId: order.planId } }) };
  }
  if (order.kind === 'migrate') {
    const stage = await withCard(outside);
    outside.sandbox.cards.engine.subscribe({ customer: await customerOf(outside, stage.company), price: 'price_unlimited_legacy', trialEnd: null });
    await poll(async () => (await read(stage)).subscription.planId).toBe('unlimited_legacy');
    return { stage, make: () => stage.owner.call(calls.migrate, { body: { identifier: order.planId } }) };
  }
  const stage = await withPlan(outside);
  const { owner } = stage;
  switch (order.kind) {
    case 'cancel':
      return { stage, make: () => owner.call(calls.cancel) };
    case 'keep':
      await owner.call(calls.cancel);
      return { stage, make: () => owner.call(calls.cancelClear) };
    case 'upgrade':
      return { stage, make: () => owner.call(calls.upgrade, { body: { planId: order.planId } }) };
    case 'downsell':
      return { stage, make: () => owner.call(calls.downsell, { params: { planId: order.planId } }) };
    case 'revert':
      await owner.call(calls.downsell, { params: { planId: 'starter_monthly' } });
      return { stage, make: () => owner.call(calls.revert) };
    case 'yearly': {
      const offerId = await viewOffer(stage);
      return { stage, make: () => owner.call(calls.updateOffer, { params: { offerId }, body: { used: true } }) };
    }
  }
}

/** The vendor's support sets another plan back to the monthly one. */
async function setBack({ company }: Stage): Promise<void> {
  const { engine } = outside.sandbox.cards;
  const customer = await customerOf(outside, company);
  for (const { id } of [...engine.subscriptions.values()].filter((each) => each.customer === customer)) engine.update(id, { price: 'price_premium_monthly' });
  await workOnBilling(outside.server.services, { companyId: company.id });
}

/** Brings a company to what a path has: somebody else changed it again before it was read. */
async function changeAgain(stage: Stage, { subscription: wanted }: CompanyBilling): Promise<void> {
  const { subscription: now } = await read(stage);
  const { owner } = stage;
  const isYearly = wanted.planId?.endsWith('_yearly') === true;
  if (now.state === 'canceling' && wanted.state === 'active') await owner.call(calls.cancelClear);
  if (isYearly && now.planId?.endsWith('_yearly') !== true)
    await owner.call(calls.updateOffer, { params: { offerId: await viewOffer(stage) }, body: { used: true } });
  const isLarger = wanted.planId === 'deluxe_monthly';
  if ((!isYearly && now.planId?.endsWith('_yearly') === true) || (!isLarger && now.planId === 'deluxe_monthly')) await setBack(stage);
  if (isLarger && now.planId !== 'deluxe_monthly') await owner.call(calls.upgrade, { body: { planId: 'deluxe_monthly' } });
  if (wanted.pending !== null && now.pending === null) await owner.call(calls.downsell, { params: { planId: 'starter_monthly' } });
  if (wanted.state === 'active' && wanted.pending === null && now.pending !== null && !isLarger && !isYearly) await owner.call(calls.revert);
  if (now.state === 'active' && wanted.state === 'canceling') await owner.call(calls.cancel);
}

const subscribing = (): World => ({
  begin: async () => undefined,
  calls: {
    changeSubscription: async (order: SubscriptionOrder, wanted) => {
      const { stage, make } = await arrangeChange(order);
      if (isNoAnswer(wanted)) return withoutCards(make);
      await make();
      if (isBilling(wanted.output)) await changeAgain(stage, wanted.output);
      return read(stage);
    },
  },
});

describePaths('a payment method, against the server', cardModel, () => true, [], paying);
describePaths('a subscription, against the server', planModel, () => true, [], subscribing);
