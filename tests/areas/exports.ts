/** Exports: inputs and policy of their routes. */

import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { company, inPerson, shared } from '../access/rule.ts';
import { replyId, rowOf } from '../client/reading.ts';

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
  reads: {
    calls: rowOf(routes.exports.list, 'id', replyId),
    voicemails: rowOf(routes.exports.list, 'id', replyId),
    messages: rowOf(routes.exports.list, 'id', replyId),
    faxes: rowOf(routes.exports.list, 'id', replyId),
  },
  excuses: [
    {
      does: 'shapes the file',
      shownBy: 'server/exports.test.ts: is a spreadsheet with the columns chosen, numbers as text, and no formula',
      fields: ['*.columns', '*.tz'],
    },
    {
      does: 'is true of every export; a false one is refused',
      shownBy: 'server/exports.test.ts: is always made by a job: nobody is told otherwise',
      fields: ['*.async'],
    },
    {
      does: 'names the export: the same again is the same',
      shownBy: 'server/exports.test.ts: is one, however often its key is sent, and made once, however often its job is done',
      fields: ['*.key'],
    },
    {
      does: 'chooses the contacts of the file, and shapes it',
      shownBy: 'server/exports.test.ts: an export of contacts has those that are chosen, or all that match, with groups and labels; and refuses a foreign one',
      fields: ['contacts'],
    },
  ],
};
