/** Users of a company: input and policy of their route. */
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { company } from '../access/rule.ts';

export const users: AccessArea = {
  inputs: { ofCompany: none },
  policy: { ofCompany: company('see its people') },
};
