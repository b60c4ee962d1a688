/** The basket: numbers of the carrier's stock, held for an account for ten minutes (AMB-128). Runs in transactions of the account. */
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { offeredNumbers, offerMinutes } from '#contract/catalog/limits.ts';
import type { routes } from '#contract/index.ts';
import type { AvailableNumber } from '../../carrier/numbers.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Handler } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { toCarrierError } from '../purchase/searchAvailableNumbers.ts';

/** Numbers that are looked at to find some that nobody else is offered. */
const stockLimit = 50;

/** Numbers the carrier has, in an order of their own each time. */
async function drawStock({ carrier }: Services, areaCode: string | undefined): Promise<readonly AvailableNumber[]> {
  const stock = await carrier.numbers.search({ kind: 'local', areaCode: areaCode ?? null, contains: null, limit: stockLimit }).catch((error: unknown) => {
    throw toCarrierError(error);
  });
  return stock
    .map((each) => ({ each, place: randomInt(2 ** 32) }))
    .sort((a, b) => a.place - b.place)
    .map(({ each }) => each);
}

/** Serialises what is done with the numbers of an account. Locked before any of them, so that no two wait for each other. In the account's transaction or identity's. */
export const lockAccount = (accountId: number) =>
  currentTransaction().selectFrom('catalog_accounts').select('id').where('id', '=', accountId).forUpdate().executeTakeFirst();

const live = (accountId: number) =>
  currentTransaction()
    .selectFrom('catalog_numbers')
    .where('account_id', '=', accountId)
    .where('state', '=', 'offered')
    .where('held_until', '>', sql<Date>`now()`);

/** The offers of an account that are still held. In its transaction. */
export async function listOffers(accountId: number) {
  const rows = await live(accountId).select(['id', 'number', 'locality', 'region', 'held_until']).orderBy('id').execute();
  const data = rows.map(({ id, number, locality, region, held_until }) => ({ id, number, locality, region, heldUntil: held_until?.toISOString() ?? '' }));
  return { data, meta: { total: data.length } };
}

async function hold(stock: readonly AvailableNumber[], most: number): Promise<number> {
  const candidates = JSON.stringify(stock.map(({ number, locality, region }) => ({ number, locality, region })));
  const { rows } = await sql<{ got: number }>`select catalog_hold(${candidates}::jsonb, ${most}::int, ${offerMinutes}::int) as got`.execute(
    currentTransaction(),
  );
  return rows[0]?.got ?? 0;
}

const noneLeft = (areaCode: string | undefined) =>
  areaCode === undefined
    ? new AppError('conflict', { title: 'Catalog', message: 'No numbers are free now. Try again later.' })
    : new AppError('invalid', { field: 'area_code', message: `No numbers are free in ${areaCode}. Try another area code.` });

const letGo = (accountId: number) => currentTransaction().deleteFrom('catalog_numbers').where('account_id', '=', accountId).where('state', '=', 'offered');

/** GET /caddy/catalog/random: another set of offers. Those held before are let go once there are others. */
export const random: Handler<typeof routes.catalog.random> = async ({ query, account, services }) => {
  const stock = await drawStock(services, query.areaCode);
  return services.tenancy.account(account.id, async () => {
    await lockAccount(account.id);
    const before = await live(account.id).select('number').execute();
    const known = new Set(before.map(({ number }) => number));
    await letGo(account.id).execute();
    const got = await hold([...stock.filter(({ number }) => !known.has(number)), ...stock.filter(({ number }) => known.has(number))], offeredNumbers);
    if (got === 0) throw noneLeft(query.areaCode);
    return listOffers(account.id);
  });
};

/** POST /caddy/catalog/replace: another number in place of one that is offered. */
export const replace: Handler<typeof routes.catalog.replace> = async ({ body, account, services }) => {
  const stock = await drawStock(services, body.areaCode);
  return services.tenancy.account(account.id, async () => {
    await lockAccount(account.id);
    const gone = await live(account.id).select('number').where('id', '=', body.id).executeTakeFirst();
    if (!gone) throw new AppError('not_found');
    const got = await hold(
      stock.filter(({ number }) => number !== gone.number),
      1,
    );
    if (got === 0) throw noneLeft(body.areaCode);
    await letGo(account.id).where('id', '=', body.id).execute();
    return listOffers(account.id);
  });
};

/** Offers an account may have at once. */
const maxOffers = 10;

/** POST /caddy/catalog/add: one more offer. */
export const add: Handler<typeof routes.catalog.add> = async ({ body, account, services }) => {
  const stock = await drawStock(services, body.areaCode);
  return services.tenancy.account(account.id, async () => {
    await lockAccount(account.id);
    const { data } = await listOffers(account.id);
    if (data.length >= maxOffers) throw new AppError('conflict', { title: 'Catalog', message: `Up to ${maxOffers} numbers are offered at once. Replace one.` });
    if ((await hold(stock, 1)) === 0) throw noneLeft(body.areaCode);
    return listOffers(account.id);
  });
};
