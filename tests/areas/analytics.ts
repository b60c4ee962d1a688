/** Analytics: input and policy of its route. */
import type { AccessArea } from '../access/area.ts';
import { company } from '../access/rule.ts';

export const analytics: AccessArea = {
  inputs: { calls: () => ({ query: { group: 'number', target: 'day' } }) },
  policy: { calls: company('see reports') },
};
