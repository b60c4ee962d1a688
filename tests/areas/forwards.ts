/** Forwards: input and policy of their route. */
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { company } from '../access/rule.ts';

export const forwards: AccessArea = {
  inputs: { list: none },
  policy: { list: company('see its numbers') },
};
