/** Integrations, and the outbox of their conversions. */
import type { ConversionKind, ConversionState } from '#contract/integrations/enums.ts';
import type { EventParameter } from '#contract/integrations/parameters.ts';
import type { Born, Default, Id, Instant, JsonDefault, Maybe, MaybeInstant } from '../../db/columns.ts';

export interface IntegrationsTable {
  id: Id;
  company_id: number;
  provider: 'ga4';
  external_id: string;
  secret: string;
  events: ConversionKind[];
  parameters: JsonDefault<EventParameter[]>;
  is_active: Default<boolean>;
  checked: Default<ConversionKind[]>;
  problem: Maybe<string>;
  last_sent_at: MaybeInstant;
  created_at: Born;
  updated_at: Born;
}

export interface ConversionsTable {
  id: Id;
  company_id: number;
  integration_id: number;
  kind: ConversionKind;
  call_id: Maybe<number>;
  item_id: Maybe<number>;
  state: Default<ConversionState>;
  is_marked: Default<boolean>;
  is_matched: Maybe<boolean>;
  reason: Maybe<string>;
  occurred_at: Instant;
  due_at: Instant;
  attempts: Default<number>;
  attempted_at: MaybeInstant;
  sent_at: MaybeInstant;
  created_at: Born;
}

export interface IntegrationTables {
  integrations: IntegrationsTable;
  conversions: ConversionsTable;
}
