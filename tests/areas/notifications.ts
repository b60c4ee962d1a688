/** Notifications: inputs and policy of their routes. */
import type { AccessArea } from '../access/area.ts';
import { lineOf, none } from '../access/inputs.ts';
import { company, onLine } from '../access/rule.ts';
import type { InputOf } from '../access/scene.ts';

const silencing: InputOf = (scene) => ({ body: { numberIds: [scene.rows.lines[lineOf(scene)].id], channelTypes: ['calls'] } });

export const notifications: AccessArea = {
  inputs: { block: silencing, unblock: silencing, blocks: none, counts: none, countsByNumber: none },
  policy: {
    block: onLine('silence numbers'),
    unblock: onLine('silence numbers'),
    blocks: company('read the inbox'),
    counts: company('read the inbox'),
    countsByNumber: company('read the inbox'),
  },
};
