/** Purchase of numbers: inputs and policy of its routes, and its rows. */
import { randomBytes } from 'node:crypto';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { randomKey } from '../access/outsiders.ts';
import { company, shared } from '../access/rule.ts';
import type { InsertKeyedRow } from '../access/scene.ts';

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
};
