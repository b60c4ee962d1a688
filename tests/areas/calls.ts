/** Calls: inputs and policy of their routes. */
import type { AccessArea } from '../access/area.ts';
import { lineOf, none } from '../access/inputs.ts';
import { company, onLine } from '../access/rule.ts';
import type { InputOf } from '../access/scene.ts';
import { insertTag } from './tags.ts';

const byCall: InputOf = async (scene) => ({ params: { id: await scene.rows.call(lineOf(scene)) } });

export const calls: AccessArea = {
  inputs: {
    outcomes: async (scene) => ({ body: { calls: [{ id: await scene.rows.call(lineOf(scene)), outcome: 'opportunity' }] } }),
    tag: async (scene) => ({ body: { ids: [await scene.rows.call(lineOf(scene))], tagId: await scene.rows.row(insertTag), isOn: true } }),
    search: none,
    count: none,
    get: byCall,
    mark: async (scene) => ({ ...(await byCall(scene)), body: { ascOptions: { isLead: true } } }),
  },
  policy: {
    search: company('see what happened'),
    count: company('see what happened'),
    get: onLine('see what happened'),
    mark: onLine('judge calls'),
    outcomes: onLine('judge calls'),
    tag: onLine('judge calls'),
  },
};
