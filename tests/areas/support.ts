/** Support tickets: input and policy of their route. */
import type { AccessArea } from '../access/area.ts';
import { randomKey } from '../access/outsiders.ts';
import { company } from '../access/rule.ts';

export const support: AccessArea = {
  inputs: { ask: () => ({ body: { key: randomKey('ticket'), message: 'Calls of today are missing' } }) },
  policy: { ask: company('contact support') },
  excuses: [
    {
      does: 'goes to support by mail',
      shownBy: 'server/support.test.ts: a ticket is a row and a mail with its files, whose answers go to the user',
      fields: ['ask'],
    },
  ],
};
