/** Saved views over HTTP. Row-level security shows the user's own alone. */
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { routes } from '#contract/index.ts';
import type { SavedView } from '#contract/savedViews/entities.ts';
import { maxSavedViews } from '#contract/savedViews/routes.ts';
import { deleteOwnRow, lockOwnRows } from '../../access/ownRows.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError, alreadyThere } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import { formatBoundedJson } from '../me/json.ts';

const columns = ['id', 'list', 'name', 'view', 'place', 'updated_at'] as const;

/** A view as JSON: what came in by the contract's Json goes out by it. */
type ViewJson = z.output<ReturnType<typeof z.json>>;
const toSavedView = ({ updated_at, view, ...row }: Pick<SavedView, 'id' | 'list' | 'name' | 'place'> & { view: unknown; updated_at: Date }): SavedView => ({
  ...row,
  view: view as ViewJson,
  updatedAt: updated_at.toISOString(),
});

const selectOwn = (userId: number) => currentTransaction().selectFrom('saved_views').where('company_id', '=', companyId()).where('user_id', '=', userId);

async function getOne(userId: number, id: number): Promise<SavedView> {
  const row = await selectOwn(userId).select(columns).where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toSavedView(row);
}

/** Refuses a name that another of the user's views has, whatever its case. */
async function checkName(userId: number, name: string, self: number | null): Promise<void> {
  const twin = await selectOwn(userId).select('id').where(sql<boolean>`lower(name) = lower(${name})`).where('id', 'is distinct from', self).executeTakeFirst();
  if (twin) throw new AppError('conflict', { title: alreadyThere, field: 'name', message: `A view named “${name}” already exists` });
}

export const handlers: Handlers<typeof routes.savedViews> = {
  list: async ({ authUser }) => {
    const rows = await selectOwn(authUser.userId).select(columns).orderBy('place').orderBy(sql`lower(name)`).execute();
    return { data: rows.map(toSavedView), meta: { total: rows.length } };
  },

  create: async ({ body, authUser: { userId } }) => {
    const view = formatBoundedJson(body.view, 'view');
    await lockOwnRows('saved_views', userId);
    await checkName(userId, body.name, null);
    const { count } = await selectOwn(userId)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxSavedViews) throw new AppError('invalid', { field: 'name', message: `Up to ${maxSavedViews} saved views. Delete one first.` });
    const row = await currentTransaction()
      .insertInto('saved_views')
      .values({ company_id: companyId(), user_id: userId, list: body.list, name: body.name, view })
      .returning(columns)
      .executeTakeFirstOrThrow();
    return toSavedView(row);
  },

  update: async ({ params, body, authUser: { userId } }) => {
    await lockOwnRows('saved_views', userId);
    await getOne(userId, params.id);
    if (body.name !== undefined) await checkName(userId, body.name, params.id);
    const row = await currentTransaction()
      .updateTable('saved_views')
      .set({
        ...(body.name === undefined ? {} : { name: body.name }),
        ...(body.list === undefined ? {} : { list: body.list }),
        ...(body.view === undefined ? {} : { view: formatBoundedJson(body.view, 'view') }),
        updated_at: new Date(),
      })
      .where('company_id', '=', companyId())
      .where('user_id', '=', userId)
      .where('id', '=', params.id)
      .returning(columns)
      .executeTakeFirstOrThrow();
    return toSavedView(row);
  },

  setPlace: async ({ params, body, authUser: { userId } }) => {
    const place = body.place ?? null;
    await lockOwnRows('saved_views', userId);
    await getOne(userId, params.id);
    const ofUser = () => currentTransaction().updateTable('saved_views').where('company_id', '=', companyId()).where('user_id', '=', userId);
    if (place !== null) await ofUser().set({ place: null }).where('place', '=', place).where('id', '<>', params.id).execute();
    await ofUser().set({ place }).where('id', '=', params.id).execute();
    return getOne(userId, params.id);
  },

  delete: ({ params, authUser }) => deleteOwnRow('saved_views', authUser.userId, params.id),
};
