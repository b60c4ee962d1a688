/** Maps a carrier's statuses to ours. */
import type { DeliveryStateName } from '../../db/tables/index.ts';

/** Rank of a word after which the carrier says nothing more. */
export const lastRank = 9;

/** A carrier's words in their order, and what a person is shown of each. */
export type Statuses = Readonly<Record<string, { readonly rank: number; readonly shown: DeliveryStateName }>>;
