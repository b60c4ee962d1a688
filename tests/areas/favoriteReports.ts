/** Favorite reports: inputs and policy of their routes, and their rows. */

import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { company, type Rule, shared } from '../access/rule.ts';
import type { InsertRow, Scene } from '../access/scene.ts';
import { two, word } from '../client/known.ts';
import { replyId, rowOf } from '../client/reading.ts';

/** Inserts a favorite of a user; nobody’s user is the first one there is. */
const insertFavoriteOf =
  (userId: number | null): InsertRow =>
  async ({ owner, companyId, mark }) => {
    const user = userId ?? (await owner.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow()).id;
    const values = { company_id: companyId, user_id: user, value: JSON.stringify({ name: mark }) };
    return (await owner.insertInto('favorite_reports').values(values).returning('id').executeTakeFirstOrThrow()).id;
  };

const insertFavorite = insertFavoriteOf(null);

/** The caller’s own favorite, another user’s in the same company, or one of another company. */
function favoriteOf({ rows, row, personId, world }: Scene): Promise<number> {
  const other = world.actors['A owner'].person?.id === personId ? world.actors['A reporting'].person?.id : world.actors['A owner'].person?.id;
  return rows.row(row === 'own' || row === 'others' ? insertFavoriteOf((row === 'own' ? personId : other) ?? null) : insertFavorite);
}
const one = async (scene: Scene) => ({ params: { id: await favoriteOf(scene) } });

/** A favorite is its user’s alone. */
const ownFavorite: Rule = (column, row, place) => {
  const answer = shared('save reports')(column, row, place);
  return answer === 'ok' && row === 'others' ? 404 : answer;
};

export const favoriteReports: AccessArea = {
  inputs: {
    list: none,
    create: () => ({ body: { value: '{"a":1}' } }),
    update: async (scene) => ({ ...(await one(scene)), body: { value: '{"a":2}' } }),
    delete: one,
  },
  policy: {
    list: company('save reports'),
    create: company('save reports'),
    update: ownFavorite,
    delete: ownFavorite,
  },
  rows: [insertFavorite],
  reads: {
    create: rowOf(routes.favoriteReports.list, 'id', replyId),
    update: rowOf(routes.favoriteReports.list, 'id', replyId),
  },
  values: {
    'create.value': () => two(() => JSON.stringify({ name: word() })),
    'update.value': () => two(() => JSON.stringify({ name: word() })),
  },
};
