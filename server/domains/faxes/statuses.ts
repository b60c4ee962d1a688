/** Maps the fax vendor's statuses to ours. */
import { lastRank, type Statuses } from '../messaging/statuses.ts';

/** The vendor's words in their order; a later one never gives way to an earlier, and the last ones stay. */
export const faxStatuses: Statuses = {
  queued: { rank: 1, shown: 'accepted' },
  'media.processed': { rank: 2, shown: 'accepted' },
  originated: { rank: 3, shown: 'sending' },
  sending: { rank: 4, shown: 'sending' },
  delivered: { rank: lastRank, shown: 'delivered' },
  failed: { rank: lastRank, shown: 'failed' },
};
