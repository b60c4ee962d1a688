/** Maps the statuses of the carrier and of the fax vendor to ours. */
import type { DeliveryStateName } from '../conversations/tables.ts';

/** Rank of a word after which the carrier says nothing more. */
export const lastRank = 9;

/** A carrier's words in their order, and what a person is shown of each. */
type Statuses = Readonly<Record<string, { readonly rank: number; readonly shown: DeliveryStateName }>>;

/** The carrier's words in their order; a later one never gives way to an earlier, and the last ones stay. */
export const messageStatuses: Statuses = {
  accepted: { rank: 1, shown: 'accepted' },
  scheduled: { rank: 1, shown: 'accepted' },
  queued: { rank: 2, shown: 'accepted' },
  sending: { rank: 3, shown: 'accepted' },
  sent: { rank: 4, shown: 'sent' },
  delivered: { rank: lastRank, shown: 'delivered' },
  read: { rank: lastRank, shown: 'delivered' },
  undelivered: { rank: lastRank, shown: 'undelivered' },
  failed: { rank: lastRank, shown: 'failed' },
  canceled: { rank: lastRank, shown: 'canceled' },
};

/** The fax vendor's words in their order; a later one never gives way to an earlier, and the last ones stay. */
export const faxStatuses: Statuses = {
  queued: { rank: 1, shown: 'accepted' },
  'media.processed': { rank: 2, shown: 'accepted' },
  originated: { rank: 3, shown: 'sending' },
  sending: { rank: 4, shown: 'sending' },
  delivered: { rank: lastRank, shown: 'delivered' },
  failed: { rank: lastRank, shown: 'failed' },
};
