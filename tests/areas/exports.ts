/** Exports: inputs and policy of their routes. */
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { company, inPerson } from '../access/rule.ts';

export const exports: AccessArea = {
  inputs: {
    calls: () => ({ body: { columns: ['caller'], tz: 'UTC' } }),
    voicemails: () => ({ body: { columns: ['caller'], tz: 'UTC' } }),
    list: none,
  },
  policy: {
    calls: inPerson(company('export calls')),
    voicemails: inPerson(company('export calls')),
    list: inPerson(company('export calls')),
  },
};
