/** Purchase of numbers: inputs and policy of its routes, and its rows. */

import { randomBytes } from 'node:crypto';
import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { randomKey } from '../access/outsiders.ts';
import { company, shared } from '../access/rule.ts';
import type { InsertKeyedRow } from '../access/scene.ts';
import { isDerivedType } from '../client/excuse.ts';
import { at } from '../client/reading.ts';

const insertPurchase: InsertKeyedRow = async ({ owner, companyId, mark }) => {
  const id = `order-${randomBytes(9).toString('hex')}`;
  await owner
    .insertInto('number_purchases')
    .values({ id, company_id: companyId, label: `${mark} label`, state: 'bought', finished_at: new Date() })
    .execute();
  return id;
};

export const purchase: AccessArea = {
  inputs: {
    locate: () => ({ body: { searchUpdated: { areaCode: '415' } } }),
    buy: () => ({ body: { key: randomKey('order'), numbers: ['+14152000000'], monthlyCost: 1.15 } }),
    get: async (scene) => ({ params: { key: await scene.rows.keyed(insertPurchase) } }),
    prefixes: none,
    patterns: none,
    overlay: () => ({ params: { areaCode: '415' } }),
  },
  policy: {
    // Search and order are refused where the carrier does not answer: nobody listens in these tests.
    locate: company('buy numbers', 502),
    buy: company('buy numbers', 502),
    get: shared('buy numbers'),
    prefixes: company('buy numbers'),
    patterns: company('buy numbers'),
    overlay: company('see its numbers'),
  },
  keyedRows: [insertPurchase],
  reads: {
    buy: ({ input, reply }) => [
      { route: routes.purchase.get, input: { params: { key: at(reply, 'key') } } },
      { route: routes.numbers.get, input: { params: { idOrNumber: at(input, 'body', 'numbers', 0) ?? at(input, 'body', 'number') } } },
    ],
  },
  toldAs: {
    'buy.numbers': 'number',
    'buy.numberType': 'type',
  },
  values: {
    'buy.number': ({ offers }) => offers.slice(2, 4),
    'buy.numberType': () => [1, 2],
    'buy.numbers': ({ offers }) => offers.slice(0, 2).map((number) => [number]),
  },
  excuses: [
    isDerivedType('buy.routes.type'),
    {
      does: 'says how many numbers are bought, which the purchase lists',
      shownBy: 'client/told.server.test.ts: a quantity is told as so many numbers of the area that was named',
      fields: ['buy.quantity'],
    },
    {
      does: 'narrows what is offered',
      shownBy: 'server/purchase.test.ts: matches at the start, at the end and anywhere, by digits and by letters',
      fields: ['locate'],
    },
    {
      does: 'is what the person was shown: another price buys nothing',
      shownBy: 'server/purchase.test.ts: beyond the plan, beyond the cap, at another price, or what is no number: nothing is bought',
      fields: ['buy.monthlyCost'],
    },
    { does: 'shows the letters that were looked for', shownBy: 'server/purchase.test.ts: a vanity number keeps its letters', fields: ['buy.vanity'] },
  ],
};
