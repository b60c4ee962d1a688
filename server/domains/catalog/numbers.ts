/** The numbers of an account: one call says which are active, and the others are removed in 30 days (RULE-232 to RULE-235, RULE-276). */
import { sql } from 'kysely';
import { accountNumbers, monthlyPurchases, removalDays } from '#contract/catalog/limits.ts';
import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Handler } from '../../http/handlers.ts';
import { consumeAttempt, toCountedAddress } from '../auth/rateLimiter.ts';
import { catalogBuy, catalogSweep } from './jobs.ts';
import { lockAccount } from './offers.ts';

const dayMs = 86_400_000;

/** The instant 30 days of UTC from now: no change of a clock makes it 29 or 31. */
export const removalDate = (now = Date.now()): Date => new Date(now + removalDays * dayMs);

const owned = ['ordered', 'ready', 'failed'] as const;

/** The numbers of an account. In its transaction. */
async function listNumbers(accountId: number) {
  const rows = await currentTransaction()
    .selectFrom('catalog_numbers')
    .select(['id', 'number', 'is_active', 'will_be_removed_at', 'state', 'reason'])
    .where('account_id', '=', accountId)
    .where('state', 'in', owned)
    .orderBy('id')
    .execute();
  const data = rows.flatMap(({ id, number, is_active: isActive, will_be_removed_at, state, reason }) =>
    state === 'offered' || state === 'leaving' ? [] : [{ id, number, isActive, willBeRemovedAt: will_be_removed_at?.toISOString() ?? null, state, reason }],
  );
  return { data, meta: { total: data.length } };
}

/** GET /caddy/numbers. */
export const numbers: Handler<typeof routes.catalog.numbers> = ({ account }) => listNumbers(account.id);

/** Refuses more purchases than a month of an account has, whose row is locked: a number that is deleted was bought all the same. */
async function checkPurchases(accountId: number, count: number): Promise<void> {
  const since = new Date(Date.now() - removalDays * dayMs);
  const { rows } = await sql<{ bought: number; first: Date | null }>`
    select count(*)::int as bought, min(at) as first from (
      select began_at as at from catalog_periods where account_id = ${accountId} and began_at > ${since}
      union all
      select now() from catalog_numbers where account_id = ${accountId} and state = 'ordered'
    ) purchases`.execute(currentTransaction());
  const { bought = 0, first = null } = rows[0] ?? {};
  if (bought + count <= monthlyPurchases) return;
  const retryAfter = Math.max(1, Math.ceil(((first ?? new Date()).getTime() - since.getTime()) / 1_000));
  const left = Math.max(0, monthlyPurchases - bought);
  const message = `An account can buy ${monthlyPurchases} numbers in ${removalDays} days. ${left === 0 ? 'None is' : left === 1 ? '1 is' : `${left} are`} left.`;
  throw new AppError('too_many_requests', { title: 'Numbers', retryAfter, message });
}

type ActivateBody = RouteBody<typeof routes.catalog.activate>;

/** The offers that a set buys. Refuses one that can't be made the active one. In the account's transaction. */
async function planPurchases(accountId: number, body: ActivateBody): Promise<readonly number[]> {
  const rows = await currentTransaction()
    .selectFrom('catalog_numbers')
    .select(['id', 'state', 'is_active'])
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('state', 'in', ['ordered', 'ready']), eb.and([eb('state', '=', 'offered'), eb('held_until', '>', sql<Date>`now()`)])]))
    .execute();
  const chosen = new Set(body.ids);
  const turnedOff = rows.filter(({ id, is_active }) => is_active && !chosen.has(id));
  if (chosen.size === 0 && body.count !== turnedOff.length)
    throw new AppError('count_changed', { message: `This turns off ${turnedOff.length} numbers: send that count` });
  if ([...chosen].some((id) => !rows.some((row) => row.id === id)))
    throw new AppError('not_found', { message: 'One of these numbers is no longer yours or no longer offered. Reload and choose again.' });
  const bought = rows.filter(({ id, state }) => state === 'offered' && chosen.has(id)).map(({ id }) => id);
  if (rows.filter(({ state }) => state !== 'offered').length + bought.length > accountNumbers)
    throw new AppError('conflict', { title: 'Numbers', message: `An account has up to ${accountNumbers} numbers. Delete one first.` });
  if (bought.length > 0) await checkPurchases(accountId, bought.length);
  return bought;
}

/** PUT /caddy/numbers/activate: one truth for the whole set, one call after the other. Its purchases draw on the budget of the network once it is sure that the account may make them. */
export const activate: Handler<typeof routes.catalog.activate> = async ({ body, account: { id: accountId }, request, services }) => {
  const planned = await services.tenancy.account(accountId, () => planPurchases(accountId, body));
  const whose = toCountedAddress(request.ip);
  if (planned.length > 0)
    await consumeAttempt(
      planned.map(() => ({ allowance: 'catalogBought', whose })),
      services,
    );
  return services.tenancy.account(accountId, async () => {
    await lockAccount(accountId);
    // Another call may have come first.
    const bought = await planPurchases(accountId, body);
    const chosen = new Set(body.ids);
    const mine = currentTransaction().updateTable('catalog_numbers').where('account_id', '=', accountId);
    if (chosen.size > 0)
      await mine
        .set({ is_active: true, will_be_removed_at: null, warned_days: null })
        .where('id', 'in', [...chosen])
        .execute();
    for (const id of bought) {
      await mine.set({ state: 'ordered', held_until: null }).where('id', '=', id).execute();
      await services.jobs.enqueue(catalogBuy, { id }, { key: `catalog-number-${id}` });
    }
    const others = mine.set({ is_active: false, will_be_removed_at: removalDate(), warned_days: null }).where('state', 'in', ['ordered', 'ready']);
    await (chosen.size > 0 ? others.where('id', 'not in', [...chosen]) : others).execute();
    return listNumbers(accountId);
  });
};

/** DELETE /caddy/numbers/{id}: gone for the account at once; a job gives it back. */
export const removeNumber: Handler<typeof routes.catalog.removeNumber> = async ({ params, account, services }) => {
  await lockAccount(account.id);
  const row = await currentTransaction()
    .updateTable('catalog_numbers')
    .set({ state: 'leaving', is_active: false, will_be_removed_at: new Date() })
    .where('account_id', '=', account.id)
    .where('id', '=', params.id)
    .where('state', 'in', owned)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  await services.jobs.enqueue(catalogSweep, {}, { key: `catalog-removal-${row.id}` });
  return undefined;
};

/** GET /caddy/inactivity (AMB-129). */
export const inactivity: Handler<typeof routes.catalog.inactivity> = async ({ account }) => {
  const row = await currentTransaction().selectFrom('catalog_accounts').select('last_active_at').where('id', '=', account.id).executeTakeFirst();
  const next = await currentTransaction()
    .selectFrom('catalog_numbers')
    .select((eb) => eb.fn.min('will_be_removed_at').as('at'))
    .where('account_id', '=', account.id)
    .where('state', 'in', ['ordered', 'ready'])
    .executeTakeFirst();
  if (!row) throw new AppError('unauthenticated');
  return { lastActiveAt: row.last_active_at.toISOString(), willBeRemovedAt: next?.at?.toISOString() ?? null };
};
