/** The generated paths of a purchase, with actors that are calls to a real server whose carrier is the sandbox. */
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { routes } from '#contract/index.ts';
import type { Offer, Purchase } from '#contract/purchase/entities.ts';
import type { NumberSearch } from '#contract/text/numberSearch.ts';
import type { PurchaseOrder } from '#machines/numberPurchase/index.ts';
import { findMagicOffer } from '#sandbox/carrier/inventory.ts';
import { model } from '#tests/models/numberPurchase.fixtures.ts';
import { Client, type TestCompany } from './harness.ts';
import { describePaths, type Wanted, type World, whileAway } from './models.driver.ts';
import { type Outside, startOutside } from './outside.ts';
import { withoutRoom } from './stage.ts';

const calls = routes.purchase;
let outside: Outside;
let company: TestCompany;
let buyer: Client;
let nth = 0;

beforeAll(async () => {
  outside = await startOutside();
  company = await outside.server.company();
  buyer = await outside.server.worker(company, 'owner');
});
afterAll(() => outside.close());

const isOffers = (value: unknown): value is readonly Offer[] => Array.isArray(value);
const isPurchase = (value: unknown): value is Purchase => typeof value === 'object' && value !== null && 'items' in value;
const isEnd = (value: unknown, state: Purchase['state']) => isPurchase(value) && value.state === state;

/** Numbers that end as the purchase shall. */
function numbersFor(output: unknown): string[] {
  nth += 2;
  const [sold, other] = [findMagicOffer('Bought', nth), findMagicOffer('Bought', nth + 1)];
  const [gone, lost] = [findMagicOffer('No longer available (21422)', nth), findMagicOffer('No longer available (21422)', nth + 1)];
  if (isEnd(output, 'refused')) return [gone, lost];
  return isEnd(output, 'partly') ? [sold, gone] : [sold, other];
}

const away = <T>(work: () => Promise<T>): Promise<T> => whileAway(outside.server, work, () => buyer.call(calls.prefixes));
async function over(key: string): Promise<Purchase> {
  return vi.waitFor(
    async () => {
      const purchase = await buyer.call(calls.get, { params: { key } });
      expect(purchase.finishedAt).not.toBeNull();
      return purchase;
    },
    { timeout: 20_000, interval: 20 },
  );
}

/** The purchase as the path has it: what the work made of it is put to what the path says, and read from the server. */
async function standing(key: string, wanted: unknown): Promise<Purchase> {
  if (!isPurchase(wanted)) throw new Error('The path has no purchase');
  const { items } = await over(key);
  for (const [at, { number }] of items.entries())
    await outside.server.owner
      .updateTable('number_purchase_items')
      .set({ state: wanted.items[at]?.state ?? 'taken' })
      .where('purchase_id', '=', key)
      .where('number', '=', number)
      .execute();
  await outside.server.owner.updateTable('number_purchases').set({ state: wanted.state }).where('id', '=', key).execute();
  return buyer.call(calls.get, { params: { key } });
}

function buying(): World {
  let offers: readonly Offer[] = [];
  let key = '';
  const order = async (client: Client, asked: PurchaseOrder, output: unknown) => {
    const numbers = numbersFor(output);
    const purchase = await client.call(calls.buy, { body: { key: asked.key, numbers, category: asked.category, monthlyCost: 2.3 } });
    return isEnd(output, 'buying') ? purchase : standing(asked.key, output);
  };
  return {
    begin: async () => {
      key = `purchase-${crypto.randomUUID()}`;
      offers = [];
      return { key, text: '415 x2' };
    },
    before: async (event) => {
      if (event.type === 'offers.chosen') return { ...event, numbers: offers.slice(0, 2).map(({ number }) => number) };
      if (event.type !== 'purchase.progressed') return event;
      const known = await outside.server.owner.selectFrom('number_purchases').select('id').where('id', '=', key).executeTakeFirst();
      if (!known) await order(buyer, { key, numbers: [], category: 1, vanity: '', monthlyCost: 2.3, label: null }, event.purchase);
      return { ...event, purchase: await standing(key, event.purchase) };
    },
    calls: {
      findNumbers: async ({ search }: { search: NumberSearch }, wanted: Wanted) => {
        const ask = async () => {
          const none = isOffers(wanted.output) && wanted.output.length === 0;
          const searchUpdated = {
            category: 1 as const,
            areaCode: '415',
            overlays: false,
            ...(none ? ({ match: 'starts_with', pattern: '1111111' } as const) : {}),
          };
          return (await buyer.call(calls.locate, { body: { searchUpdated, limit: Math.max(2, search.quantity) } })).data;
        };
        offers = await (wanted.error ? away(ask) : ask());
        return offers;
      },
      buyNumbers: async (asked: PurchaseOrder, wanted: Wanted) => {
        if (wanted.error?.status === 0) return order(new Client('http://127.0.0.1:9'), asked, wanted.output);
        const ask = () => order(buyer, asked, wanted.output);
        return wanted.error ? withoutRoom(outside.server, company, ask) : ask();
      },
      readPurchase: ({ key: asked }: { key: string }, wanted: Wanted) =>
        wanted.error ? away(() => buyer.call(calls.get, { params: { key: asked } })) : standing(asked, wanted.output),
    },
  };
}

describePaths('buying numbers, against the server', model, () => true, [], buying);
