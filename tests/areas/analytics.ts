/** Analytics: inputs and policy of its routes. */
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { company, signedIn } from '../access/rule.ts';

export const analytics: AccessArea = {
  inputs: {
    calls: () => ({ query: { group: 'number', target: 'day' } }),
    dashboard: none,
    companies: none,
    kpi: none,
  },
  policy: { calls: company('see reports'), dashboard: company('see reports'), companies: signedIn, kpi: company('see reports') },
};
