/** The audit log: input and policy of its route. */
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { company } from '../access/rule.ts';

export const audit: AccessArea = {
  inputs: { list: none },
  policy: { list: company('read the audit log') },
};
