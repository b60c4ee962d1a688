import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { routes } from '#contract/index.ts';
import { findMagicOffer } from '#sandbox/carrier/inventory.ts';
import { putOnPlan } from './billing.stage.ts';
import { Refused } from './client.ts';
import type { Client, TestCompany } from './harness.ts';
import { type Outside, startOutside } from './outside.ts';
import { refused } from './stage.ts';

const calls = routes.purchase;
let outside: Outside;
let company: TestCompany;
let owner: Awaited<ReturnType<Outside['server']['worker']>>;
let orders = 0;
const key = () => `order-number-${++orders}`;

beforeAll(async () => {
  outside = await startOutside();
  company = await outside.server.company();
  owner = await outside.server.worker(company, 'owner');
});
afterAll(() => outside.close());

const locate = async (searchUpdated: object, limit = 10) => (await owner.call(calls.locate, { body: { searchUpdated, limit } })).data;
const over = async (person: Client, id: string) =>
  vi.waitFor(
    async () => {
      const purchase = await person.call(calls.get, { params: { key: id } });
      expect(purchase.finishedAt).not.toBeNull();
      return purchase;
    },
    { timeout: 80_000, interval: 50 },
  );
const buy = async (person: Client, numbers: readonly string[], more: object = {}) => {
  const cost = numbers.reduce((sum, number) => sum + (number.startsWith('+1907') || number.startsWith('+1415') ? 115 : 215), 0) / 100;
  const id = key();
  await person.call(calls.buy, { body: { key: id, numbers: [...numbers], monthlyCost: cost, ...more } });
  return over(person, id);
};

describe('looking for numbers', () => {
  test('finds one unless more are asked for, with its monthly cost', async () => {
    const { data, meta } = await owner.call(calls.locate, { body: { searchUpdated: { areaCode: '415', overlays: false } } });
    expect(data).toHaveLength(1);
    expect(meta).toEqual({ total: 1, areaCodes: ['415'] });
    expect(data[0]).toMatchObject({ category: 1, type: 1, lineType: 1, providerId: 1, region: 'CA', monthlyCost: 1.15 });
    expect(data[0]?.number).toMatch(/^\+1415\d{7}$/);
  });

  test('looks through the overlays of an area code too', async () => {
    const { meta } = await owner.call(calls.locate, { body: { searchUpdated: { areaCode: '212' }, limit: 40 } });
    expect(meta.areaCodes).toEqual(['212', '332', '646', '917']);
    expect(await owner.call(calls.overlay, { params: { areaCode: '212' } })).toEqual({ areaCode: '212', region: 'NY', overlays: ['332', '646', '917'] });
  });

  test('finds what its purchase type says: toll-free by type 2, fax by type 3', async () => {
    const tollFree = await locate({ type: 2 });
    expect(tollFree).not.toEqual([]);
    for (const { number, type } of tollFree) expect([number, type]).toEqual([expect.stringMatching(/^\+18(00|33|44|55|66|77|88)/), 2]);
    expect((await locate({ type: 3 })).map(({ lineType }) => lineType)).toContain(2);
    expect((await locate({ type: 3 })).map(({ category }) => category === 3)).not.toContain(false);
    const several = await locate({ type: 4, areaCode: '415', overlays: false }, 5);
    expect(several).toHaveLength(5);
    expect(several.every(({ number }) => number.startsWith('+1415'))).toBe(true);
  });

  test.each([
    [{ areaCode: '212', type: 2 }, 'search_updated.area_code'],
    [{ prefix: '800', type: 1 }, 'search_updated.prefix'],
    [{ category: 1, type: 3 }, 'search_updated.category'],
    [{ category: 3, type: 1 }, 'search_updated.category'],
  ] as const)('refuses a search that contradicts itself: %j', async (searchUpdated, field) => {
    expect(await refused(owner.refusal(calls.locate, { body: { searchUpdated } }))).toMatchObject({ status: 422, field });
  });

  test('matches at the start, at the end and anywhere, by digits and by letters', async () => {
    const ends = await locate({ prefix: '800', match: 'ends_with', pattern: 'PLUMB' });
    expect(ends.length).toBeGreaterThan(0);
    for (const offer of ends) {
      expect(offer.number).toMatch(/^\+1800\d\d75862$/);
      expect(offer.vanity).toMatch(/^800-\d\d-PLUMB$/);
      expect(offer).toMatchObject({ type: 2, monthlyCost: 2.15, providerId: 2 });
    }
    const starts = await locate({ areaCode: '415', overlays: false, match: 'starts_with', pattern: '77' });
    expect(starts).not.toEqual([]);
    for (const { number } of starts) expect(number).toMatch(/^\+141577/);
    const anywhere = await locate({ areaCode: '415', overlays: false, match: 'contains', pattern: '4242' });
    expect(anywhere.length).toBeGreaterThan(2);
    for (const { number } of anywhere) expect(number.slice(5)).toContain('4242');
  });

  test('8** is any toll-free prefix; fax numbers are lines of their own', async () => {
    const prefixes = new Set((await locate({ prefix: '8**', match: 'ends_with', pattern: '2424' }, 100)).map(({ number }) => number.slice(2, 5)));
    expect(prefixes.size).toBeGreaterThan(3);
    for (const prefix of prefixes) expect(['800', '833', '844', '855', '866', '877', '888']).toContain(prefix);
    expect((await locate({ category: 3, type: 3, areaCode: '415' }, 1))[0]).toMatchObject({ category: 3, lineType: 2 });
  });

  test('is answered from what was found for a while, without the carrier', async () => {
    await locate({ areaCode: '503', overlays: false });
    const before = outside.sandbox.inventory.searches;
    await locate({ areaCode: '503', overlays: false });
    expect(outside.sandbox.inventory.searches).toBe(before);
    await locate({ areaCode: '503', overlays: false, pattern: '99' });
    expect(outside.sandbox.inventory.searches).toBe(before + 1);
  });

  test('refuses what cannot be looked for, with the field', async () => {
    const ask = (searchUpdated: object, more: object = {}) => refused(owner.refusal(calls.locate, { body: { searchUpdated, ...more } }));
    expect(await ask({ areaCode: '21' })).toMatchObject({ status: 422, field: 'search_updated.area_code' });
    expect(await ask({ areaCode: '604' })).toMatchObject({ status: 422, field: 'search_updated.area_code' });
    expect(await ask({ category: 2, areaCode: '212' })).toMatchObject({ status: 422, field: 'search_updated.category' });
    expect(await ask({ prefix: '800', areaCode: '212' })).toMatchObject({ status: 422, field: 'search_updated.prefix' });
    expect(await ask({ areaCode: '212', pattern: 'a-b' })).toMatchObject({ status: 422, field: 'search_updated.pattern' });
    expect(await ask({}, { country: 'CA' })).toMatchObject({ status: 422, field: 'country' });
    expect(await ask({}, { limit: 101 })).toMatchObject({ status: 422, field: 'limit' });
    expect(await refused(owner.refusal(calls.overlay, { params: { areaCode: '604' } }))).toMatchObject({ status: 404 });
  });

  test('offers prefixes and ways to match in the order of the product', async () => {
    expect((await owner.call(calls.prefixes)).data.map(({ prefix }) => prefix)).toEqual(['8**', '800', '888', '877', '866', '855', '844', '833']);
    expect((await owner.call(calls.patterns)).data.map(({ label }) => label)).toEqual(['Starts with', 'Ends with', 'Contains']);
  });
});

describe('an order as the specification writes it', () => {
  const order = (body: object) => owner.exchange(calls.buy, { body: { companyId: company.id, providerId: 1, ...body } });
  const offers = (areaCode: string, limit = 1) => locate({ areaCode, overlays: false }, limit);

  test('names one number, and gets it with its label and its routes', async () => {
    const [offer] = await offers('415');
    const routesOf = [{ extension: 1, forwards: [{ number: '212-555-0120' }, { number: '+12125550121' }] }];
    const answer = await order({ number: offer?.nationalNumber, numberType: 1, quantity: 1, label: 'Front desk', routes: routesOf });
    expect(answer.status).toBe(200);
    const { key: id } = answer.body as { key: string };
    const [item] = (await over(owner, id)).items;
    const number = await owner.call(routes.numbers.get, { params: { idOrNumber: String(item?.numberId) } });
    expect(number).toMatchObject({ number: offer?.number, label: 'Front desk', routingType: 'simultaneous', forwardNumber: '+12125550120', version: 1 });
    expect(number.routes[0]?.forwards.map(({ number: phone }) => phone)).toEqual(['+12125550120', '+12125550121']);
  });

  test('of several fills up with numbers of the same area code', async () => {
    const [offer] = await offers('415');
    const { key: id } = (await order({ number: offer?.number, numberType: 4, quantity: 3 })).body as { key: string };
    const ended = await over(owner, id);
    expect(ended).toMatchObject({ state: 'bought', items: [{ number: offer?.number }, {}, {}] });
    expect(ended.items.every(({ number }) => number.startsWith('+1415'))).toBe(true);
  });

  test.each([
    [{}, 'number'],
    [{ number: '+14155550100', numbers: ['+14155550101'] }, 'number'],
    [{ number: 'nothing' }, 'number'],
    [{ number: '+14155550100', numberType: 2 }, 'number_type'],
    [{ number: '+18005550100', numberType: 1 }, 'number_type'],
    [{ number: '+14155550100', category: 1, numberType: 3 }, 'number_type'],
    [{ numbers: ['+14155550100', '+14155550101'], quantity: 1 }, 'quantity'],
    [{ number: '+14155550100', routes: [{ forwards: [{ number: 'abc' }] }] }, 'routes.0.forwards.0.number'],
    [{ number: '+14155550100', routes: [{ forwards: [{ number: '+14155550100' }] }] }, 'routes.0.forwards.0.number'],
    [{ number: '+14155550100', numberType: 3, routes: [] }, 'routes'],
  ] as const)('is refused with the field that is wrong: %j', async (body, field) => {
    const answer = await order(body);
    expect([answer.status, (answer.body as { errors: { field?: string }[] }).errors[0]?.field]).toEqual([422, field]);
  });
});

describe('buying numbers', () => {
  test('says so when the company has the number already', async () => {
    const [offer] = await locate({ areaCode: '415', overlays: false });
    const number = offer?.number ?? '';
    await buy(owner, [number]);
    const again = await owner.refusal(calls.buy, { body: { companyId: company.id, providerId: 1, number } });
    expect(again).toMatchObject({ status: 422, body: { message: 'Your company already has this number', errors: [{ field: 'number' }] } });
    const [other] = await locate({ areaCode: '415', overlays: false });
    const both = await owner.refusal(calls.buy, { body: { numbers: [other?.number ?? '', number] } });
    expect(both).toMatchObject({ status: 422, body: { errors: [{ field: 'numbers', detail: expect.stringContaining('Your company already has') }] } });
  });

  test('a number just bought says the same in the list as in its routing', async () => {
    const [offer] = await locate({ areaCode: '415', overlays: false });
    const bought = await buy(owner, [offer?.number ?? '']);
    const id = bought.items[0]?.numberId ?? 0;
    const row = await owner.call(routes.numbers.get, { params: { idOrNumber: String(id) } });
    expect(row).toMatchObject({ routingType: 'standard', routes: [{ type: 'standard', forwards: [] }], version: 0 });
  });

  test('makes them the company’s, active, with our addresses at the carrier', async () => {
    const [number = ''] = [findMagicOffer('Bought', 1)];
    const purchase = await buy(owner, [number], { label: 'Spring mailer' });
    expect(purchase).toMatchObject({ state: 'bought', monthlyCost: 1.15, items: [{ number, state: 'bought', reason: null }] });
    const { data } = await owner.call(routes.numbers.datatable, { query: { q: number } });
    expect(data).toEqual([expect.objectContaining({ number, label: 'Spring mailer', status: 0, type: 1 })]);
    const [held] = outside.sandbox.inventory.find({ number });
    expect(held).toMatchObject({
      voiceUrl: `${outside.publicUrl}/webhooks/carrier/calls/incoming`,
      smsUrl: `${outside.publicUrl}/webhooks/carrier/messages/incoming`,
    });
    await outside.sandbox.generator.text(number, 'Hello new number');
    await expect.poll(async () => (await owner.call(routes.conversations.list)).data.length, { timeout: 10_000 }).toBeGreaterThan(0);
  });

  test('the same key twice is one purchase', async () => {
    const number = findMagicOffer('Bought', 2);
    const body = { key: key(), numbers: [number], monthlyCost: 1.15 };
    await Promise.all([owner.call(calls.buy, { body }), owner.call(calls.buy, { body })]);
    expect(await over(owner, body.key)).toMatchObject({ state: 'bought' });
    expect((await owner.call(calls.buy, { body })).items).toHaveLength(1);
    expect(outside.sandbox.inventory.countSales(number)).toBe(1);
    const others = refused(owner.refusal(calls.buy, { body: { ...body, numbers: [findMagicOffer('Bought', 3)] } }));
    expect(await others).toMatchObject({ status: 409, field: 'key' });
  });

  test.each([
    ['the reply is lost', 'Bought, reply lost'],
    ['the carrier answers 500 after selling it', 'Error 500 after selling it'],
    ['the carrier asks to slow down', 'Too many requests once (429), then bought'],
    ['the carrier fails once without selling it', 'Error 500 once without selling it, then bought'],
  ])('%s: bought, and once', async (_title, title) => {
    const number = findMagicOffer(title, 3);
    expect(await buy(owner, [number])).toMatchObject({ state: 'bought' });
    expect(outside.sandbox.inventory.countSales(number)).toBe(1);
  });

  test('some taken meanwhile: says which, and keeps the others', async () => {
    const [free, taken, dear] = [
      findMagicOffer('Bought', 4),
      findMagicOffer('No longer available (21422)', 4),
      findMagicOffer('Refused: the account is not allowed to (21631)', 4),
    ];
    expect(await buy(owner, [free, taken, dear])).toMatchObject({
      state: 'partly',
      monthlyCost: 1.15,
      items: [
        { number: free, state: 'bought' },
        { number: taken, state: 'taken', reason: 'Someone else bought it first' },
        { number: dear, state: 'refused', reason: 'Your account may not buy this number' },
      ],
    });
    expect(await buy(owner, [findMagicOffer('No longer available (21422)', 5)])).toMatchObject({ state: 'refused' });
  });

  test('a vanity number keeps its letters', async () => {
    const [offer] = await locate({ prefix: '8**', match: 'ends_with', pattern: 'GOFAST' });
    expect(await buy(owner, [offer?.number ?? ''], { vanity: 'GOFAST' })).toMatchObject({ state: 'bought' });
    expect((await owner.call(routes.numbers.datatable, { query: { q: offer?.number ?? '' } })).data[0]).toMatchObject({ type: 2, label: offer?.vanity });
  });

  test('beyond the plan, beyond the cap, at another price, or what is no number: nothing is bought', async () => {
    const own = await outside.server.company();
    const person = await outside.server.worker(own, 'administrator');
    const room = (values: { number_limit?: number; number_budget?: number }) =>
      outside.server.owner.updateTable('companies').set(values).where('id', '=', own.id).execute();
    const numbers = [findMagicOffer('Bought', 6), findMagicOffer('Bought', 7)];
    const ask = (body: object) => refused(person.refusal(calls.buy, { body: { key: key(), numbers, monthlyCost: 2.3, ...body } }));
    expect(await ask({ monthlyCost: 2 })).toEqual({ status: 409, code: 'price_changed', field: 'monthly_cost' });
    await room({ number_limit: 1 });
    expect(await ask({})).toEqual({ status: 422, code: 'plan_limit', field: 'numbers' });
    for (let at = 0; at < 4; at += 1) await outside.server.number(own);
    await room({ number_limit: 10 });
    await putOnPlan(outside, own, 'starter_monthly');
    expect(await ask({})).toEqual({ status: 422, code: 'plan_limit', field: 'numbers' });
    // A plan that has ended limits nothing.
    await putOnPlan(outside, own, 'starter_monthly', 'expired');
    await room({ number_limit: 10, number_budget: 2.29 });
    expect(await ask({})).toEqual({ status: 422, code: 'spend_cap', field: 'monthly_cost' });
    expect(await ask({ numbers: ['+442079460958'], monthlyCost: 1.15 })).toMatchObject({ status: 422, field: 'numbers' });
    expect(await ask({ numbers: [] })).toMatchObject({ status: 422, field: 'numbers' });
    const agent = await outside.server.worker(own, 'user');
    expect(await refused(agent.refusal(calls.buy, { body: { key: key(), numbers, monthlyCost: 2.3 } }))).toMatchObject({ status: 403 });
    expect(await refused(person.refusal(calls.get, { params: { key: 'no-such-order' } }))).toMatchObject({ status: 404 });
    expect(await refused(agent.refusal(calls.prefixes))).toMatchObject({ status: 403 });
    expect(await refused(agent.refusal(calls.patterns))).toMatchObject({ status: 403 });
    expect((await person.call(routes.numbers.list)).data).toHaveLength(4);
  });

  test('fifty purchases of one number: one owner, one charge', async () => {
    const number = findMagicOffer('Bought', 8);
    const people = await Promise.all(Array.from({ length: 10 }, async () => outside.server.worker(await outside.server.company(), 'owner')));
    // Buyers whose company already has it are refused at once.
    const tried = (person: Client) =>
      buy(person, [number]).catch((error: unknown) => (error instanceof Refused && error.status === 422 ? error.body : Promise.reject(error)));
    const ended = await Promise.all(Array.from({ length: 50 }, async (_, at) => tried(people[at % 10] ?? owner)));
    expect(ended.filter((end) => 'state' in end && end.state === 'bought')).toHaveLength(1);
    expect(ended.filter((end) => ('state' in end ? end.state === 'refused' : end.message === 'Your company already has this number'))).toHaveLength(49);
    expect(outside.sandbox.inventory.countSales(number)).toBe(1);
    const rows = await outside.server.owner.selectFrom('phone_numbers').select(['company_id', 'monthly_cost']).where('number', '=', number).execute();
    expect(rows).toHaveLength(1);
    const charged = await outside.server.owner
      .selectFrom('number_purchase_items')
      .select('id')
      .where('number', '=', number)
      .where('state', '=', 'bought')
      .execute();
    expect(charged).toHaveLength(1);
    expect(await outside.server.owner.selectFrom('number_claims').selectAll().execute()).toEqual([]);
  });
});
