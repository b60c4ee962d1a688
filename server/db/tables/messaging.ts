/** Tables of requests sent to the carrier and of its reports. */
import type { Generated } from 'kysely';
import type { Born, Default, Id, Json, Maybe, MaybeInstant } from './columns.ts';

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
interface CarrierWebhooksTable {
  id: Id;
  kind: string;
  dedupe_key: string;
  payload: Json<Record<string, unknown>>;
  received_at: Born;
  applied_at: MaybeInstant;
  quarantined: Maybe<string>;
}

export interface MessagingTables {
  message_attempts: MessageAttemptsTable;
  carrier_webhooks: CarrierWebhooksTable;
}
