/** Changes at the card vendor whose process is killed at each step: one customer, one subscription, one charge, one item. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { billingWork } from '#server/domains/billing/jobs.ts';
import { chargesOf, customerOf, withCard, withPlan } from './billing.stage.ts';
import { startWorkshop, type Workshop } from './workers.ts';

const calls = routes.billing;
let shop: Workshop;

beforeAll(async () => {
  shop = await startWorkshop();
});
afterAll(() => shop.close());

/** An open request as a process leaves it that died right after committing it. */
async function leaveOpen(companyId: number, kind: 'start' | 'yearly', priceCode: string, offerId: number | null = null) {
  const { owner } = shop.server;
  const row = await owner.selectFrom('company_billing').selectAll().where('company_id', '=', companyId).executeTakeFirstOrThrow();
  const details = {
    subject: '',
    customerId: row.customer_id ?? '',
    subscription: row.subscription,
    toPriceId: `price_${priceCode}`,
    fromPriceId: null,
    planCode: null,
    invoiceIds: [],
    offerId,
    paymentMethodId: null,
  };
  await owner
    .insertInto('billing_actions')
    .values({ company_id: companyId, kind, details: JSON.stringify(details) })
    .execute();
  await wake(companyId);
}

const wake = (companyId: number) =>
  shop.server.services.tenancy.company([companyId], null, () => shop.server.services.jobs.enqueue(billingWork, { companyId }, { key: crypto.randomUUID() }));

test('killed after the charge, after asking, and after the end: one charge each; one item of a fee', { timeout: 280_000 }, async () => {
  const points = ['billing.start: made', 'billing: asked', 'billing.start: ended'];
  const made = [];
  for (const point of points) {
    const { company, owner } = await withCard(shop);
    await leaveOpen(company.id, 'start', 'premium_monthly');
    expect(await shop.dieAt(point)).toBe('SIGKILL');
    made.push({ company, owner });
  }
  const upgraded = await withPlan(shop, 'starter_monthly');
  const [offer] = (await upgraded.owner.call(calls.offers)).data;
  await upgraded.owner.call(calls.updateOffer, { params: { offerId: offer?.id ?? 0 }, body: { viewed: true } });
  await leaveOpen(upgraded.company.id, 'yearly', 'starter_yearly', offer?.id ?? null);
  expect(await shop.dieAt('billing.yearly: made')).toBe('SIGKILL');
  const charged = await withPlan(shop, 'starter_monthly');
  await shop.server.owner
    .insertInto('sms_fees')
    .values({ company_id: charged.company.id, campaign_key: 'killed', round: 1, kind: 'brand', cents: 450, as_of: '2026-11-01' })
    .execute();
  await wake(charged.company.id);
  expect(await shop.dieAt('billing.fee: made')).toBe('SIGKILL');
  for (const { company } of [...made, upgraded, charged]) await wake(company.id);
  shop.work();
  const open = () => shop.server.owner.selectFrom('billing_actions').select('id').where('state', '=', 'open').execute();
  await expect.poll(open, { timeout: 150_000, interval: 300 }).toEqual([]);
  await expect
    .poll(async () => (await charged.owner.call(calls.get, { params: { id: charged.company.id } })).nextFees, { timeout: 60_000, interval: 300 })
    .toBe(0);
  for (const { company, owner } of made) {
    expect(await chargesOf(shop, company)).toEqual([12_000]);
    expect((await owner.call(calls.get, { params: { id: company.id } })).subscription).toMatchObject({ state: 'active', planId: 'premium_monthly' });
  }
  expect(await chargesOf(shop, upgraded.company)).toHaveLength(2);
  expect((await upgraded.owner.call(calls.offers)).data.find(({ id }) => id === offer?.id)).toMatchObject({ used: true });
  const customer = await customerOf(shop, charged.company);
  expect(shop.sandbox.cards.engine.items.filter((item) => item.customer === customer)).toHaveLength(1);
});
