/** Inputs of the calls about tags and custom fields. */
import { papers, portBody } from '#tests/server/porting.stage.ts';
import type { InputOf } from './inputs.ts';
import { randomKey } from './world.ts';

export const numberInputs: Readonly<Record<string, Readonly<Record<string, InputOf>>>> = {
  porting: {
    list: () => ({ query: { include: 'statuses' } }),
    get: async (scene) => ({ params: { id: await scene.rows.row('port') } }),
    check: () => ({ body: { numbers: '415-200-0001' } }),
    create: () => ({ body: portBody(['+14152000002']), files: papers }),
  },
  lookups: {
    caller: () => ({ body: { number: '+13105550134' } }),
  },
  tags: {
    list: () => ({}),
    create: () => ({ body: { name: randomKey('tag') } }),
    update: async (scene) => ({ params: { tagId: await scene.rows.row('tag') }, body: { name: randomKey('tag') } }),
    delete: async (scene) => ({ params: { tagId: await scene.rows.row('tag') } }),
  },
  customFields: {
    types: () => ({}),
    list: ({ house }) => ({ query: { companyId: house.company.id } }),
    create: () => ({ params: { type: 'Number' }, body: { name: randomKey('field') } }),
    update: async (scene) => ({ params: { type: 'Number', id: await scene.rows.row('field') }, body: { name: randomKey('field') } }),
    delete: async (scene) => ({ params: { id: await scene.rows.row('field') } }),
    values: (scene) => ({ params: { type: 'Number', id: scene.rows.lines[scene.row === 'others' ? 1 : 0].id } }),
    setValues: async (scene) => ({
      params: { type: 'Number' },
      body: { ids: [scene.rows.lines[scene.row === 'others' ? 1 : 0].id], attributeId: await scene.rows.row('field'), value: 'West' },
    }),
  },
};
