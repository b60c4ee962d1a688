/** The phones that ring for a call. */
import type { Default, Instant, Maybe, MaybeInstant } from '../../db/columns.ts';

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

export interface CallingTables {
  call_legs: CallLegsTable;
}
