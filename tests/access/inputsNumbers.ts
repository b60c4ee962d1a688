/** Inputs of the calls about numbers: tags, custom fields, ports, lookups, templates, the marketplace and forwards. */
import { papers, portBody } from '#tests/server/porting.stage.ts';
import { randomKey } from './outsiders.ts';
import { insertField, insertNumber, insertPort, insertTag, insertTemplate } from './rows.ts';
import type { InputOf, Scene } from './scene.ts';

const onNumber = async (scene: Scene) => ({ version: 1, numbers: [await scene.rows.row(insertNumber)], count: 1 });
const byTemplate: InputOf = async (scene) => ({ params: { id: await scene.rows.row(insertTemplate) } });
const template = () => ({ name: randomKey('template'), routes: [{ label: 'Desk', forwards: [{ number: '+12125550120' }] }] });

export const numberInputs: Readonly<Record<string, Readonly<Record<string, InputOf>>>> = {
  porting: {
    list: () => ({ query: { include: 'statuses' } }),
    get: async (scene) => ({ params: { id: await scene.rows.row(insertPort) } }),
    check: () => ({ body: { numbers: '415-200-0001' } }),
    create: () => ({ body: portBody(['+14152000002']), files: papers }),
  },
  lookups: {
    caller: () => ({ body: { number: '+13105550134' } }),
  },
  tags: {
    list: () => ({}),
    create: () => ({ body: { name: randomKey('tag') } }),
    update: async (scene) => ({ params: { tagId: await scene.rows.row(insertTag) }, body: { name: randomKey('tag') } }),
    delete: async (scene) => ({ params: { tagId: await scene.rows.row(insertTag) } }),
  },
  templates: {
    list: () => ({}),
    get: byTemplate,
    create: () => ({ body: template() }),
    update: async (scene) => ({ ...(await byTemplate(scene)), body: template() }),
    remove: async (scene) => ({ body: { numberTemplatesToRemove: [await scene.rows.row(insertTemplate)] } }),
    preview: async (scene) => ({ ...(await byTemplate(scene)), body: await onNumber(scene) }),
    apply: async (scene) => ({ ...(await byTemplate(scene)), body: { key: randomKey('apply'), ...(await onNumber(scene)) } }),
  },
  marketplace: {
    list: () => ({}),
    listings: () => ({}),
    kpi: () => ({}),
    report: () => ({}),
    get: (scene) => ({ params: { id: scene.rows.lines[scene.row === 'others' ? 1 : 0].id } }),
    update: async (scene) => ({ params: { id: await scene.rows.row(insertNumber) }, body: { isListed: true, price: 20 } }),
  },
  forwards: { list: () => ({}) },
  customFields: {
    types: () => ({}),
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
};
