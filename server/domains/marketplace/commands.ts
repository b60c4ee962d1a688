/** Naming a price, listing a number and taking it off. */

import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { MarketplaceNumber } from '#contract/marketplace/entities.ts';
import { lockNumber } from '../../access/numberSelection.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Membership } from '../../http/handlers.ts';
import { getMarketplaceNumber } from './queries.ts';

/** Changes what is asked for a number. Refuses a listing without a price. */
export async function updateListing(
  membership: Membership,
  caller: AuthUser,
  id: number,
  given: RouteBody<typeof routes.marketplace.update>,
): Promise<MarketplaceNumber> {
  await lockNumber(membership, id);
  const before = await getMarketplaceNumber(membership, id);
  const price = given.price ?? (given.clear?.includes('price') ? null : before.price);
  const isListed = given.isListed ?? before.isListed;
  if (isListed && price === null) throw new AppError('invalid', { field: 'price', message: 'Set a price before listing' });
  const listedAt = isListed ? (before.listedAt ?? new Date()) : null;
  const row = { number: before.number, is_listed: isListed, price, listed_at: listedAt, updated_by: caller.userId, updated_at: new Date() };
  await currentTransaction()
    .insertInto('marketplace_listings')
    .values({ ...row, number_id: id, company_id: companyId() })
    .onConflict((conflict) => conflict.column('number_id').doUpdateSet(row))
    .execute();
  recordChange({ kind: 'listing-updated', id, actorId: caller.userId });
  return getMarketplaceNumber(membership, id);
}
