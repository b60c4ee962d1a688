/** Number templates: inputs and policy of their routes, and their rows. */

import { routes } from '#contract/index.ts';
import { createDefaultRouting } from '#contract/routing/rules.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { outsider, randomKey } from '../access/outsiders.ts';
import { company, shared } from '../access/rule.ts';
import type { InputOf, InsertRow, Scene } from '../access/scene.ts';
import { isDerivedType, isVersion } from '../client/excuse.ts';
import { byId, replyId } from '../client/reading.ts';
import { insertNumber } from './numbers.ts';

export const insertTemplate: InsertRow = async ({ owner, companyId, mark }) => {
  const routing = createDefaultRouting({ id: 1, forwardNumber: outsider(), timezone: 'UTC' });
  const words = { name: `${mark} template ${outsider()}`, routes: JSON.stringify(routing.routes.map((route) => ({ ...route, label: `${mark} route` }))) };
  const row = { company_id: companyId, ...words, hours: JSON.stringify(routing.hours) };
  return (await owner.insertInto('number_templates').values(row).returning('id').executeTakeFirstOrThrow()).id;
};

const onNumber = async (scene: Scene) => ({ version: 1, numbers: [await scene.rows.row(insertNumber)], count: 1 });
const byTemplate: InputOf = async (scene) => ({ params: { id: await scene.rows.row(insertTemplate) } });
const template = () => ({ name: randomKey('template'), routes: [{ label: 'Desk', forwards: [{ number: '+12125550120' }] }] });

export const templates: AccessArea = {
  inputs: {
    list: none,
    get: byTemplate,
    create: () => ({ body: template() }),
    update: async (scene) => ({ ...(await byTemplate(scene)), body: template() }),
    remove: async (scene) => ({ body: { numberTemplatesToRemove: [await scene.rows.row(insertTemplate)] } }),
    preview: async (scene) => ({ ...(await byTemplate(scene)), body: await onNumber(scene) }),
    apply: async (scene) => ({ ...(await byTemplate(scene)), body: { key: randomKey('apply'), ...(await onNumber(scene)) } }),
  },
  policy: {
    list: company('see its numbers'),
    get: shared('see its numbers'),
    create: company('say how numbers ring'),
    update: shared('say how numbers ring'),
    remove: shared('say how numbers ring'),
    preview: shared('say how numbers ring'),
    apply: shared('say how numbers ring'),
  },
  rows: [insertTemplate],
  reads: {
    create: byId(routes.templates.get, replyId),
    update: byId(routes.templates.get, replyId),
  },
  excuses: [
    isVersion('*.version'),
    isDerivedType('*.routes.type'),
    {
      does: 'chooses templates, which are gone then',
      shownBy: 'client/readBack.server.test.ts: templates: made, changed and removed ones are read back',
      fields: ['remove'],
    },
    {
      does: 'chooses the numbers and names the batch; they ring as the template says then',
      shownBy: 'server/templates.test.ts: is put there as a batch, once a key, each number keeping its time zone, and taken back to what each had',
      fields: ['apply', 'preview'],
    },
  ],
};
