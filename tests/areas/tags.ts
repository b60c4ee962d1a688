/** Tags: inputs and policy of their routes, and their rows. */

import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { outsider, randomKey } from '../access/outsiders.ts';
import { company, shared } from '../access/rule.ts';
import type { InsertRow } from '../access/scene.ts';
import { replyId, rowOf } from '../client/reading.ts';

export const insertTag: InsertRow = async ({ owner, companyId, mark }) =>
  (
    await owner
      .insertInto('tags')
      .values({ company_id: companyId, name: `${mark} tag ${outsider()}` })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

export const tags: AccessArea = {
  inputs: {
    list: none,
    create: () => ({ body: { name: randomKey('tag') } }),
    update: async (scene) => ({ params: { tagId: await scene.rows.row(insertTag) }, body: { name: randomKey('tag') } }),
    delete: async (scene) => ({ params: { tagId: await scene.rows.row(insertTag) } }),
  },
  policy: {
    list: company('see its numbers'),
    create: company('edit numbers'),
    update: shared('edit numbers'),
    delete: shared('edit numbers'),
  },
  rows: [insertTag],
  reads: {
    create: rowOf(routes.tags.list, 'id', replyId),
    update: rowOf(routes.tags.list, 'id', replyId),
  },
};
