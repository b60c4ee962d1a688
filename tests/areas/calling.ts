/** Live calls and limits of calling: inputs and policy of their routes. */
import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { company, inPerson } from '../access/rule.ts';

export const calling: AccessArea = {
  inputs: { live: none, limits: none, saveLimits: () => ({ body: { dialsPerMinute: 60 } }) },
  policy: {
    live: company('see what happened'),
    limits: company('see its numbers'),
    saveLimits: inPerson(company('say where calls may go')),
  },
  reads: {
    saveLimits: () => [{ route: routes.calling.limits }],
  },
};
