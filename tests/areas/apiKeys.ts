/** API keys: inputs and policy of their routes, and their rows. */

import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { company, inPerson, shared } from '../access/rule.ts';
import type { InsertRow } from '../access/scene.ts';
import { replyId, rowOf } from '../client/reading.ts';

let made = 0;

const insertKey: InsertRow = async ({ server, owner, companyId, mark }) => {
  made += 1;
  const name = `${mark} ${made}`;
  const { id: userId } = await owner.selectFrom('users').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow();
  const { id } = await owner
    .insertInto('api_keys')
    .values({
      company_id: companyId,
      name,
      start: 'keyline_abc',
      secret_hash: server.services.sealer.hash(`keyline_${name}`),
      role: 'user',
      scope: 'read',
      created_by: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const apiKeys: AccessArea = {
  inputs: {
    list: none,
    create: () => {
      made += 1;
      return { body: { name: `Access ${made}`, role: 'reporting', scope: 'read' } };
    },
    delete: async ({ rows }) => ({ params: { id: await rows.row(insertKey) } }),
  },
  policy: { list: company('manage API keys'), create: inPerson(company('manage API keys')), delete: shared('manage API keys') },
  rows: [insertKey],
  reads: {
    create: rowOf(routes.apiKeys.list, 'id', replyId),
  },
  excuses: [
    {
      does: 'is told as the time at which the key expires',
      shownBy: 'server/apiKeys.test.ts: is shown once, and known afterwards by how it begins',
      fields: ['create.expiresInDays'],
    },
  ],
};
