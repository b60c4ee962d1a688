/** Notifications: inputs and policy of their routes. */

import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { lineOf, none } from '../access/inputs.ts';
import { company, onLine } from '../access/rule.ts';
import type { InputOf } from '../access/scene.ts';
import { at } from '../client/reading.ts';

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
  reads: {
    block: (sent) => [
      { route: routes.notifications.blocks, row: { field: 'numberId', value: at(sent.input, 'body', 'numberIds', 0) ?? at(sent.input, 'body', 'numberId') } },
    ],
  },
  toldAs: {
    'block.numberIds': 'numberId',
  },
  excuses: [
    {
      does: 'takes silencing away',
      shownBy: 'client/readBack.server.test.ts: notification blocks: what is silenced is told, and no longer when it is heard again',
      fields: ['unblock'],
    },
  ],
};
