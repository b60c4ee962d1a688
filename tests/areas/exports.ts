/** Exports: inputs and policy of their routes. */
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { company, inPerson, shared } from '../access/rule.ts';

export const exports: AccessArea = {
  inputs: {
    calls: () => ({ body: { columns: ['caller'], tz: 'UTC' } }),
    voicemails: () => ({ body: { columns: ['caller'], tz: 'UTC' } }),
    messages: () => ({ body: { columns: ['phone'], tz: 'UTC' } }),
    faxes: () => ({ body: { columns: ['phone'], tz: 'UTC' } }),
    contacts: async ({ rows }) => ({ body: { contacts: [await rows.contact()] } }),
    list: none,
  },
  policy: {
    calls: inPerson(company('export calls')),
    voicemails: inPerson(company('export calls')),
    messages: inPerson(company('export calls')),
    faxes: inPerson(company('export calls')),
    contacts: inPerson(shared('export calls', 422)),
    list: inPerson(company('export calls')),
  },
};
