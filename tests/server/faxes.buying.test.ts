import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { routes } from '#contract/index.ts';
import { findMagicOffer } from '#sandbox/carrier/inventory.ts';
import { key } from './faxes.stage.ts';
import { startServer, type TestCompany } from './harness.ts';
import { type Outside, startOutside } from './outside.ts';
import { refused } from './stage.ts';

const calls = routes.purchase;
let outside: Outside;
let company: TestCompany;
let owner: Awaited<ReturnType<Outside['server']['worker']>>;

beforeAll(async () => {
  outside = await startOutside();
  company = await outside.server.company();
  owner = await outside.server.worker(company, 'owner');
});
afterAll(() => outside.close());

const buy = async (number: string) => {
  const id = key();
  await owner.call(calls.buy, { body: { key: id, numbers: [number], category: 3, monthlyCost: 1.3 } });
  return vi.waitFor(
    async () => {
      const purchase = await owner.call(calls.get, { params: { key: id } });
      expect(purchase.finishedAt).not.toBeNull();
      return purchase;
    },
    { timeout: 25_000, interval: 50 },
  );
};

test('type 3 is searched at the fax vendor, by area code and by pattern, at its price', async () => {
  const found = async (searchUpdated: object) => (await owner.call(calls.locate, { body: { searchUpdated: { type: 3, ...searchUpdated }, limit: 5 } })).data;
  const [offer] = await found({ areaCode: '415' });
  expect(offer).toMatchObject({ category: 3, lineType: 2, smsCapable: false, monthlyCost: 1.3, region: 'CA' });
  const ends = (await found({ areaCode: '415', match: 'ends_with', pattern: '7777' })).map(({ number }) => number);
  expect(ends).not.toEqual([]);
  for (const number of ends) expect(number).toMatch(/^\+1415\d{3}7777$/);
  const starts = (await found({ areaCode: '415', match: 'starts_with', pattern: '777' })).map(({ number }) => number);
  expect(starts).not.toEqual([]);
  for (const number of starts) expect(number).toMatch(/^\+1415777\d{4}$/);
});

test('a number that was offered as a fax number is bought as one, also by who names nothing but the number', async () => {
  const search = { searchUpdated: { type: 3 as const, areaCode: '628', overlays: false } };
  const number = (await owner.call(calls.locate, { body: search })).data[0]?.number ?? '';
  const { key: id } = await owner.call(calls.buy, { body: { companyId: company.id, providerId: 1, number } });
  await expect.poll(async () => (await owner.call(calls.get, { params: { key: id } })).state, { timeout: 25_000 }).toBe('bought');
  expect((await owner.call(routes.numbers.list)).data.find((each) => each.number === number)).toMatchObject({ lineType: 2, category: 3 });
});

test('one is bought there, is a fax line that takes no texts, and goes back there', async () => {
  const number = findMagicOffer('Bought', 31);
  const purchase = await buy(number);
  expect(purchase).toMatchObject({ state: 'bought', monthlyCost: 1.3, items: [{ number, state: 'bought' }] });
  const bought = (await owner.call(routes.numbers.list)).data.find((each) => each.number === number);
  expect(bought).toMatchObject({ lineType: 2, category: 3, smsEnabled: false, monthlyCost: 1.3 });
  const row = await outside.server.owner.selectFrom('phone_numbers').select('carrier_sid').where('number', '=', number).executeTakeFirstOrThrow();
  expect(row.carrier_sid).toMatch(/^\d+$/);
  const { releaseNumber } = await import('#server/domains/purchase/releaseWorker.ts');
  await outside.server.owner.updateTable('phone_numbers').set({ status: 2 }).where('number', '=', number).execute();
  await releaseNumber(outside.server.services, { companyId: company.id, carrierSid: row.carrier_sid ?? '' });
  expect(outside.sandbox.inventory.find({ number })).toEqual([]);
});

test.each([
  ['Bought, reply lost', 'bought'],
  ['Error 500 after selling it', 'bought'],
  ['Too many requests once (429), then bought', 'bought'],
  ['No longer available (21422)', 'refused'],
])('“%s” ends as %s, and nothing is bought twice', async (title, state) => {
  const number = findMagicOffer(title, 32);
  expect((await buy(number)).state).toBe(state);
  expect(outside.sandbox.inventory.countSales(number)).toBe(state === 'bought' ? 1 : 0);
});

test('without a fax vendor the type says so, where it is looked for and where it is bought', async () => {
  const server = await startServer({ config: { fax: null } });
  try {
    const own = await server.company();
    const person = await server.worker(own, 'owner');
    const words = 'Fax isn’t configured. Ask the operator of this server to set FAX_API_KEY., so fax numbers cannot be bought';
    const search = person.refusal(calls.locate, { body: { searchUpdated: { type: 3, areaCode: '415' } } });
    expect(await refused(search)).toMatchObject({ status: 422, field: 'search_updated.category' });
    expect((await search).body.message).toBe(words);
    const order = person.refusal(calls.buy, { body: { key: key(), numbers: ['+14155120100'], category: 3, monthlyCost: 1.3 } });
    expect((await order).body.message).toBe(words);
  } finally {
    await server.close();
  }
});
