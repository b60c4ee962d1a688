/** Lookups: input and policy of their route. */
import type { AccessArea } from '../access/area.ts';
import { company } from '../access/rule.ts';

export const lookups: AccessArea = {
  inputs: { caller: () => ({ body: { number: '+13105550134' } }) },
  policy: {
    // No directory is configured in these tests.
    caller: company('look up callers', 422),
  },
  reads: {
    caller: () => [],
  },
};
