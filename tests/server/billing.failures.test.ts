/** Payments that fail, a vendor that fails, and fees, against the sandbox's card vendor, spoken to by the official SDK. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { signCardEvent } from '#sandbox/cards/webhooks.ts';
import { workOnBilling } from '#server/domains/billing/worker.ts';
import { chargesOf, createClock, customerOf, day, emptyCard, poll, saveCard, wake, withCard, withPlan } from './billing.stage.ts';
import { type Outside, startOutside } from './outside.ts';
import { refused } from './stage.ts';

const calls = routes.billing;
let outside: Outside;

beforeAll(async () => {
  outside = await startOutside();
});
afterAll(() => outside.close());

const cards = () => outside.sandbox.cards;

describe('a subscription', () => {
  test('goes from trial to expired as the clock goes: active, payment failed, four retries, over (FLOW-114)', async () => {
    const { company, owner } = await withCard(outside);
    const customer = await customerOf(outside, company);
    const advance = createClock(outside, customer);
    const { engine } = cards();
    const state = async () => (await owner.call(calls.get, { params: { id: company.id } })).subscription.state;
    engine.subscribe({ customer, price: 'price_starter_monthly', trialEnd: Math.floor(Date.now() / 1_000) + 14 * day });
    await poll(state).toBe('active');
    expect((await owner.call(calls.get, { params: { id: company.id } })).subscription.trialEnd).not.toBeNull();
    advance(15);
    await poll(async () => (await owner.call(calls.invoices)).data.map(({ status }) => status)).toEqual(['paid']);
    await saveCard(owner, company, emptyCard);
    advance(31);
    await poll(state).toBe('retry_period');
    expect(await owner.call(calls.get, { params: { id: company.id } })).toMatchObject({ isPastDue: true, amountDue: 30 });
    advance(23);
    await poll(state).toBe('expired');
    expect(await owner.call(calls.get, { params: { id: company.id } })).toMatchObject({ isPastDue: true, amountDue: 30 });
  });

  test('that is past due is paid by a new card, and by a retry; a card that fails keeps it past due (RULE-185, FLOW-122)', async () => {
    const { company, owner } = await withPlan(outside);
    const advance = createClock(outside, await customerOf(outside, company));
    await saveCard(owner, company, emptyCard);
    advance(32);
    await poll(async () => (await owner.call(calls.get, { params: { id: company.id } })).subscription.state).toBe('retry_period');
    expect(await saveCard(owner, company, emptyCard)).toMatchObject({ isPastDue: true, charged: 0 });
    expect(await refused(owner.refusal(calls.retry, { params: { id: company.id } }))).toMatchObject({ status: 402, code: 'card_declined' });
    expect(await refused(owner.refusal(calls.retry, { params: { id: company.id }, body: { dueNow: 60 } }))).toMatchObject({ status: 409 });
    expect(await saveCard(owner, company)).toMatchObject({ isPastDue: false, amountDue: 0, charged: 120, subscription: { state: 'active' } });
    expect(await chargesOf(outside, company)).toEqual([12_000, 12_000]);
    advance(31);
    await saveCard(owner, company, emptyCard);
    advance(31);
    await poll(async () => (await owner.call(calls.get, { params: { id: company.id } })).subscription.state).toBe('retry_period');
    // The bank lets charges through again.
    const { engine } = cards();
    for (const card of engine.cards.values())
      if (card.customer === (await customerOf(outside, company))) engine.cards.set(card.id, { ...card, isDeclined: false });
    expect(await owner.call(calls.retry, { params: { id: company.id }, body: {} })).toMatchObject({ isPastDue: false, subscription: { state: 'active' } });
    expect(await refused(owner.refusal(calls.retry, { params: { id: company.id } }))).toMatchObject({ status: 422 });
  });

  test('that the vendor keeps unpaid after the last retry is no place for a second one; paying its invoice makes it active', async () => {
    const { company, owner } = await withPlan(outside);
    const customer = await customerOf(outside, company);
    const advance = createClock(outside, customer);
    await saveCard(owner, company, emptyCard);
    const { engine } = cards();
    const ours = () => [...engine.subscriptions.values()].filter((each) => each.customer === customer);
    engine.settings.afterRetries = 'unpaid';
    advance(60);
    engine.settings.afterRetries = 'canceled';
    expect(ours().map(({ status }) => status)).toEqual(['unpaid']);
    for (const [id, card] of engine.cards) if (card.customer === customer) engine.cards.set(id, { ...card, isDeclined: false });
    expect((await owner.refusal(calls.start, { body: { planId: 'premium_monthly' } })).body.message).toBe('This company has a subscription already');
    expect(await owner.call(calls.get, { params: { id: company.id } })).toMatchObject({
      isPastDue: true,
      amountDue: 120,
      subscription: { state: 'retry_period' },
    });
    expect(await owner.call(calls.retry, { params: { id: company.id } })).toMatchObject({ isPastDue: false, subscription: { state: 'active' } });
    expect(ours().map(({ status }) => status)).toEqual(['active']);
    expect(await chargesOf(outside, company)).toEqual([12_000, 12_000]);
  });

  test('is paid where a payment failed, not where an invoice of another kind is open; one that was paid meanwhile is as good', async () => {
    const { company, owner } = await withPlan(outside);
    const customer = await customerOf(outside, company);
    const { engine } = cards();
    const params = { id: company.id };
    const invoice = engine.invoices.find((each) => each.customer === customer);
    if (!invoice) throw new Error('No invoice');
    invoice.status = 'open';
    await wake(outside, company.id);
    await poll(async () => (await owner.call(calls.invoices)).data[0]?.status).toBe('open');
    expect((await owner.refusal(calls.retry, { params })).body.message).toBe('Nothing is overdue');
    invoice.status = 'paid';
    const advance = createClock(outside, customer);
    await saveCard(owner, company, emptyCard);
    advance(32);
    await poll(async () => (await owner.call(calls.get, { params })).subscription.state).toBe('retry_period');
    const overdue = engine.invoices.find((each) => each.customer === customer && each.status === 'open');
    for (const [id, card] of engine.cards) if (card.customer === customer) engine.cards.set(id, { ...card, isDeclined: false });
    // The vendor's own retry is faster than ours by a moment.
    cards().faults.beforeWrite = (path) => {
      if (path === '/v1/invoices/:id/pay' && overdue?.status === 'open') engine.pay(overdue.id);
    };
    try {
      expect(await owner.call(calls.retry, { params })).toMatchObject({ isPastDue: false, subscription: { state: 'active' } });
    } finally {
      cards().faults.beforeWrite = null;
    }
    expect(await chargesOf(outside, company)).toEqual([12_000, 12_000]);
  });
});

describe('the vendor', () => {
  test('that is away leaves the copies, says so, and changes nothing', async () => {
    const { company, owner } = await withPlan(outside);
    cards().faults.isAway = true;
    try {
      expect(await refused(owner.refusal(calls.cancel))).toMatchObject({ status: 424, code: 'card_service' });
      // All that the screen asks, at once as the screen does; the best of five, since the machine may be busy.
      const times: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const before = performance.now();
        await Promise.all([
          owner.call(calls.get, { params: { id: company.id } }),
          owner.call(calls.invoices),
          owner.call(calls.usage),
          owner.call(calls.offers),
        ]);
        times.push(performance.now() - before);
      }
      expect(Math.min(...times)).toBeLessThan(300);
      const billing = await owner.call(calls.get, { params: { id: company.id } });
      expect(billing).toMatchObject({ isStale: true, subscription: { state: 'active' } });
    } finally {
      cards().faults.isAway = false;
    }
    expect((await owner.call(calls.cancel)).isStale).toBe(false);
  });

  test('whose reply is lost has charged once', async () => {
    const { company, owner } = await withCard(outside);
    cards().faults.losesReplies = 1;
    await owner.call(calls.start, { body: { planId: 'deluxe_monthly' } });
    expect(await chargesOf(outside, company)).toEqual([24_000]);
  });

  test('whose answer is missing once the change is committed is not said to have charged nothing; the job finishes it', async () => {
    const [lost, left] = [await withCard(outside), await withCard(outside)];
    // An event would wake the job, which would ask in between.
    cards().events.isSilent = true;
    try {
      // The official client asks twice.
      cards().faults.losesReplies = 2;
      expect(await refused(lost.owner.refusal(calls.start, { body: { planId: 'deluxe_monthly' } }))).toMatchObject({ status: 424, code: 'card_unconfirmed' });
      cards().faults.leavesAfter = '/v1/subscriptions';
      expect(await refused(left.owner.refusal(calls.start, { body: { planId: 'deluxe_monthly' } }))).toMatchObject({ status: 424, code: 'card_unconfirmed' });
    } finally {
      Object.assign(cards().faults, { losesReplies: 0, leavesAfter: null, isAway: false });
      cards().events.isSilent = false;
    }
    for (const { company, owner } of [lost, left]) {
      expect(await chargesOf(outside, company)).toEqual([24_000]);
      await wake(outside, company.id);
      await poll(async () => (await owner.call(calls.get, { params: { id: company.id } })).subscription.state).toBe('active');
      expect(await refused(owner.refusal(calls.start, { body: { planId: 'deluxe_monthly' } }))).toMatchObject({ status: 422 });
      expect(await chargesOf(outside, company)).toEqual([24_000]);
    }
  });

  test('that keeps a failure of its own under the key of a request is asked what became of it', async () => {
    const { company, owner } = await withCard(outside);
    const { faults } = cards();
    faults.refuses.set('/v1/subscriptions', 500);
    expect(await refused(owner.refusal(calls.start, { body: { planId: 'deluxe_monthly' } }))).toMatchObject({ status: 422 });
    faults.refuses.clear();
    expect(await chargesOf(outside, company)).toEqual([]);
    faults.breaksAfter = '/v1/subscriptions';
    try {
      expect(await owner.call(calls.start, { body: { planId: 'deluxe_monthly' } })).toMatchObject({ subscription: { state: 'active' } });
    } finally {
      faults.breaksAfter = null;
    }
    expect(await chargesOf(outside, company)).toEqual([24_000]);
    // A customer, too, is made under another key.
    const young = await outside.server.company();
    const person = await outside.server.worker(young, 'owner');
    faults.refuses.set('/v1/customers', 500);
    expect(await refused(person.refusal(calls.securityToken))).toMatchObject({ status: 424, code: 'card_service' });
    faults.refuses.clear();
    await saveCard(person, young);
  });

  test('nudges: events that come late and twice end in what it says when asked', async () => {
    const { company, owner } = await withPlan(outside);
    const customer = await customerOf(outside, company);
    const { engine, events } = cards();
    Object.assign(events, { copies: 2, lateMs: 150 });
    const subscription = [...engine.subscriptions.values()].find((each) => each.customer === customer);
    for (const at of [subscription?.end ?? 0, null, subscription?.end ?? 0]) engine.update(subscription?.id ?? '', { cancelAt: at });
    Object.assign(events, { copies: 1, lateMs: 0 });
    await poll(async () => (await owner.call(calls.get, { params: { id: company.id } })).subscription.state).toBe('canceling');
  });

  test('whose older answer comes after a newer one changes nothing', async () => {
    const { company, owner } = await withPlan(outside);
    const customer = await customerOf(outside, company);
    const { engine, events, faults } = cards();
    const state = async () => (await owner.call(calls.get, { params: { id: company.id } })).subscription.state;
    const subscription = [...engine.subscriptions.values()].find((each) => each.customer === customer);
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    events.isSilent = true;
    faults.holdRead = async (path) => {
      if (path !== '/v1/subscriptions') return;
      faults.holdRead = null;
      held.resolve();
      await released.promise;
    };
    const older = owner.exchange(calls.preview, { query: { change: 'cancel' } });
    await held.promise;
    engine.update(subscription?.id ?? '', { cancelAt: subscription?.end ?? 0 });
    await wake(outside, company.id);
    await poll(state).toBe('canceling');
    released.resolve();
    // The question that was asked first is answered by now, and finds the newer answer in place.
    expect((await older).text).toContain('Already canceled');
    expect(await state()).toBe('canceling');
    events.isSilent = false;
  });

  test('is known by its signature: forged, old and unsigned events are refused, unknown customers set aside', async () => {
    const { webhookSecret } = outside.server.config.cards ?? { webhookSecret: '' };
    const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', data: { object: { id: 'cus_nobody', object: 'customer' } } });
    const post = async (signature: string | null, text = body) =>
      (
        await fetch(`${outside.publicUrl}/webhooks/cards`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(signature === null ? {} : { 'stripe-signature': signature }) },
          body: text,
        })
      ).status;
    const now = Math.floor(Date.now() / 1_000);
    expect(await post(null)).toBe(403);
    expect(await post(signCardEvent('whsec_another', body))).toBe(403);
    expect(await post(signCardEvent(webhookSecret, body), body.replace('nobody', 'somebody'))).toBe(403);
    expect(await post(signCardEvent(webhookSecret, body, now - 400))).toBe(403);
    expect(await post(signCardEvent(webhookSecret, body))).toBe(200);
    expect(await post(signCardEvent(webhookSecret, body))).toBe(200);
    const rows = () => outside.server.owner.selectFrom('carrier_webhooks').select('quarantined').where('dedupe_key', '=', 'cards.event:evt_1').execute();
    await poll(rows).toEqual([{ quarantined: 'Customer not found' }]);
  });
});

test('fees of registrations are items of the next invoice, each once', async () => {
  const { company, owner } = await withPlan(outside);
  const customer = await customerOf(outside, company);
  await outside.server.owner
    .insertInto('sms_fees')
    .values([
      { company_id: company.id, campaign_key: `fees-${company.id}`, round: 1, kind: 'brand', cents: 450, as_of: '2026-11-01' },
      { company_id: company.id, campaign_key: `fees-${company.id}`, round: 1, kind: 'campaign_review', cents: 1_500, as_of: '2026-11-01' },
    ])
    .execute();
  expect((await owner.call(calls.get, { params: { id: company.id } })).nextFees).toBe(19.5);
  const { engine } = cards();
  const subscription = [...engine.subscriptions.values()].find((each) => each.customer === customer);
  engine.update(subscription?.id ?? '', {});
  await poll(async () => engine.items.filter((item) => item.customer === customer).map(({ amount }) => amount)).toEqual([450, 1_500]);
  await poll(async () => (await owner.call(calls.get, { params: { id: company.id } })).nextFees).toBe(0);
  const advance = createClock(outside, customer);
  advance(32);
  await poll(async () => (await owner.call(calls.invoices)).data[0]?.total).toBe(139.5);
  engine.update(subscription?.id ?? '', {});
  await poll(async () => (await owner.call(calls.invoices)).meta.total).toBe(2);
  expect(engine.items.filter((item) => item.customer === customer)).toHaveLength(2);
});

test('a fee whose key the vendor has forgotten is added once by two workers, and found though the clocks differ', async () => {
  const { company } = await withPlan(outside);
  const customer = await customerOf(outside, company);
  const { engine } = cards();
  const triedAt = new Date(Date.now() - 24 * 3_600_000);
  const items = () => engine.items.filter((item) => item.customer === customer).map(({ metadata }) => metadata.fee_id);
  const insert = (round: number, wasMade: boolean) =>
    outside.server.owner.transaction().execute(async (trx) => {
      const fee = { company_id: company.id, campaign_key: `twice-${company.id}`, round, kind: 'brand', cents: 450, as_of: '2026-11-01' } as const;
      const { id } = await trx.insertInto('sms_fees').values(fee).returning('id').executeTakeFirstOrThrow();
      await trx.insertInto('billing_fee_items').values({ company_id: company.id, fee_id: id, tried_at: triedAt }).execute();
      const made = { customer, amount: 450, description: '', metadata: { fee_id: String(id) } };
      // By the vendor's clock it was made a little before we asked.
      if (wasMade) engine.addItem({ ...made, created: Math.floor(triedAt.getTime() / 1_000) - 60 });
      return String(id);
    });
  const work = () => workOnBilling(outside.server.services, { companyId: company.id });
  const made = await insert(1, true);
  await work();
  expect(items()).toEqual([made]);
  const lost = await insert(2, false);
  await Promise.all([work(), work()]);
  expect(items()).toEqual([made, lost]);
});

test('a company that is closed ends its subscription with the period, and keeps it where it is opened again', async () => {
  const unit = await outside.server.organization();
  const { company, owner } = await withPlan(outside);
  await outside.server.owner.updateTable('companies').set({ organization_id: unit.id }).where('id', '=', company.id).execute();
  const person = await outside.server.person();
  const head = await outside.server.signedIn(person);
  await outside.server.owner.insertInto('organization_users').values({ organization_id: unit.id, user_id: person.id }).execute();
  await head.call(routes.organizations.setStatus, { params: { orgId: unit.id, accountId: company.id }, body: { status: 'closed' } });
  const customer = await customerOf(outside, company);
  const ending = async () => [...cards().engine.subscriptions.values()].find((each) => each.customer === customer)?.cancelAt ?? null;
  await poll(ending).not.toBeNull();
  await head.call(routes.organizations.setStatus, { params: { orgId: unit.id, accountId: company.id }, body: { status: 'active' } });
  await poll(ending).toBeNull();
  // Cancellations by a person stay when the company is reopened.
  await owner.call(calls.cancel);
  const setStatus = (status: 'closed' | 'active') =>
    head.call(routes.organizations.setStatus, { params: { orgId: unit.id, accountId: company.id }, body: { status } });
  await setStatus('closed');
  await setStatus('active');
  await workOnBilling(outside.server.services, { companyId: company.id });
  expect(await ending()).not.toBeNull();
});

test('a fee whose key the vendor has forgotten is looked for before it is added again', async () => {
  const { company, owner } = await withPlan(outside);
  const customer = await customerOf(outside, company);
  const { engine, faults } = cards();
  const database = outside.server.owner;
  const insertFee = (trx: Pick<typeof database, 'insertInto'>, round: number) => {
    const fee = { company_id: company.id, campaign_key: `old-${company.id}`, round, kind: 'brand', cents: 450, as_of: '2026-11-01' } as const;
    return trx.insertInto('sms_fees').values(fee).returning('id').executeTakeFirstOrThrow();
  };
  const nextFees = async () => (await owner.call(calls.get, { params: { id: company.id } })).nextFees;
  const count = () => engine.items.filter((item) => item.customer === customer).length;
  const dayAgo = new Date(Date.now() - 24 * 3_600_000);
  // The item was made a day ago; its reply never came.
  // At once: a job that an event has woken would hand the fee over in between.
  const lost = await database.transaction().execute(async (trx) => {
    const { id } = await insertFee(trx, 1);
    await trx.insertInto('billing_fee_items').values({ company_id: company.id, fee_id: id, tried_at: dayAgo }).execute();
    engine.addItem({ customer, amount: 450, description: '', metadata: { fee_id: String(id) } });
    return id;
  });
  await wake(outside, company.id);
  await poll(nextFees).toBe(0);
  expect([count(), engine.items.at(-1)?.metadata.fee_id]).toEqual([1, String(lost)]);
  // One that was never made is made now, though the vendor kept a failure of its own under the first key.
  faults.refuses.set('/v1/invoiceitems', 500);
  const { id: failed } = await insertFee(database, 2);
  await wake(outside, company.id);
  const triedAt = async () =>
    (await database.selectFrom('billing_fee_items').select('tried_at').where('fee_id', '=', failed).executeTakeFirst())?.tried_at?.getTime() ?? Date.now();
  await poll(async () => Date.now() - (await triedAt()) > 23 * 3_600_000).toBe(true);
  faults.refuses.clear();
  await wake(outside, company.id);
  await poll(nextFees).toBe(0);
  expect(count()).toBe(2);
});

test('the sweep leaves an ended subscription alone, whose fees wait for the next one', async () => {
  const { company, owner } = await withPlan(outside);
  const sweep = async () =>
    (await sql<{ id: number }>`select open_billing() as id`.execute(outside.server.owner)).rows.map(({ id }) => Number(id)).includes(company.id);
  await outside.server.owner
    .insertInto('sms_fees')
    .values({ company_id: company.id, campaign_key: `ended-${company.id}`, round: 1, kind: 'brand', cents: 450, as_of: '2026-11-01' })
    .execute();
  expect(await sweep()).toBe(true);
  const { engine } = cards();
  const customer = await customerOf(outside, company);
  const advance = createClock(outside, customer);
  await owner.call(calls.cancel);
  const subscription = [...engine.subscriptions.values()].find((each) => each.customer === customer);
  if (!subscription) throw new Error('No subscription');
  cards().events.isSilent = true;
  advance(32);
  cards().events.isSilent = false;
  await outside.server.owner.updateTable('billing_fee_items').set({ item_id: null }).where('company_id', '=', company.id).execute();
  await wake(outside, company.id);
  await poll(async () => (await owner.call(calls.get, { params: { id: company.id } })).subscription.state).toBe('expired');
  expect(await sweep()).toBe(false);
});
