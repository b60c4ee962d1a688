/** Schedules: inputs and policy of their routes. */

import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { company } from '../access/rule.ts';
import { at } from '../client/reading.ts';

export const schedule: AccessArea = {
  inputs: {
    get: none,
    save: () => ({ body: { user: false, timezone: 'UTC', blocks: [{ days: ['mon'], times: [{ start: '09:00', end: '17:00' }] }] } }),
  },
  policy: {
    get: company('see the company'),
    // The company's; one's own is everybody's.
    save: company('change the company'),
  },
  reads: {
    save: ({ input }) => [{ route: routes.schedule.get, input: { query: { user: at(input, 'body', 'user') === true ? 1 : 0 } } }],
  },
};
