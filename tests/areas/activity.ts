/** Activity: input and policy of its route. */
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { company } from '../access/rule.ts';

export const activity: AccessArea = {
  inputs: { list: none },
  policy: { list: company('see what happened') },
};
