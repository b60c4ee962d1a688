/** Routing of numbers: inputs and policy of its routes. */

import type { AccessArea } from '../access/area.ts';
import { lineOf, none } from '../access/inputs.ts';
import { randomKey } from '../access/outsiders.ts';
import { company, onLine } from '../access/rule.ts';
import { at, numberReads } from '../client/reading.ts';

export const routing: AccessArea = {
  inputs: {
    list: none,
    get: (scene) => ({ params: { id: scene.rows.lines[lineOf(scene)].id } }),
    setHours: (scene) => ({
      body: { key: randomKey('hours'), numbers: [scene.rows.lines[lineOf(scene)].id], count: 1, hours: { preset: 1, timezone: 'UTC' } },
    }),
    simulate: (scene) => ({ body: { numberId: scene.rows.lines[lineOf(scene)].id } }),
    lints: none,
  },
  policy: {
    list: company('see its numbers'),
    get: onLine('see its numbers'),
    setHours: onLine('say how numbers ring', 409),
    simulate: onLine('see its numbers'),
    lints: company('see its numbers'),
  },
  reads: {
    setHours: numberReads(({ input }) => at(input, 'body', 'numbers', 0)),
  },
  excuses: [
    {
      does: 'chooses the numbers, or names the batch',
      shownBy: 'server/routing.test.ts: are copied as they are, to all that match as well, and taken back but for a number that somebody changed since',
      fields: ['key', 'numbers', 'all', 'filter', 'count'].map((name) => `setHours.${name}`),
    },
    {
      does: 'is read as hours, which are told',
      shownBy: 'server/routing.test.ts: are said in words, and each number keeps its zone',
      fields: ['setHours.words', 'setHours.hours.timezone'],
    },
    {
      does: 'is asked of the simulator, whose steps tell what came of it',
      shownBy: 'server/routing.test.ts: who rings on Sunday at 18:05 and on Monday morning, if somebody presses 2',
      fields: ['simulate'],
    },
  ],
};
