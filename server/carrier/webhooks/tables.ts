/** Webhooks as they came. */
import type { Born, Id, Json, Maybe, MaybeInstant } from '../../db/columns.ts';

interface CarrierWebhooksTable {
  id: Id;
  kind: string;
  dedupe_key: string;
  payload: Json<Record<string, unknown>>;
  received_at: Born;
  applied_at: MaybeInstant;
  quarantined: Maybe<string>;
}

export interface WebhookTables {
  carrier_webhooks: CarrierWebhooksTable;
}
