import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatPastDueBanner } from '#contract/billing/texts.ts';
import { routes } from '#contract/index.ts';
import { readUsage } from '#server/domains/billing/queries.ts';
import { chargesOf, createClock, customerOf, emptyCard, enterCard, poll, putOnPlan, saveCard, withCard, withPlan } from './billing.stage.ts';
import { type Outside, startOutside } from './outside.ts';
import { refused } from './stage.ts';

const calls = routes.billing;
let outside: Outside;

beforeAll(async () => {
  outside = await startOutside();
});
afterAll(() => outside.close());

const cards = () => outside.sandbox.cards;

describe('a payment method', () => {
  test('is entered on the vendor’s page and saved by its token; the address comes with it (RULE-184, RULE-189)', async () => {
    const { company, owner } = await withCard(outside);
    const billing = await owner.call(calls.get, { params: { id: company.id } });
    expect(billing).toMatchObject({
      isConfigured: true,
      isStale: false,
      isPastDue: false,
      amountDue: 0,
      paymentMethod: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 },
      billingName: 'Ana Ruiz',
      billingAddress: '1 Harbor Way',
      billingCity: 'Los Angeles',
      billingZip: '90012',
      subscription: { state: 'not_subscribed', planId: null },
    });
  });

  test('is a card: the vendor’s page takes nothing else, and comes back to the host the person is at', async () => {
    const { owner } = await withCard(outside);
    const { token } = await owner.call(calls.securityToken);
    expect(cards().engine.sessions.get(token)).toMatchObject({ methods: ['card'], cancelUrl: expect.stringContaining(outside.publicUrl) });
  });

  test('that is declined never gets a token that is accepted', async () => {
    const company = await outside.server.company();
    const owner = await outside.server.worker(company, 'billing');
    const { token, words } = await enterCard(owner, '4000 0000 0000 0002');
    expect(words).toContain('Your card was declined.');
    expect(await refused(owner.refusal(calls.save, { params: { id: company.id }, body: { chargifyToken: token } }))).toEqual({
      status: 422,
      code: 'invalid',
      field: 'chargify_token',
    });
  });

  test('of another company’s token is refused', async () => {
    const theirs = await withCard(outside);
    const ours = await withCard(outside);
    const { token } = await enterCard(theirs.owner);
    expect(await refused(ours.owner.refusal(calls.save, { params: { id: ours.company.id }, body: { chargifyToken: token } }))).toMatchObject({ status: 422 });
  });

  test('of a token is saved once, and by the user it was issued to alone', async () => {
    const { company, owner } = await withCard(outside);
    const params = { id: company.id };
    const colleague = await outside.server.worker(company, 'billing');
    const { token } = await enterCard(colleague, emptyCard);
    const save = (client: typeof owner) => client.refusal(calls.save, { params, body: { chargifyToken: token, billingCity: 'Reno' } });
    expect(await refused(save(owner))).toEqual({ status: 422, code: 'invalid', field: 'chargify_token' });
    expect(await owner.call(calls.get, { params })).toMatchObject({ billingCity: 'Los Angeles', paymentMethod: { last4: '4242' } });
    expect(await colleague.call(calls.save, { params, body: { chargifyToken: token } })).toMatchObject({ paymentMethod: { last4: '0341' } });
    await saveCard(owner, company);
    for (const client of [owner, colleague]) expect(await refused(save(client))).toMatchObject({ status: 422, field: 'chargify_token' });
    expect(await owner.call(calls.get, { params })).toMatchObject({ billingCity: 'Los Angeles', paymentMethod: { last4: '4242' } });
    // Ids of sessions that we never issued.
    const { engine } = cards();
    const customer = await customerOf(outside, company);
    const session = engine.createSession({ customer, methods: ['card'], successUrl: 'https://example.com', cancelUrl: 'https://example.com' });
    engine.enterCard(session.id, { number: '4242424242424242', expMonth: 1, expYear: 2035, name: 'Eve', address: { city: 'Reno' } });
    expect(await refused(owner.refusal(calls.save, { params, body: { chargifyToken: session.id } }))).toMatchObject({ status: 422, field: 'chargify_token' });
  });

  test('keeps the fields of the address that are not sent', async () => {
    const { company, owner } = await withCard(outside);
    const saved = await owner.call(calls.save, {
      params: { id: company.id },
      body: { billingCity: 'Oakland', billingAddress_2: 'Suite 4', billingCountry: 'us' },
    });
    expect(saved).toMatchObject({ billingCity: 'Oakland', billingAddress_2: 'Suite 4', billingCountry: 'US', billingAddress: '1 Harbor Way' });
    const customer = cards().engine.getCustomer(await customerOf(outside, company));
    expect(customer.address).toMatchObject({ city: 'Oakland', line2: 'Suite 4' });
    const emptied = await owner.call(calls.save, { params: { id: company.id }, body: { clear: ['billingAddress_2'] } });
    expect([emptied.billingAddress_2, customer.address?.line2, emptied.billingAddress]).toEqual([undefined, '', '1 Harbor Way']);
    // Changes the card service refused are not saved here either.
    cards().faults.refuses.set('/v1/customers/:id', 400);
    expect(await refused(owner.refusal(calls.save, { params: { id: company.id }, body: { billingCity: 'Reno' } }))).toMatchObject({ status: 422 });
    cards().faults.refuses.clear();
    expect([customer.address?.city, (await owner.call(calls.get, { params: { id: company.id } })).billingCity]).toEqual(['Oakland', 'Oakland']);
  });

  test('is neither a number nor any other card data, wherever it stands and however it is written', async () => {
    const { company, owner } = await withCard(outside);
    const bodies: object[] = [
      { cc_number: '1', cc_exp: '12/34', cc_cvc: '123' },
      { billing_name: '4242424242424242' },
      { billing_address: 'Card 4242 4242-4242.4242 thanks' },
      { billing_city: '４２４２４２４２４２４２４２４２' },
      { billing_zip: '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢' },
      { chargify_token: 'x4242424242424242' },
    ];
    for (const body of bodies) {
      const reply = await owner.exchange(calls.save, { params: { id: company.id }, body });
      expect([JSON.stringify(body), reply.status]).toEqual([JSON.stringify(body), 422]);
      expect(reply.text).not.toMatch(/4242|٤٢٤٢|４２/);
    }
    const named = await owner.exchange(routes.companies.update, { params: { id: company.id }, body: { name: 'Acme 4242424242424242' } });
    expect(named.status).toBe(422);
  });
});

describe('a subscription', () => {
  test('is started once, canceled, kept (FLOW-110, FLOW-112)', async () => {
    const { company, owner } = await withCard(outside);
    const started = await owner.call(calls.start, { body: { planId: 'premium_monthly' } });
    expect(started.subscription).toMatchObject({ state: 'active', planId: 'premium_monthly', price: 120, cancelAt: null, pending: null });
    expect(await refused(owner.refusal(calls.start, { body: { planId: 'premium_monthly' } }))).toMatchObject({ status: 422 });
    expect(await chargesOf(outside, company)).toEqual([12_000]);
    const canceled = await owner.call(calls.cancel);
    expect(canceled.subscription.state).toBe('canceling');
    expect(canceled.subscription.cancelAt).toBe(canceled.subscription.periodEnd);
    expect(await refused(owner.refusal(calls.cancel))).toMatchObject({ status: 422 });
    const kept = await owner.call(calls.cancelClear);
    expect(kept.subscription).toMatchObject({ state: 'active', cancelAt: null });
    expect(await refused(owner.refusal(calls.cancelClear))).toMatchObject({ status: 422 });
  });

  test('is started once by two at the same time', async () => {
    const { company, owner } = await withCard(outside);
    await Promise.allSettled([1, 2, 3].map(() => owner.call(calls.start, { body: { planId: 'starter_monthly' } })));
    await poll(async () => (await owner.call(calls.get, { params: { id: company.id } })).subscription.state).toBe('active');
    expect(await chargesOf(outside, company)).toEqual([3_000]);
  });

  test('is downsold at the end of the period instead of ended, and the change is reverted (FLOW-111, FLOW-113)', async () => {
    const { company, owner } = await withPlan(outside);
    await owner.call(calls.cancel);
    const preview = await owner.call(calls.preview, { query: { change: 'downsell', planId: 'starter_monthly' } });
    expect(preview).toMatchObject({ dueNow: 0, next: 30 });
    const changed = await owner.call(calls.downsell, { params: { planId: 'starter_monthly' } });
    expect(changed.subscription).toMatchObject({ state: 'active', planId: 'premium_monthly', pending: { planId: 'starter_monthly' } });
    const reverted = await owner.call(calls.revert);
    expect(reverted.subscription).toMatchObject({ state: 'active', pending: null });
    expect(await refused(owner.refusal(calls.revert))).toMatchObject({ status: 422 });
    await owner.call(calls.downsell, { params: { planId: 'starter_monthly' } });
    expect((await owner.call(calls.cancel)).subscription).toMatchObject({ state: 'canceling', pending: null });
    expect(await chargesOf(outside, company)).toEqual([12_000]);
  });

  test('is not downsold to a plan that is no smaller, or below what is in use', async () => {
    const { company, owner } = await withPlan(outside);
    expect(await refused(owner.refusal(calls.downsell, { params: { planId: 'deluxe_monthly' } }))).toMatchObject({ status: 422, field: 'plan_id' });
    for (let at = 0; at < 7; at += 1) await outside.server.number(company);
    const refusal = await owner.refusal(calls.downsell, { params: { planId: 'starter_monthly' } });
    expect(refusal.body.message).toBe('Remove 2 numbers first: Starter, monthly includes 5 numbers and 5 users');
  });

  test('becomes yearly by an offer that was viewed before, once (FLOW-115, FLOW-116, RULE-195)', async () => {
    const { company, owner } = await withPlan(outside);
    const [offer] = (await owner.call(calls.offers)).data;
    expect(offer).toMatchObject({ planId: 'premium_yearly', viewed: false, used: false, price: 1_200, monthlyTotal: 1_440 });
    const params = { offerId: offer?.id ?? 0 };
    expect(await refused(owner.refusal(calls.updateOffer, { params, body: { used: true } }))).toMatchObject({ status: 422 });
    expect(await refused(owner.refusal(calls.updateOffer, { params, body: { viewed: true, used: true } }))).toMatchObject({ status: 422 });
    expect(await owner.call(calls.updateOffer, { params, body: { viewed: true } })).toMatchObject({ viewed: true, used: false });
    const { dueNow } = await owner.call(calls.preview, { query: { change: 'yearly' } });
    expect(await owner.call(calls.updateOffer, { params, body: { used: true } })).toMatchObject({ viewed: true, used: true });
    expect(await refused(owner.refusal(calls.updateOffer, { params, body: { used: true } }))).toMatchObject({ status: 422 });
    expect((await owner.call(calls.get, { params: { id: company.id } })).subscription).toMatchObject({ planId: 'premium_yearly', price: 1_200 });
    const [, second] = await chargesOf(outside, company);
    expect(second).toBe(dueNow * 100);
    expect((await owner.call(calls.invoices)).data[0]).toMatchObject({ status: 'paid', total: dueNow });
  });

  test('is charged the amount that was reviewed, or not at all', async () => {
    const { company, owner } = await withCard(outside);
    const started = await owner.exchange(calls.start, { body: { planId: 'premium_monthly', dueNow: 100 } });
    expect([started.status, started.text]).toEqual([409, expect.stringContaining('The cost is $120.00 now. Review the change again.')]);
    expect(await chargesOf(outside, company)).toEqual([]);
    await owner.call(calls.start, { body: { planId: 'premium_monthly', dueNow: 120 } });
    const [offer] = (await owner.call(calls.offers)).data;
    const params = { offerId: offer?.id ?? 0 };
    await owner.call(calls.updateOffer, { params, body: { viewed: true } });
    const { dueNow, proratedAt } = await owner.call(calls.preview, { query: { change: 'yearly' } });
    const at = proratedAt ?? '';
    const use = (body: { dueNow?: number; proratedAt?: string; used?: boolean; viewed?: boolean }) =>
      refused(owner.refusal(calls.updateOffer, { params, body: { used: true, ...body } }));
    expect(await use({ dueNow: dueNow - 1, proratedAt: at })).toMatchObject({ status: 409 });
    expect(await use({ dueNow, proratedAt: new Date(Date.now() - 2 * 3_600_000).toISOString() })).toMatchObject({ status: 409 });
    expect(await use({ dueNow, proratedAt: new Date(Date.now() + 3_600_000).toISOString() })).toMatchObject({ status: 409 });
    expect(await use({ proratedAt: at })).toMatchObject({ status: 422, field: 'prorated_at' });
    expect(await use({ used: false, viewed: true, dueNow })).toMatchObject({ status: 422, field: 'due_now' });
    expect(await owner.call(calls.updateOffer, { params, body: { used: true, dueNow, proratedAt: at } })).toMatchObject({ used: true });
    expect(await chargesOf(outside, company)).toEqual([12_000, Math.round(dueNow * 100)]);
  });

  test('is charged what was reviewed, though the clock goes on before the change is made', async () => {
    const { company, owner } = await withPlan(outside);
    const advance = createClock(outside, await customerOf(outside, company));
    const [offer] = (await owner.call(calls.offers)).data;
    const params = { offerId: offer?.id ?? 0 };
    await owner.call(calls.updateOffer, { params, body: { viewed: true } });
    const { dueNow } = await owner.call(calls.preview, { query: { change: 'yearly' } });
    const { faults } = cards();
    let isReviewed = false;
    faults.beforeWrite = (path) => {
      isReviewed ||= path === '/v1/invoices/create_preview';
    };
    faults.holdRead = async () => {
      if (isReviewed) advance(1);
      isReviewed = false;
    };
    const used = await owner.exchange(calls.updateOffer, { params, body: { used: true, dueNow } });
    [faults.beforeWrite, faults.holdRead] = [null, null];
    expect([used.status, await chargesOf(outside, company)]).toEqual([200, [12_000, Math.round(dueNow * 100)]]);
  });

  test('that is canceled stays canceled: it is not made yearly, and a smaller plan that fails sets the end back', async () => {
    const { company, owner } = await withPlan(outside);
    const [offer] = (await owner.call(calls.offers)).data;
    const params = { offerId: offer?.id ?? 0 };
    await owner.call(calls.updateOffer, { params, body: { viewed: true } });
    const { cancelAt } = (await owner.call(calls.cancel)).subscription;
    const message = 'The subscription is set to end. Choose “Keep subscription” first.';
    expect((await owner.refusal(calls.updateOffer, { params, body: { used: true } })).body.message).toBe(message);
    expect((await owner.refusal(calls.preview, { query: { change: 'yearly' } })).body.message).toBe(message);
    const { refuses } = cards().faults;
    for (const path of ['/v1/subscription_schedules', '/v1/subscription_schedules/:id']) {
      refuses.set(path, 400);
      expect(await refused(owner.refusal(calls.downsell, { params: { planId: 'starter_monthly' } }))).toMatchObject({ status: 422 });
      refuses.delete(path);
      expect((await owner.call(calls.get, { params: { id: company.id } })).subscription).toMatchObject({ state: 'canceling', cancelAt, pending: null });
    }
    expect(await chargesOf(outside, company)).toEqual([12_000]);
  });

  test('on a price that is no longer sold keeps it, and its plan, until the end of the period', async () => {
    const { company, owner } = await withCard(outside);
    const params = { id: company.id };
    const customer = await customerOf(outside, company);
    const { engine } = cards();
    engine.subscribe({ customer, price: 'price_premium_monthly_2024', trialEnd: null });
    await poll(async () => (await owner.call(calls.get, { params })).subscription.price).toBe(100);
    expect((await owner.call(calls.get, { params })).subscription.planId).toBe('premium_monthly');
    expect((await owner.call(calls.downsell, { params: { planId: 'starter_monthly' } })).subscription).toMatchObject({
      planId: 'premium_monthly',
      price: 100,
      pending: { planId: 'starter_monthly' },
    });
    expect([...engine.subscriptions.values()].find((each) => each.customer === customer)?.price).toBe('price_premium_monthly_2024');
  });

  test('on a price whose metadata names the plan of another period is not taken for that plan', async () => {
    const { company, owner } = await withCard(outside);
    cards().engine.subscribe({ customer: await customerOf(outside, company), price: 'price_premium_yearly_2024', trialEnd: null });
    await poll(async () => (await owner.call(calls.get, { params: { id: company.id } })).subscription.price).toBe(1_000);
    expect((await owner.call(calls.get, { params: { id: company.id } })).subscription.planId).toBe(null);
    expect((await owner.refusal(calls.downsell, { params: { planId: 'starter_monthly' } })).body.message).toBe('Plan not recognized. Contact support.');
  });

  test('keeps its change to a smaller plan where the yearly one is declined', async () => {
    const { company, owner } = await withPlan(outside);
    const [offer] = (await owner.call(calls.offers)).data;
    const params = { offerId: offer?.id ?? 0 };
    await owner.call(calls.updateOffer, { params, body: { viewed: true } });
    await owner.call(calls.downsell, { params: { planId: 'starter_monthly' } });
    await saveCard(owner, company, emptyCard);
    expect(await refused(owner.refusal(calls.updateOffer, { params, body: { used: true } }))).toMatchObject({ status: 402 });
    expect((await owner.call(calls.get, { params: { id: company.id } })).subscription.pending).toMatchObject({ planId: 'starter_monthly' });
    expect((await owner.call(calls.offers)).data[0]).toMatchObject({ used: false });
  });

  test('is upgraded to a larger plan at once, for the difference that was reviewed; a smaller one that was pending is gone', async () => {
    const { company, owner } = await withPlan(outside, 'starter_monthly');
    const planId = 'premium_monthly' as const;
    expect(await owner.call(calls.preview, { query: { change: 'upgrade', planId } })).toMatchObject({ dueNow: 90, next: 120 });
    expect(await refused(owner.refusal(calls.upgrade, { body: { planId, dueNow: 80 } }))).toMatchObject({ status: 409 });
    const both = [1, 2].map(() => owner.exchange(calls.upgrade, { body: { planId, dueNow: 90 } }));
    expect((await Promise.all(both)).some(({ status }) => status === 200)).toBe(true);
    expect(await chargesOf(outside, company)).toEqual([3_000, 9_000]);
    expect((await owner.refusal(calls.upgrade, { body: { planId: 'starter_monthly' } })).body.message).toBe(
      'Starter, monthly is not larger than Premium, monthly',
    );
    const larger = { body: { planId: 'deluxe_monthly' } } as const;
    await owner.call(calls.cancel);
    expect((await owner.refusal(calls.upgrade, larger)).body.message).toBe('The subscription is set to end. Choose “Keep subscription” first.');
    await owner.call(calls.cancelClear);
    await owner.call(calls.downsell, { params: { planId: 'unlimited_monthly' } });
    expect((await owner.call(calls.upgrade, larger)).subscription).toMatchObject({ planId: 'deluxe_monthly', pending: null });
    expect(await chargesOf(outside, company)).toHaveLength(3);
  });

  test('on the legacy plan alone is migrated, and counted (FLOW-214, AMB-123)', async () => {
    const { company, owner } = await withPlan(outside, 'starter_monthly');
    expect(await refused(owner.refusal(calls.migrate, { body: { identifier: 'premium_monthly' } }))).toMatchObject({ status: 422 });
    const legacy = await outside.server.company();
    const person = await outside.server.worker(legacy, 'owner');
    await saveCard(person, legacy);
    cards().engine.subscribe({ customer: await customerOf(outside, legacy), price: 'price_unlimited_legacy', trialEnd: null });
    await poll(async () => (await person.call(calls.get, { params: { id: legacy.id } })).subscription.planId).toBe('unlimited_legacy');
    expect((await person.call(routes.companies.lookup)).legacyCount).toBe(1);
    expect((await owner.call(routes.companies.lookup)).legacyCount).toBe(0);
    await person.call(calls.cancel);
    expect(await refused(person.refusal(calls.migrate, { body: { identifier: 'unlimited_monthly' } }))).toMatchObject({ status: 422 });
    await person.call(calls.cancelClear);
    expect((await person.call(calls.migrate, { body: { identifier: 'unlimited_monthly' } })).subscription.planId).toBe('unlimited_monthly');
    expect((await person.call(routes.companies.lookup)).legacyCount).toBe(0);
    expect(await chargesOf(outside, company)).toEqual([3_000]);
  });

  test('shows a pending refund until it is complete (FLOW-114)', async () => {
    const { company, owner } = await withPlan(outside);
    const customer = await customerOf(outside, company);
    const { engine } = cards();
    const intent = engine.invoices.find((invoice) => invoice.customer === customer)?.intent ?? '';
    const refund = engine.refund(intent, 'pending');
    await poll(async () => (await owner.call(calls.get, { params: { id: company.id } })).subscription.state).toBe('refunding');
    expect(await refused(owner.refusal(calls.cancel))).toMatchObject({ status: 422 });
    engine.endRefund(refund);
    await poll(async () => (await owner.call(calls.get, { params: { id: company.id } })).subscription.state).toBe('active');
  });
});

test('billing is for those who may see it, the subscription for owners', async () => {
  const { company } = await withPlan(outside);
  const user = await outside.server.worker(company, 'user');
  const params = { id: company.id };
  expect(await refused(user.refusal(calls.get, { params }))).toMatchObject({ status: 403 });
  expect(await refused(user.refusal(calls.invoices))).toMatchObject({ status: 403 });
  expect(await refused(user.refusal(calls.usage))).toMatchObject({ status: 403 });
  expect(await refused(user.refusal(calls.offers))).toMatchObject({ status: 403 });
  const clerk = await outside.server.worker(company, 'billing');
  expect((await clerk.call(calls.get, { params })).subscription.state).toBe('active');
  expect(await refused(clerk.refusal(calls.preview, { query: { change: 'cancel' } }))).toMatchObject({ status: 403 });
  expect(await refused(clerk.refusal(calls.cancel))).toMatchObject({ status: 403 });
});

test('an invoice is a PDF; another company’s is not there', async () => {
  const { owner } = await withPlan(outside);
  const [invoice] = (await owner.call(calls.invoices)).data;
  expect(invoice).toMatchObject({ status: 'paid', total: 120, amountDue: 0 });
  const reply = await owner.exchange(calls.invoicePdf, { params: { id: invoice?.id ?? 0 } });
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(reply.text).toMatch(/^%PDF-1\.4[\s\S]*KEY-\d+[\s\S]*%%EOF\n$/);
  const other = await withPlan(outside);
  expect(await refused(other.owner.refusal(calls.invoicePdf, { params: { id: invoice?.id ?? 0 } }))).toMatchObject({ status: 404 });
});

test('a year that began on the 31st is measured by months that end on their last day', async () => {
  const company = await outside.server.company();
  await putOnPlan(outside, company, 'premium_yearly', 'active', { periodStart: '2026-01-31T00:00:00.000Z', periodEnd: '2027-01-31T00:00:00.000Z' });
  const usage = (now: string) => outside.server.services.tenancy.companyReading([company.id], null, () => readUsage(new Date(now)));
  const months = [];
  for (const now of ['2026-02-10', '2026-03-01', '2026-04-30T12:00:00Z']) {
    const { periodStart, periodEnd } = await usage(now);
    months.push(`${periodStart.slice(0, 10)} ${periodEnd.slice(0, 10)}`);
  }
  expect(months).toEqual(['2026-01-31 2026-02-28', '2026-02-28 2026-03-31', '2026-04-30 2026-05-31']);
});

test('usage counts the period beside what the plan includes', async () => {
  const { company, owner } = await withPlan(outside, 'starter_monthly');
  const { id: number_id } = await outside.server.number(company);
  await outside.server.owner
    .insertInto('calls')
    .values({ company_id: company.id, number_id, recipient: '+13125550199', is_inbound: true, result: 'answered', started_at: new Date(), duration: 61 })
    .execute();
  expect(await owner.call(calls.usage)).toMatchObject({
    planId: 'starter_monthly',
    minutes: { used: 2, included: 1_000 },
    segments: { used: 0, included: 1_000 },
    numbers: { used: 1, included: 5, forecast: 1 },
    users: { used: 1, included: 5 },
  });
});

test('the banner has the amount in dollars (AMB-72)', () => {
  expect(formatPastDueBanner(1_234.5)).toBe(
    'Your account has an outstanding balance of $1,234.50. Please update your payment info to reactivate your account.',
  );
});
