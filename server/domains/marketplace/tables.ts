/** Numbers that are offered to others. */
import type { Born, Default, Maybe, MaybeInstant } from '../../db/columns.ts';

interface MarketplaceListingsTable {
  number_id: number;
  company_id: number;
  number: string;
  is_listed: Default<boolean>;
  price: Maybe<number>;
  listed_at: MaybeInstant;
  updated_by: Maybe<number>;
  updated_at: Born;
}

export interface MarketplaceTables {
  marketplace_listings: MarketplaceListingsTable;
}
