/** Favorite reports over HTTP. Row-level security shows the user's own alone. */
import { maxFavoriteReports } from '#contract/favoriteReports/routes.ts';
import type { routes } from '#contract/index.ts';
import { deleteOwnRow, lockOwnRows } from '../../access/ownRows.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import { formatBoundedJson } from '../me/json.ts';

/** Names that would reach a prototype where the value is read. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

const hasForbiddenKey = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.entries(value).some(([key, entry]) => forbidden.has(key) || hasForbiddenKey(entry));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('invalid', { field: 'value', message: 'Send JSON as a string, such as {"a":1}' });
  }
}

/** Refuses what is no JSON, is too large or too deep, or has a name that reaches a prototype. The depth is checked first: the names are looked for in every level. */
function checkValue(text: string): string {
  const value = parseJson(text);
  formatBoundedJson(value, 'value');
  if (hasForbiddenKey(value)) throw new AppError('invalid', { field: 'value', message: 'Use other names than __proto__, constructor and prototype' });
  return text;
}

const selectOwn = (userId: number) => currentTransaction().selectFrom('favorite_reports').where('company_id', '=', companyId()).where('user_id', '=', userId);

export const handlers: Handlers<typeof routes.favoriteReports> = {
  list: async ({ authUser }) => {
    const data = await selectOwn(authUser.userId).select(['id', 'value']).orderBy('id').execute();
    return { data, meta: { total: data.length } };
  },

  create: async ({ body, authUser: { userId } }) => {
    const value = checkValue(body.value);
    await lockOwnRows('favorite_reports', userId);
    const { count } = await selectOwn(userId)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxFavoriteReports)
      throw new AppError('invalid', { field: 'value', message: `Up to ${maxFavoriteReports} favorites. Remove one first.` });
    return currentTransaction()
      .insertInto('favorite_reports')
      .values({ company_id: companyId(), user_id: userId, value })
      .returning(['id', 'value'])
      .executeTakeFirstOrThrow();
  },

  update: async ({ params, body, authUser: { userId } }) => {
    const row = await currentTransaction()
      .updateTable('favorite_reports')
      .set({ value: checkValue(body.value) })
      .where('company_id', '=', companyId())
      .where('user_id', '=', userId)
      .where('id', '=', params.id)
      .returning(['id', 'value'])
      .executeTakeFirst();
    if (!row) throw new AppError('not_found');
    return row;
  },

  delete: ({ params, authUser }) => deleteOwnRow('favorite_reports', authUser.userId, params.id),
};
