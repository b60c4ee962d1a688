/** Invitations: inputs and policy of their routes, and their rows. */

import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { outsider, randomKey } from '../access/outsiders.ts';
import { company, type Rule, shared } from '../access/rule.ts';
import type { InputOf, InsertRow } from '../access/scene.ts';
import { key, two } from '../client/known.ts';
import { at, rowOf } from '../client/reading.ts';

const insertInvite: InsertRow = async ({ owner, companyId, mark }) => {
  const row = {
    company_id: companyId,
    email: `${mark}${outsider().slice(1)}@example.com`,
    role: 'user',
    expires_at: new Date(Date.now() + 86_400_000),
  } as const;
  return (await owner.insertInto('invites').values(row).returning('id').executeTakeFirstOrThrow()).id;
};

const one: InputOf = async ({ rows }) => ({ params: { id: await rows.row(insertInvite) } });
const token = 'a'.repeat(43);

/** A link that opens nothing says so to everybody. */
const gone: Rule = (_column, row, place) => (place === 'there' && (row === 'own' || row === 'missing') ? 410 : undefined);

export const invites: AccessArea = {
  inputs: {
    list: none,
    create: () => ({ body: { email: `${randomKey('guest')}@example.com`, role: 'user' } }),
    check: () => ({ body: { lines: ['Ana Flores <ana@example.com>'] } }),
    retract: async ({ rows }) => ({ body: { ids: [await rows.row(insertInvite)] } }),
    get: one,
    delete: one,
    resend: one,
    open: () => ({ params: { token } }),
    accept: () => ({ params: { token }, body: {} }),
  },
  policy: {
    list: company('manage its people'),
    create: company('manage its people'),
    check: company('manage its people'),
    retract: shared('manage its people'),
    get: shared('manage its people'),
    delete: shared('manage its people'),
    resend: shared('manage its people'),
    open: gone,
    accept: gone,
  },
  rows: [insertInvite],
  reads: {
    create: rowOf(routes.invites.list, 'id', ({ reply }) => at(reply, 'data', 0, 'id')),
  },
  toldAs: {
    'create.emails': 'email',
  },
  values: {
    'create.numbers': ({ lines }) => lines.map((id) => [id]),
    'create.emails': () => two(() => [`${key()}@example.com`]),
  },
  excuses: [
    {
      does: 'gives what a colleague has',
      shownBy: 'server/invites.test.ts: like a colleague copies role, numbers and muted numbers',
      fields: ['create.likeUserId'],
    },
    {
      does: 'is answered with what is known of each line',
      shownBy: 'server/invites.test.ts: is said to be new, known, invited, members, double and no addresses; strangers’ accounts are not told',
      fields: ['check'],
    },
    {
      does: 'chooses the invitations that leave the list',
      shownBy: 'server/invites.test.ts: of 150 people is mailed, and what nobody opened is retracted',
      fields: ['retract'],
    },
    {
      does: 'makes an account with a mailed link',
      shownBy: 'server/invites.test.ts: is listed, mailed, opened and accepted without an account, which is signed in',
      fields: ['accept'],
    },
  ],
};
