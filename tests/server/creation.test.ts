/** A company with its number, its card and its plan, made by one call that is repeated until all is there (CALL-094). */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { resumeCreation } from '#server/domains/companies/creation.ts';
import { onFailpoint } from '#server/jobs/failpoints.ts';
import { jobsSchema } from '#server/jobs/pgBossQueue.ts';
import { chargesOf, emptyCard, enterCard } from './billing.stage.ts';
import { Refused } from './harness.ts';
import { type Outside, startOutside } from './outside.ts';
import { refused } from './stage.ts';

const { create, creation, slim } = routes.companies;

let outside: Outside;
beforeAll(async () => {
  outside = await startOutside();
});
afterAll(() => outside.close());
afterEach(() => onFailpoint(() => {}));

const newKey = () => `creation-${randomBytes(6).toString('hex')}`;
const info = (name: string) => ({ companyInfo: { name, timezone: 'America/Denver' } });

async function newcomer() {
  const person = await outside.server.person();
  return outside.server.signedIn(person);
}
type Newcomer = Awaited<ReturnType<typeof newcomer>>;

/** Numbers that can be bought, each once in a run. */
const offered = (() => {
  let at = 0;
  return async (count = 1) => {
    const company = await outside.server.company();
    const owner = await outside.server.worker(company, 'owner');
    const { data } = await owner.call(routes.purchase.locate, { body: { searchUpdated: { areaCode: '212' }, limit: 40 } });
    at += count;
    return data.slice(at - count, at);
  };
})();

const numbersOf = async (id: number) => {
  const rows = await outside.server.owner.selectFrom('phone_numbers').select('number').where('company_id', '=', id).execute();
  return rows.map(({ number }) => number);
};

/** Repeats the question until the answer is this one. */
async function until<T>(ask: () => Promise<T>, isRight: (answer: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await ask();
    if (isRight(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('It never came to that');
}
const ownOf = (ana: Newcomer, key: string) => async () => (await ana.call(creation, { query: { key } })).data;
const faultsOf = async (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error: unknown) => (error instanceof Refused ? error.body.errors.map(({ field, detail }) => [field, detail]) : Promise.reject(error)),
  );

describe('a number', () => {
  test('is ordered with the company, once a key, and stands in the answer', async () => {
    const ana = await newcomer();
    const [offer] = await offered();
    const key = newKey();
    const number = { number: offer?.number ?? '', nationalNumber: offer?.nationalNumber, vanity: null, providerId: 1 as const };
    const body = { key, ...info('With a number'), number };
    const [made, again] = await Promise.all([ana.call(create, { body }), ana.call(create, { body })]);
    expect(made).toMatchObject({ actAs: 'owner', creation: { key, companyId: made.id, number: { number: offer?.number }, plan: null, billing: null } });
    expect(again.id).toBe(made.id);
    expect(again.creation.number?.purchaseKey).toBe(made.creation.number?.purchaseKey);
    const done = await until(ownOf(ana, key), (own) => own?.number?.state === 'bought');
    expect(done).toMatchObject({ number: { reason: null } });
    expect(await numbersOf(made.id)).toEqual([offer?.number]);
    await ana.call(create, { body });
    const orders = await outside.server.owner.selectFrom('number_purchases').select('id').where('company_id', '=', made.id).execute();
    expect(orders).toHaveLength(1);
  });

  test('has the letters it was found by', async () => {
    const ana = await newcomer();
    const owner = await outside.server.worker(await outside.server.company(), 'owner');
    const found = await owner.call(routes.purchase.locate, { body: { searchUpdated: { prefix: '8**', match: 'ends_with', pattern: 'PLUMB' }, limit: 1 } });
    const [offer] = found.data;
    expect(offer?.vanity).toContain('LUMB');
    const key = newKey();
    const made = await ana.call(create, { body: { key, ...info('Plumbers'), number: { number: offer?.number ?? '', vanity: offer?.vanity, providerId: 2 } } });
    await until(ownOf(ana, key), (own) => own?.number?.state === 'bought');
    const row = await outside.server.owner.selectFrom('phone_numbers').select(['label', 'vanity']).where('company_id', '=', made.id).executeTakeFirstOrThrow();
    expect(row).toEqual({ label: offer?.vanity, vanity: offer?.vanity });
  });

  test('that cannot be bought is said, and another one is ordered under the same key', async () => {
    const ana = await newcomer();
    const taken = await outside.server.number(await outside.server.company());
    const key = newKey();
    const made = await ana.call(create, { body: { key, ...info('Taken'), number: { number: taken.number } } });
    const refusedNow = await until(ownOf(ana, key), (own) => own?.number?.state === 'refused');
    expect(refusedNow?.number?.reason).toBe('Someone else bought it first');
    const [offer] = await offered();
    const next = await ana.call(create, { body: { key, ...info('Taken'), number: { number: offer?.number ?? '' } } });
    expect(next.id).toBe(made.id);
    await until(ownOf(ana, key), (own) => own?.number?.state === 'bought');
    expect(await numbersOf(made.id)).toEqual([offer?.number]);
    const [third] = await offered();
    expect(await refused(ana.refusal(create, { body: { key, ...info('Taken'), number: { number: third?.number ?? '' } } }))).toMatchObject({ status: 409 });
    expect(await numbersOf(made.id)).toEqual([offer?.number]);
  });

  test('is sent or skipped, exactly one of both, and fits its other fields: else nothing is made', async () => {
    const ana = await newcomer();
    const wrong = async (given: Readonly<Record<string, unknown>>) => {
      const { body } = new Refused('POST /companies', await ana.exchange(create, { body: { companyInfo: { name: 'Wrong' }, ...given } }));
      return body.errors.map(({ field }) => field);
    };
    expect(await wrong({})).toEqual(['skip_number']);
    expect(await wrong({ skipNumber: 1, number: { number: '+12125550190' } })).toEqual(['skip_number']);
    expect(await wrong({ number: { number: 'none' } })).toEqual(['number.number']);
    expect(await wrong({ number: { number: '+493012345678' } })).toEqual(['number.number']);
    expect(await wrong({ number: { number: '+12125550190', nationalNumber: '2125550191' } })).toEqual(['number.national_number']);
    expect(await wrong({ number: { number: '+12125550190', vanity: '212-555-CAKE' } })).toEqual(['number.vanity']);
    expect(await wrong({ number: { number: '+12125550190', providerId: 2 } })).toEqual(['number.provider_id']);
    expect(await wrong({ skipNumber: 1, planId: 'unlimited_legacy' })).toEqual(['plan_id']);
    expect(await wrong({ skipNumber: 1, planId: 'gold' })).toEqual(['plan_id']);
    expect(await wrong({ skipNumber: 1, dueNow: 5 })).toEqual(['due_now']);
    expect((await ana.call(slim)).meta.total).toBe(0);
  });
});

describe('a plan', () => {
  test('and its card wait until another change of the company’s billing has ended', async () => {
    const ana = await newcomer();
    const made = await ana.call(create, { body: { key: newKey(), ...info('One after the other'), skipNumber: true } });
    const { token } = await enterCard(ana.in(made));
    const { id: change } = await outside.server.owner
      .insertInto('billing_actions')
      .values({ company_id: made.id, kind: 'start', details: JSON.stringify({ subject: '' }) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { cards } = outside.server.services;
    if (cards === null) throw new Error('There is no card vendor');
    const { findSetup } = cards;
    let tries = 0;
    cards.findSetup = (...given) => {
      tries += 1;
      return findSetup(...given);
    };
    try {
      const body = { key: made.creation.key, ...info('One after the other'), skipNumber: true as const, billingInfo: { chargifyToken: token } };
      const asked = ana.call(create, { body });
      await expect.poll(() => tries).toBeGreaterThan(1);
      await outside.server.owner.updateTable('billing_actions').set({ state: 'rejected', ended_at: new Date() }).where('id', '=', change).execute();
      expect((await asked).creation).toMatchObject({ hasCard: true, billing: { isSaved: true, reason: null } });
    } finally {
      cards.findSetup = findSetup;
    }
  });

  test('waits for the card of the company, then starts once, at the price that was shown', async () => {
    const ana = await newcomer();
    const key = newKey();
    const body = {
      key,
      ...info('With a plan'),
      skipNumber: true as const,
      planId: 'starter_monthly' as const,
      billingInfo: { billingName: 'Ana Ruiz', billingCountry: 'us' },
    };
    const made = await ana.call(create, { body });
    expect(made.creation).toMatchObject({
      plan: { planId: 'starter_monthly', state: 'needs_card', reason: 'Add a payment method first' },
      billing: { isSaved: true, reason: null },
    });
    const shown = (await ana.call(creation, { query: { id: made.id } })).data;
    const price = shown?.prices.find(({ planId }) => planId === 'starter_monthly')?.price ?? 0;
    expect(price).toBeGreaterThan(0);
    const { token } = await enterCard(ana.in(made));
    const withToken = { ...body, billingInfo: { chargifyToken: token } };
    // Another price than the one of now: nothing is charged.
    expect((await ana.call(create, { body: { ...withToken, dueNow: price + 1 } })).creation.plan).toMatchObject({
      state: 'missing',
      reason: expect.stringContaining('The cost is $'),
    });
    expect(await chargesOf(outside, made)).toEqual([]);
    const [first, second] = await Promise.all([
      ana.call(create, { body: { ...withToken, dueNow: price } }),
      ana.call(create, { body: { ...withToken, dueNow: price } }),
    ]);
    expect(first.id).toBe(second.id);
    const done = await until(ownOf(ana, key), (own) => own?.plan?.state === 'started');
    expect(done).toMatchObject({ hasCard: true, plan: { planId: 'starter_monthly', reason: null }, billing: { isSaved: true, reason: null } });
    await ana.call(create, { body: withToken });
    expect(await chargesOf(outside, made)).toEqual([price * 100]);
    const billing = await ana.in(made).call(routes.billing.get, { params: { id: made.id } });
    expect(billing).toMatchObject({ billingName: 'Ana Ruiz', paymentMethod: { last4: '4242' }, subscription: { state: 'active', planId: 'starter_monthly' } });
    expect(await refused(ana.refusal(create, { body: { ...withToken, planId: 'premium_monthly' } }))).toMatchObject({ status: 409 });
  });

  test('that the card does not pay is said', async () => {
    const ana = await newcomer();
    const key = newKey();
    const made = await ana.call(create, { body: { key, ...info('Declined'), skipNumber: true } });
    const { token } = await enterCard(ana.in(made), emptyCard);
    const answer = await ana.call(create, {
      body: { key, ...info('Declined'), skipNumber: true, planId: 'starter_monthly', billingInfo: { chargifyToken: token } },
    });
    expect(answer.creation).toMatchObject({ hasCard: true, plan: { state: 'missing', reason: 'The card was declined' }, billing: { isSaved: true } });
  });

  test('and the service that does not answer are said too; the company is there', async () => {
    const ana = await newcomer();
    const key = newKey();
    outside.sandbox.cards.faults.isAway = true;
    const made = await ana
      .call(create, { body: { key, ...info('Away'), skipNumber: true, planId: 'starter_monthly', billingInfo: { billingCity: 'Oakland' } } })
      .finally(() => {
        outside.sandbox.cards.faults.isAway = false;
      });
    expect(made.creation).toMatchObject({
      billing: { isSaved: false, reason: 'The card service didn’t answer. Try again.' },
      plan: { reason: expect.any(String) },
    });
    const again = await ana.call(create, { body: { key, ...info('Away'), skipNumber: true } });
    expect(again.creation.billing).toEqual({ isSaved: true, reason: null });
    expect(await ana.in(made).call(routes.billing.get, { params: { id: made.id } })).toMatchObject({ billingCity: 'Oakland' });
  });
});

describe('a card', () => {
  test('of another company is refused before a company is made, and for one that is there', async () => {
    const ana = await newcomer();
    const other = await ana.call(create, { body: { key: newKey(), ...info('Other'), skipNumber: true } });
    const { token } = await enterCard(ana.in(other));
    const key = newKey();
    const body = { key, ...info('Own'), skipNumber: true as const, planId: 'starter_monthly' as const, billingInfo: { chargifyToken: token } };
    expect(await faultsOf(ana.call(create, { body }))).toEqual([['billing_info.chargify_token', expect.stringContaining('Create the company first')]]);
    expect((await ana.call(slim)).meta.total).toBe(1);
    expect((await ana.call(creation, { query: { key } })).data).toBeNull();
    await ana.call(create, { body: { key, ...info('Own'), skipNumber: true } });
    expect(await faultsOf(ana.call(create, { body }))).toEqual([['billing_info.chargify_token', expect.stringContaining('No card was entered')]]);
    expect((await ana.call(creation, { query: { key } })).data).toMatchObject({ hasCard: false });
  });

  test('number is refused wherever it stands', async () => {
    const ana = await newcomer();
    const body = { companyInfo: { name: 'Cards' }, skipNumber: 1, billingInfo: { billingName: '4242 4242 4242 4242' } };
    expect((await ana.exchange(create, { body })).status).toBe(422);
    expect((await ana.exchange(create, { body: { ...body, billingInfo: { cc_number: '4242424242424242' } } })).status).toBe(422);
    expect((await ana.call(slim)).meta.total).toBe(0);
  });
});

describe('a process that dies', () => {
  const points = ['companies.create: made', 'companies.create: billed', 'companies.create: ordered'] as const;
  for (const point of points)
    test(`at “${point}” leaves what the job goes on with, without another request`, async () => {
      const ana = await newcomer();
      const [offer] = await offered();
      const key = newKey();
      onFailpoint((name) => {
        if (name === point) throw new Error('The process died');
      });
      const body = { key, ...info('Died'), number: { number: offer?.number ?? '' } };
      expect((await ana.exchange(create, { body })).status).toBe(500);
      onFailpoint(() => {});
      const before = await ownOf(ana, key)();
      expect(before).toMatchObject({ name: 'Died', number: { number: offer?.number } });
      const id = before?.companyId ?? 0;
      await resumeCreation(outside.server.services, { companyId: id });
      await resumeCreation(outside.server.services, { companyId: id });
      const after = await ana.call(create, { body });
      expect(after).toMatchObject({ id, actAs: 'owner' });
      await until(ownOf(ana, key), (own) => own?.number?.state === 'bought');
      expect(await numbersOf(id)).toEqual([offer?.number]);
    });

  test('is found by the job that was committed with the company', async () => {
    const ana = await newcomer();
    const [offer] = await offered();
    const key = newKey();
    onFailpoint((name) => {
      if (name === 'companies.create: made') throw new Error('The process died');
    });
    await ana.exchange(create, { body: { key, ...info('Alone'), number: { number: offer?.number ?? '' } } });
    onFailpoint(() => {});
    const id = (await ownOf(ana, key)())?.companyId ?? 0;
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(`${jobsSchema}.job`)}
      where name = 'companies.resume' and state = 'created' and (data ->> 'companyId')::bigint = ${id}`.execute(outside.server.owner);
    expect(rows[0]?.count).toBe(1);
  });
});

test('the creation of a company is its founder’s to see', async () => {
  const ana = await newcomer();
  const key = newKey();
  const made = await ana.call(create, { body: { key, ...info('Mine'), skipNumber: true } });
  const bert = await newcomer();
  expect((await bert.call(creation, { query: { id: made.id } })).data).toBeNull();
  expect((await bert.call(creation, { query: { key } })).data).toBeNull();
  expect((await ana.call(creation, { query: { key } })).data).toMatchObject({ companyId: made.id, key });
  expect(await refused(ana.refusal(creation, { query: {} }))).toMatchObject({ status: 422 });
});

test('of the creation a founder who may not see billing any more sees the number alone', async () => {
  const ana = await newcomer();
  const [offer] = await offered();
  const key = newKey();
  const made = await ana.call(create, { body: { key, ...info('Handed over'), number: { number: offer?.number ?? '' }, planId: 'starter_monthly' } });
  expect(await ownOf(ana, key)()).toMatchObject({ plan: { planId: 'starter_monthly' } });
  await outside.server.owner.updateTable('memberships').set({ role: 'user' }).where('company_id', '=', made.id).execute();
  expect(await ownOf(ana, key)()).toMatchObject({ number: { number: offer?.number }, plan: null, billing: null, hasCard: false, prices: [] });
});

test('the number shown is the one that was ordered, whatever was wished for beside it', async () => {
  const ana = await newcomer();
  const [first, second] = await offered(2);
  const key = newKey();
  const number = (offer: typeof first) => ({ number: { number: offer?.number ?? '' } });
  const { id } = await ana.call(create, { body: { key, ...info('Two wishes'), ...number(first) } });
  await until(ownOf(ana, key), (own) => own?.number?.state === 'bought');
  // As two requests leave it of which one ordered and the other was written down last.
  await outside.server.owner.updateTable('company_foundings').set({ number: second?.number }).where('company_id', '=', id).execute();
  expect(await ownOf(ana, key)()).toMatchObject({ number: { number: first?.number, state: 'bought' } });
  expect(await refused(ana.refusal(create, { body: { key, ...info('Two wishes'), ...number(second) } }))).toMatchObject({ status: 409, field: 'number' });
  expect(await numbersOf(id)).toEqual([first?.number]);
});

test('a card whose saving was cut off is not said to be saved', async () => {
  const ana = await newcomer();
  const key = newKey();
  const { id } = await ana.call(create, { body: { key, ...info('Cut off'), skipNumber: true } });
  await outside.server.owner.updateTable('company_foundings').set({ card_session: 'cs_cut_off', answered_at: null }).where('company_id', '=', id).execute();
  await resumeCreation(outside.server.services, { companyId: id });
  expect(await ownOf(ana, key)()).toMatchObject({ billing: { isSaved: false }, hasCard: false });
});
