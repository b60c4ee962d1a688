/** Roles: input and policy of their route. */
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { signedIn } from '../access/rule.ts';

export const roles: AccessArea = {
  inputs: { list: none },
  policy: { list: signedIn },
};
