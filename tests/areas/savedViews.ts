/** Saved views: inputs and policy of their routes, and their rows. */

import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { randomKey } from '../access/outsiders.ts';
import { company, type Rule, shared } from '../access/rule.ts';
import type { InsertRow, Scene } from '../access/scene.ts';
import { replyId, rowOf } from '../client/reading.ts';

/** Inserts a view of a user; nobody’s user is the first one there is. */
const insertViewOf =
  (userId: number | null): InsertRow =>
  async ({ owner, companyId, mark }) => {
    const user = userId ?? (await owner.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow()).id;
    const values = { company_id: companyId, user_id: user, list: 'inbox' as const, name: `${mark} ${randomKey('view')}`, view: '{}' };
    return (await owner.insertInto('saved_views').values(values).returning('id').executeTakeFirstOrThrow()).id;
  };

const insertView = insertViewOf(null);

/** The caller’s own view, another user’s in the same company, or one of another company. */
function viewOf({ rows, row, personId, world }: Scene): Promise<number> {
  const other = world.actors['A owner'].person?.id === personId ? world.actors['A billing'].person?.id : world.actors['A owner'].person?.id;
  return rows.row(row === 'own' || row === 'others' ? insertViewOf((row === 'own' ? personId : other) ?? null) : insertView);
}
const one = async (scene: Scene) => ({ params: { id: await viewOf(scene) } });

/** A view is its user’s alone. */
const ownView: Rule = (column, row, place) => {
  const answer = shared('see the company')(column, row, place);
  return answer === 'ok' && row === 'others' ? 404 : answer;
};

export const savedViews: AccessArea = {
  inputs: {
    list: none,
    create: () => ({ body: { list: 'inbox', name: randomKey('view'), view: { sort: 'newest' } } }),
    update: async (scene) => ({ ...(await one(scene)), body: { name: randomKey('view') } }),
    setPlace: async (scene) => ({ ...(await one(scene)), body: { place: 3 } }),
    delete: one,
  },
  policy: {
    list: company('see the company'),
    create: company('see the company'),
    update: ownView,
    setPlace: ownView,
    delete: ownView,
  },
  rows: [insertView],
  reads: {
    create: rowOf(routes.savedViews.list, 'id', replyId),
    update: rowOf(routes.savedViews.list, 'id', replyId),
    setPlace: rowOf(routes.savedViews.list, 'id', replyId),
  },
};
