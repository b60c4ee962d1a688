/** Custom fields: inputs and policy of their routes, and their rows. */

import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { outsider, randomKey } from '../access/outsiders.ts';
import { company, onLine, shared, signedIn } from '../access/rule.ts';
import type { InsertRow } from '../access/scene.ts';
import { empties } from '../client/excuse.ts';
import { at, type ReadsOf, replyId, rowOf } from '../client/reading.ts';

export const insertField: InsertRow = async ({ owner, companyId, mark }) => {
  const row = { company_id: companyId, entity_type: 'Number' as const, name: `${mark} field ${outsider()}`, default_value: `${mark} default` };
  return (await owner.insertInto('eav_attributes').values(row).returning('id').executeTakeFirstOrThrow()).id;
};

const fieldOf: ReadsOf = (sent) => {
  const businessUnitId = at(sent.input, 'body', 'businessUnitId');
  const query = businessUnitId === undefined ? { companyId: sent.companyId } : { businessUnitId };
  return rowOf(routes.customFields.list, 'id', replyId, { query })(sent);
};

export const customFields: AccessArea = {
  inputs: {
    types: none,
    list: ({ house }) => ({ query: { companyId: house.company.id } }),
    create: () => ({ params: { type: 'Number' }, body: { name: randomKey('field') } }),
    update: async (scene) => ({ params: { type: 'Number', id: await scene.rows.row(insertField) }, body: { name: randomKey('field') } }),
    delete: async (scene) => ({ params: { id: await scene.rows.row(insertField) } }),
    values: (scene) => ({ params: { type: 'Number', id: scene.rows.lines[scene.row === 'others' ? 1 : 0].id } }),
    setValues: async (scene) => ({
      params: { type: 'Number' },
      body: { ids: [scene.rows.lines[scene.row === 'others' ? 1 : 0].id], attributeId: await scene.rows.row(insertField), value: 'West' },
    }),
  },
  policy: {
    types: signedIn,
    list: company('see its numbers'),
    create: company('manage custom fields'),
    update: shared('manage custom fields'),
    delete: shared('manage custom fields'),
    values: onLine('see its numbers'),
    setValues: onLine('set custom field values'),
  },
  rows: [insertField],
  reads: {
    create: fieldOf,
    update: fieldOf,
    setValues: ({ input }) => [
      {
        route: routes.customFields.values,
        input: { params: { type: 'Number', id: at(input, 'body', 'ids', 0) } },
        row: { field: 'attributeId', value: at(input, 'body', 'attributeId') },
      },
    ],
  },
  excuses: [
    empties('update'),
    {
      does: 'chooses the rows whose values are set',
      shownBy: 'server/customFields.test.ts: are filled in on rows, answer what they were, and fall back to the default',
      fields: ['setValues.ids'],
    },
  ],
};
