/** Blocks: inputs and policy of their routes, and their rows. */

import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { lineOf, none } from '../access/inputs.ts';
import { outsider } from '../access/outsiders.ts';
import { company, onLine } from '../access/rule.ts';
import type { InsertRow } from '../access/scene.ts';
import { at, replyId, rowOf } from '../client/reading.ts';

export const insertBlock: InsertRow = async ({ owner, companyId, lineId, mark }) => {
  const row = { company_id: companyId, target: outsider(), number_id: lineId, created_by_name: `${mark} blocker` };
  return (await owner.insertInto('blocks').values(row).returning('id').executeTakeFirstOrThrow()).id;
};

export const blocks: AccessArea = {
  inputs: {
    list: none,
    create: (scene) => ({ body: { target: outsider(), numberId: scene.rows.lines[lineOf(scene)].id } }),
    delete: async (scene) => ({ params: { id: await scene.rows.row(insertBlock, lineOf(scene)) } }),
    bulkCreate: (scene) => ({ body: { targets: [outsider()], numberId: scene.rows.lines[lineOf(scene)].id } }),
    bulkDelete: async (scene) => ({ body: { ids: [await scene.rows.row(insertBlock, lineOf(scene))] } }),
  },
  policy: {
    list: company('see blocked callers'),
    create: onLine('block callers'),
    delete: onLine('block callers'),
    bulkCreate: onLine('block callers'),
    // Ids that are not the caller's are passed over.
    bulkDelete: onLine('block callers'),
  },
  rows: [insertBlock],
  reads: {
    create: rowOf(routes.blocks.list, 'id', replyId),
    bulkCreate: rowOf(routes.blocks.list, 'id', ({ reply }) => at(reply, 'blocked', 0)),
  },
  toldAs: {
    'bulkCreate.targets': 'target',
  },
  excuses: [
    {
      does: 'chooses the callers that are let through again',
      shownBy: 'client/readBack.server.test.ts: blocks: callers are blocked and let through again',
      fields: ['bulkDelete'],
    },
  ],
};
