/** Changes at the card vendor whose process is killed at each step: one customer, one subscription, one charge, one item. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import type { ActionDetails, ActionKind } from '#server/domains/billing/tables.ts';
import { chargesOf, customerOf, fillCards, wake, withCard, withFailedPayment, withPlan } from './billing.stage.ts';
import type { Client, TestCompany } from './harness.ts';
import { startWorkshop, type Workshop } from './workers.ts';

const calls = routes.billing;
/** `npm run faults` dies two hundred times at each step. */
const rounds = process.env.FAULTS === 'long' ? 200 : 1;
let shop: Workshop;

beforeAll(async () => {
  shop = await startWorkshop();
});
afterAll(() => shop.close());

interface Stage {
  readonly company: TestCompany;
  readonly owner: Client;
}

/** An open request as a process leaves it that died right after committing it. */
async function leaveOpen({ company }: Stage, kind: ActionKind, given: Partial<ActionDetails>): Promise<void> {
  const { owner } = shop.server;
  const row = await owner.selectFrom('company_billing').selectAll().where('company_id', '=', company.id).executeTakeFirstOrThrow();
  const details = {
    subject: '',
    customerId: row.customer_id ?? '',
    subscription: row.subscription,
    toPriceId: null,
    planCode: null,
    invoiceIds: [],
    offerId: null,
    paymentMethodId: null,
    ...given,
  };
  await owner
    .insertInto('billing_actions')
    .values({ company_id: company.id, kind, details: JSON.stringify(details) })
    .execute();
  await wake(shop, company.id);
}

const read = ({ company, owner }: Stage) => owner.call(calls.get, { params: { id: company.id } });

async function beginStart(): Promise<Stage> {
  const stage = await withCard(shop);
  await leaveOpen(stage, 'start', { toPriceId: 'price_premium_monthly' });
  return stage;
}

async function endStart(stage: Stage): Promise<void> {
  expect(await chargesOf(shop, stage.company)).toEqual([12_000]);
  expect((await read(stage)).subscription).toMatchObject({ state: 'active', planId: 'premium_monthly' });
}

/** Steps to die at, with a company on its way there and what has become of it in the end. */
const deaths: readonly { readonly point: string; readonly begin: () => Promise<Stage>; readonly end: (stage: Stage) => Promise<void> }[] = [
  { point: 'billing.start: made', begin: beginStart, end: endStart },
  { point: 'billing: asked', begin: beginStart, end: endStart },
  { point: 'billing.start: ended', begin: beginStart, end: endStart },
  {
    point: 'billing.yearly: made',
    begin: async () => {
      const stage = await withPlan(shop, 'starter_monthly');
      const [offer] = (await stage.owner.call(calls.offers)).data;
      const offerId = offer?.id ?? 0;
      await stage.owner.call(calls.updateOffer, { params: { offerId }, body: { viewed: true } });
      await leaveOpen(stage, 'yearly', { toPriceId: 'price_starter_yearly', offerId });
      return stage;
    },
    end: async ({ company, owner }) => {
      expect(await chargesOf(shop, company)).toHaveLength(2);
      expect((await owner.call(calls.offers)).data).toMatchObject([{ used: true }]);
    },
  },
  {
    point: 'billing.retry: made',
    begin: async () => {
      const stage = await withFailedPayment(shop);
      await fillCards(shop, stage);
      const { data } = await stage.owner.call(calls.invoices, {});
      expect(data.map(({ status }) => status).sort()).toEqual(['open', 'paid']);
      const customer = await customerOf(shop, stage.company);
      const invoices = shop.sandbox.cards.engine.invoices.filter((invoice) => invoice.customer === customer && invoice.status === 'open');
      await leaveOpen(stage, 'retry', { invoiceIds: invoices.map(({ id }) => id) });
      return stage;
    },
    end: async (stage) => {
      expect(await chargesOf(shop, stage.company)).toEqual([12_000, 12_000]);
      expect(await read(stage)).toMatchObject({ isPastDue: false, amountDue: 0 });
    },
  },
  {
    point: 'billing.fee: made',
    begin: async () => {
      const stage = await withPlan(shop, 'starter_monthly');
      await shop.server.owner
        .insertInto('sms_fees')
        .values({ company_id: stage.company.id, campaign_key: 'killed', round: 1, kind: 'brand', cents: 450, as_of: '2026-11-01' })
        .execute();
      await wake(shop, stage.company.id);
      return stage;
    },
    end: async (stage) => {
      const customer = await customerOf(shop, stage.company);
      await expect.poll(async () => (await read(stage)).nextFees, { timeout: 60_000, interval: 300 }).toBe(0);
      expect(shop.sandbox.cards.engine.items.filter((item) => item.customer === customer)).toHaveLength(1);
    },
  },
];

test('killed after the charge, after asking, and after the end: one charge each; one item of a fee', { timeout: 400_000 + rounds * 60_000 }, async () => {
  const made: { readonly stage: Stage; readonly end: (stage: Stage) => Promise<void> }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const { point, begin, end } of deaths) {
      const stage = await begin();
      expect(await shop.dieAt(point)).toBe('SIGKILL');
      made.push({ stage, end });
    }
  }
  for (const { stage } of made) await wake(shop, stage.company.id);
  shop.work();
  const open = () => shop.server.owner.selectFrom('billing_actions').select('id').where('state', '=', 'open').execute();
  await expect.poll(open, { timeout: 150_000 + rounds * 5_000, interval: 300 }).toEqual([]);
  for (const { stage, end } of made) await end(stage);
});
