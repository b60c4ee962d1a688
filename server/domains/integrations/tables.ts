/** Integrations, and the outbox of their conversions. */
import type { CallFilter } from '#contract/calls/filters.ts';
import type { CallKind, ConversionKind, ConversionState, OAuthProvider } from '#contract/integrations/enums.ts';
import type { EventParameter } from '#contract/integrations/parameters.ts';
import type { Born, Default, Id, Instant, JsonDefault, Maybe, MaybeInstant, MaybeJson } from '../../db/columns.ts';
import type { AdReceipt, AdSettings } from '../../vendors/adPlatform.ts';
import type { CrmReceipt, CrmSettings } from '../../vendors/leadCrm.ts';
import type { ChatReceipt } from '../../vendors/teamChat.ts';

/** A channel of a team chat, as it was when it was chosen. */
export interface Channel {
  readonly id: string;
  readonly name: string;
  readonly isPrivate: boolean;
}

/** A record that a vendor made, by which it can be withdrawn. */
export type StoredReceipt = ChatReceipt | CrmReceipt | AdReceipt;

/** A rule as it was typed, and the filter it stands for: names of tags and numbers may change after. */
export interface StoredRule {
  readonly line: string;
  readonly filter: CallFilter;
}
/** By kind: the rule by which a call is told. */
export type StoredRules = Readonly<Partial<Record<CallKind, StoredRule>>>;

export interface IntegrationsTable {
  id: Id;
  company_id: number;
  provider: 'ga4' | OAuthProvider;
  external_id: string;
  secret: string;
  events: ConversionKind[];
  parameters: JsonDefault<EventParameter[]>;
  rules: JsonDefault<StoredRules>;
  is_active: Default<boolean>;
  checked: Default<ConversionKind[]>;
  problem: Maybe<string>;
  last_sent_at: MaybeInstant;
  name: Default<string>;
  channel: MaybeJson<Channel>;
  settings: MaybeJson<CrmSettings | AdSettings>;
  needs_reconnect: Default<boolean>;
  ends_at: MaybeInstant;
  ending_told_at: MaybeInstant;
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
  is_left_out: Default<boolean>;
  /** Sent by a request of its own: the vendor didn't say what it did with it among others. */
  is_alone: Default<boolean>;
  is_matched: Maybe<boolean>;
  reason: Maybe<string>;
  occurred_at: Instant;
  due_at: Instant;
  /** When the vendor is asked what it did with it; null: there is nothing to ask. */
  confirm_at: MaybeInstant;
  attempts: Default<number>;
  attempted_at: MaybeInstant;
  sent_at: MaybeInstant;
  receipt: MaybeJson<StoredReceipt>;
  created_at: Born;
}

export interface ChatThreadsTable {
  company_id: number;
  integration_id: number;
  channel: string;
  number_id: number;
  recipient: string;
  ts: string;
}

export interface OAuthTransactionsTable {
  id_hash: string;
  company_id: number;
  user_id: number;
  session_id: string;
  provider: OAuthProvider;
  verifier: Maybe<string>;
  expires_at: Instant;
  used_at: MaybeInstant;
  created_at: Born;
}

export interface OAuthRevocationsTable {
  id: Id;
  company_id: number;
  provider: OAuthProvider;
  external_id: string;
  secret: string;
  attempts: Default<number>;
  due_at: Default<Date>;
  created_at: Born;
}

export interface IntegrationTables {
  integrations: IntegrationsTable;
  conversions: ConversionsTable;
  chat_threads: ChatThreadsTable;
  oauth_transactions: OAuthTransactionsTable;
  oauth_revocations: OAuthRevocationsTable;
}
