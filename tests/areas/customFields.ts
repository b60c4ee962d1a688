/** Custom fields: inputs and policy of their routes, and their rows. */
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { outsider, randomKey } from '../access/outsiders.ts';
import { company, onLine, shared, signedIn } from '../access/rule.ts';
import type { InsertRow } from '../access/scene.ts';

export const insertField: InsertRow = async ({ owner, companyId, mark }) => {
  const row = { company_id: companyId, entity_type: 'Number' as const, name: `${mark} field ${outsider()}`, default_value: `${mark} default` };
  return (await owner.insertInto('eav_attributes').values(row).returning('id').executeTakeFirstOrThrow()).id;
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
};
