/** The phones that ring for a call, and calls that are handed on. */

import type { Generated } from 'kysely';
import type { Born, Default, Instant, Maybe, MaybeInstant } from '../../db/columns.ts';

interface CallLegsTable {
  company_id: number;
  call_id: number;
  round: number;
  number: string;
  started_at: Instant;
  seconds: Default<number>;
  cents: Default<number>;
  /** Of phones that are calls of their own, since the caller hears hold music: when the carrier was asked to ring it, its call, its end. */
  placed_at: MaybeInstant;
  carrier_sid: Maybe<string>;
  over_at: MaybeInstant;
}

interface CallTransfersTable {
  id: Generated<string>;
  company_id: number;
  call_id: number;
  user_id: number;
  client_id: string;
  destination: string;
  by_name: string;
  to_name: string;
  /** The person picks up what rings for them: the destination is their own browser. */
  is_pickup: Generated<boolean>;
  created_at: Born;
  /** Why it was not done, in words. */
  fault: Maybe<string>;
  /** When the carrier asked where the caller goes. */
  taken_at: MaybeInstant;
}

export interface CallingTables {
  call_transfers: CallTransfersTable;
  call_legs: CallLegsTable;
}
