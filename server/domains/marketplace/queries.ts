/** Numbers of the company on the marketplace. A listing holds for the number it was made for: after a rotation there is none. */
import { sql } from 'kysely';
import type { MarketplaceKpi, MarketplaceNumber } from '#contract/marketplace/entities.ts';
import { limitToAccessibleNumbers } from '../../access/numbers.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';

/** Numbers the person works, with their calls of 30 days and what is asked for them; removed ones are left out. */
function offered(membership: Membership) {
  const calls = currentTransaction()
    .selectFrom('calls')
    .select(['number_id', sql<number>`count(*)`.as('count')])
    .where('company_id', '=', companyId())
    .where('started_at', '>=', sql<Date>`now() - interval '30 days'`)
    .groupBy('number_id');
  return currentTransaction()
    .selectFrom('phone_numbers as n')
    .leftJoin('marketplace_listings as l', (join) => join.onRef('l.number_id', '=', 'n.id').onRef('l.number', '=', 'n.number'))
    .leftJoin(calls.as('c'), 'c.number_id', 'n.id')
    .where('n.company_id', '=', companyId())
    .where('n.status', '<>', 2)
    .where(limitToAccessibleNumbers('n.id', membership.numberIds))
    .select(['n.id', 'n.number', 'n.label', 'n.status', 'n.vanity', 'n.monthly_cost', 'l.price', 'l.listed_at'])
    .select([sql<boolean>`coalesce(l.is_listed, false)`.as('is_listed'), sql<number>`coalesce(c.count, 0)`.as('calls')]);
}
type Row = Awaited<ReturnType<ReturnType<typeof offered>['execute']>>[number];

const toNumber = (row: Row): MarketplaceNumber => ({
  id: row.id,
  number: row.number,
  label: row.label,
  status: row.status,
  vanity: row.vanity,
  monthlyCost: row.monthly_cost,
  calls30Days: row.calls,
  isListed: row.is_listed,
  price: row.price,
  listedAt: row.is_listed ? (row.listed_at?.toISOString() ?? null) : null,
});

/** All of them by label. */
export async function listMarketplaceNumbers(membership: Membership): Promise<MarketplaceNumber[]> {
  return (await offered(membership).orderBy('n.label').orderBy('n.id').execute()).map(toNumber);
}

/** Those that are listed, the latest first. */
export async function listListings(membership: Membership): Promise<MarketplaceNumber[]> {
  return (await offered(membership).where('l.is_listed', '=', true).orderBy('l.listed_at', 'desc').orderBy('n.id').execute()).map(toNumber);
}

/** One of them. Refuses one that is missing, removed, another company's or not the person's. */
export async function getMarketplaceNumber(membership: Membership, id: number): Promise<MarketplaceNumber> {
  const row = await offered(membership).where('n.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toNumber(row);
}

/** Sums over the numbers the person works. */
export async function computeKpi(membership: Membership): Promise<MarketplaceKpi> {
  const sums = await currentTransaction()
    .selectFrom(offered(membership).as('o'))
    .select([
      sql<number>`count(*)`.as('numbers'),
      sql<number>`count(*) filter (where is_listed)`.as('listed'),
      sql<number>`coalesce(sum(price) filter (where is_listed), 0)`.as('askingTotal'),
      sql<number | null>`round(avg(price) filter (where is_listed), 2)`.as('averagePrice'),
      sql<number>`coalesce(sum(monthly_cost) filter (where is_listed), 0)`.as('monthlyCostListed'),
      sql<number>`coalesce(sum(calls) filter (where is_listed), 0)`.as('calls30DaysListed'),
      sql<number>`count(*) filter (where status = 1 and calls = 0 and not is_listed)`.as('idle'),
    ])
    .executeTakeFirstOrThrow();
  return sums;
}
