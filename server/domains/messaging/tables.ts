/** Requests sent to the carrier, and who must not be written to. */
import type { Generated } from 'kysely';
import type { Born, Default, Maybe, MaybeInstant } from '../../db/columns.ts';

export interface MessageAttemptsTable {
  id: Generated<string>;
  company_id: number;
  item_id: number;
  number: number;
  state: 'intent' | 'accepted' | 'refused' | 'unknown' | 'retriable';
  carrier_sid: Maybe<string>;
  status: Maybe<string>;
  status_rank: Default<number>;
  error_code: Maybe<string>;
  created_at: Born;
  settled_at: MaybeInstant;
  look_at: MaybeInstant;
}

export interface MessagingTables {
  message_attempts: MessageAttemptsTable;
  opt_outs: { company_id: number; number: string; source: string; at: Born };
  opt_words: { company_id: number; number: string; at: Date };
}
