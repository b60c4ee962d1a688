/** Webhooks of companies, and the outbox and log of their deliveries. */
import type { HookDeliveryState, HookEvent, SentEvent } from '#contract/eventHooks/enums.ts';
import type { Born, Default, Id, Instant, Maybe, MaybeInstant } from '../../db/columns.ts';

export interface EventHooksTable {
  id: Id;
  company_id: number;
  url: string;
  events: HookEvent[];
  is_active: Default<boolean>;
  secret: string;
  previous_secret: Maybe<string>;
  previous_until: MaybeInstant;
  problem: Maybe<string>;
  failing_since: MaybeInstant;
  last_delivered_at: MaybeInstant;
  created_by: Maybe<number>;
  created_at: Born;
  updated_at: Born;
}

export interface EventDeliveriesTable {
  id: Id;
  company_id: number;
  hook_id: number;
  message_id: Default<string>;
  event: SentEvent;
  call_id: Maybe<number>;
  item_id: Maybe<number>;
  campaign_id: Maybe<number>;
  state: Default<HookDeliveryState>;
  body: Maybe<string>;
  attempts: Default<number>;
  status: Maybe<number>;
  answer: Maybe<string>;
  reason: Maybe<string>;
  duration_ms: Maybe<number>;
  occurred_at: Instant;
  due_at: Instant;
  attempted_at: MaybeInstant;
  created_at: Born;
}

export interface EventHookTables {
  event_hooks: EventHooksTable;
  event_deliveries: EventDeliveriesTable;
}
