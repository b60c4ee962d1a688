/** Invitations: inputs and policy of their routes, and their rows. */
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { outsider, randomKey } from '../access/outsiders.ts';
import { company, type Rule, shared } from '../access/rule.ts';
import type { InputOf, InsertRow } from '../access/scene.ts';

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
    retract: company('manage its people'),
    get: shared('manage its people'),
    delete: shared('manage its people'),
    resend: shared('manage its people'),
    open: gone,
    accept: gone,
  },
  rows: [insertInvite],
};
