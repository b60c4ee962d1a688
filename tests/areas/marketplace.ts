/** Marketplace: inputs and policy of its routes. */

import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { company, onLine } from '../access/rule.ts';
import { empties } from '../client/excuse.ts';
import { byId, paramId } from '../client/reading.ts';
import { insertNumber } from './numbers.ts';

export const marketplace: AccessArea = {
  inputs: {
    list: none,
    listings: none,
    kpi: none,
    report: none,
    get: (scene) => ({ params: { id: scene.rows.lines[scene.row === 'others' ? 1 : 0].id } }),
    update: async (scene) => ({ params: { id: await scene.rows.row(insertNumber) }, body: { isListed: true, price: 20 } }),
  },
  policy: {
    list: company('see its numbers'),
    listings: company('see its numbers'),
    kpi: company('see its numbers'),
    report: company('see its numbers'),
    get: onLine('see its numbers'),
    update: onLine('buy numbers'),
  },
  reads: {
    update: byId(routes.marketplace.get, paramId),
  },
  excuses: [empties('update')],
};
