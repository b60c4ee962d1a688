/** Routing of numbers: inputs and policy of its routes. */
import type { AccessArea } from '../access/area.ts';
import { lineOf, none } from '../access/inputs.ts';
import { randomKey } from '../access/outsiders.ts';
import { company, onLine } from '../access/rule.ts';

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
};
