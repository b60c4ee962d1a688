/** Row types of the database (migrations/*.sql), for Kysely. Columns are snake_case; handlers turn rows into the contract's camelCase entities. */
import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<Date, Date | string, Date | string>;
type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Born = ColumnType<Date, Date | string | undefined, Date | string>;
/** jsonb: read as a value, written as JSON text. */
type Json<T> = ColumnType<T, string, string>;
type JsonDefault<T> = ColumnType<T, string | undefined, string>;
type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Default<T> = ColumnType<T, T | undefined, T>;
type Id = Generated<number>;

export interface UsersTable {
  id: Id;
  email: string;
  first_name: Default<string>;
  last_name: Default<string>;
  password_hash: Maybe<string>;
  timezone: Default<string>;
  is_staff: Default<boolean>;
  mfa_secret: Maybe<string>;
  mfa_enabled_at: MaybeInstant;
  mfa_last_step: Maybe<number>;
  support_pins: JsonDefault<string[]>;
  read_whats_new_at: MaybeInstant;
  iap_id: Generated<string>;
  preferences: JsonDefault<Record<string, unknown>>;
  keymap: MaybeJson<Record<string, unknown>>;
  disabled_at: MaybeInstant;
  created_at: Born;
}
export interface SessionsTable {
  id: Generated<string>;
  secret_hash: string;
  user_id: number;
  kind: 'cookie' | 'token';
  mfa_pending: Default<boolean>;
  remember: Default<boolean>;
  impersonator_id: Maybe<number>;
  staff_session_id: Maybe<string>;
  reason: Maybe<string>;
  device_name: Maybe<string>;
  address: Default<string>;
  refresh_hash: Maybe<string>;
  tries: Default<number>;
  created_at: Born;
  last_seen_at: Born;
  idle_expires_at: Instant;
  expires_at: Instant;
}
export interface ChallengesTable {
  id_hash: string;
  kind: 'reset' | 'signup' | 'provider' | 'mfa_token' | 'remote_login';
  user_id: Maybe<number>;
  email: Maybe<string>;
  session_id: Maybe<string>;
  data: JsonDefault<Record<string, unknown>>;
  tries: Default<number>;
  expires_at: Instant;
  used_at: MaybeInstant;
  created_at: Born;
}
export interface CompaniesTable {
  id: Id;
  organization_id: Maybe<number>;
  name: string;
  slug: string;
  timezone: string;
  accent: Default<string>;
  account_status: Default<'active' | 'suspended' | 'closed'>;
  links_enabled: Default<boolean>;
  default_area_code: Maybe<string>;
  is_onboarding_required: Default<boolean>;
  created_at: Born;
}
export type RoleName = 'owner' | 'administrator' | 'billing' | 'reporting' | 'user';
export interface MembershipsTable {
  company_id: number;
  user_id: number;
  role: RoleName;
  number_ids: Maybe<number[]>;
  in_app_calling_status: Default<'active' | 'away'>;
  created_at: Born;
}
export interface CommandLogTable {
  id: Id;
  user_id: number;
  key: string;
  command_id: string;
  title: string;
  source: string;
  company_id: Maybe<number>;
  args: JsonDefault<unknown>;
  outcome: string;
  detail: Maybe<string>;
  ran_at: Born;
}
export interface AuditLogTable {
  id: Id;
  at: Born;
  user_id: Maybe<number>;
  impersonator_id: Maybe<number>;
  session_id: Maybe<string>;
  company_id: Maybe<number>;
  action: string;
  subject: Maybe<string>;
  address: Default<string>;
  detail: JsonDefault<Record<string, unknown>>;
}
export interface PhoneNumbersTable {
  id: Id;
  company_id: number;
  number: string;
  label: Default<string>;
  status: Default<0 | 1 | 2>;
  category: Default<number>;
  provider_id: Default<number>;
  type: Default<number>;
  line_type: Default<number>;
  call_transcription_enabled: Default<boolean>;
  sms_enabled: Default<boolean>;
  routing_type: Default<string>;
  forward_number: Maybe<string>;
  hours_label: Default<string>;
  created_at: Born;
}
export interface ContactsTable {
  id: Id;
  company_id: number;
  name: Default<string>;
  number: string;
  company_name: Maybe<string>;
  email: Maybe<string>;
  address1: Maybe<string>;
  address2: Maybe<string>;
  city: Maybe<string>;
  state: Maybe<string>;
  zip: Maybe<string>;
  notes: Maybe<string>;
  optin_type: Default<string>;
  optin_source: Maybe<string>;
  is_invalid: Default<boolean>;
  is_unsubscribed: Default<boolean>;
  custom: JsonDefault<{ country?: string | null; title?: string | null }>;
  added_at: Born;
  created_at: Born;
  updated_at: Born;
  deleted_at: MaybeInstant;
  search: ColumnType<string, never, never>;
}
export interface FilesTable {
  id: Id;
  company_id: number;
  name: string;
  content_type: string;
  bytes: number;
  storage_key: string;
  created_at: Born;
}
export type CallResult = 'none' | 'answered' | 'missed' | 'voicemail' | 'blocked';
export interface CallsTable {
  id: Id;
  company_id: number;
  number_id: number;
  recipient: string;
  is_inbound: boolean;
  result: Default<CallResult>;
  started_at: Instant;
  ring_seconds: Default<number>;
  duration: Default<number>;
  answered_by: Maybe<string>;
  steps: JsonDefault<{ step: string; at: number; detail: string | null }[]>;
  recording_file_id: Maybe<number>;
  is_lead: Default<boolean>;
  is_appointment: Default<boolean>;
  qualification: Maybe<number>;
  value: Maybe<number>;
  carrier_sid: Maybe<string>;
}
export type ItemTypeName = 'call' | 'message' | 'voicemail' | 'fax' | 'note';
export type DeliveryStateName =
  | 'sending'
  | 'held'
  | 'scheduled'
  | 'queued'
  | 'accepted'
  | 'sent'
  | 'delivered'
  | 'undelivered'
  | 'failed'
  | 'unknown'
  | 'canceled'
  | 'received';
/** What a conversation keeps of its newest item, so that a list reads one table. */
export interface Latest {
  id: number;
  type: ItemTypeName;
  isInbound: boolean;
  createdAt: string;
  text: string;
  result: CallResult | null;
  deliveryState: DeliveryStateName | null;
  duration: number | null;
  actorName: string | null;
}
export interface ConversationsTable {
  id: Id;
  company_id: number;
  number_id: number;
  recipient: string;
  contact_id: Maybe<number>;
  last_activity_at: Instant;
  latest: MaybeJson<Latest>;
  item_types: Default<string[]>;
  unread_count: Default<number>;
  is_archived: Default<boolean>;
  is_blocked: Default<boolean>;
  is_lead: Default<boolean>;
  is_appointment: Default<boolean>;
  search: Default<string>;
}
export interface NotesTable {
  id: Id;
  company_id: number;
  model_type: 'call' | 'conversation' | 'contact';
  model_id: number;
  body: string;
  author_id: Maybe<number>;
  author_name: Maybe<string>;
  client_id: Maybe<string>;
  created_at: Born;
  updated_at: Born;
  deleted_at: MaybeInstant;
}
export interface ItemsTable {
  id: Id;
  company_id: number;
  conversation_id: Maybe<number>;
  number_id: number;
  recipient: string;
  type: ItemTypeName;
  is_inbound: boolean;
  is_read: Default<boolean>;
  created_at: Instant;
  client_id: Maybe<string>;
  actor_id: Maybe<number>;
  actor_name: Maybe<string>;
  call_id: Maybe<number>;
  note_id: Maybe<number>;
  body: Maybe<string>;
  delivery_state: Maybe<DeliveryStateName>;
  error_code: Maybe<string>;
  segments: Default<number>;
  send_at: MaybeInstant;
  duration: Maybe<number>;
  pages: Maybe<number>;
  carrier_sid: Maybe<string>;
  deleted_at: MaybeInstant;
  deletion_mark: Maybe<string>;
  updated_at: Born;
}
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
}
export interface BatchesTable {
  id: string;
  company_id: number;
  type: string;
  params: Json<Record<string, unknown>>;
  created_by: Maybe<number>;
  total: number;
  done: Default<number>;
  skipped: Default<number>;
  failed: Default<number>;
  undo_of: Maybe<string>;
  created_at: Born;
  finished_at: MaybeInstant;
}
export interface BatchRowsTable {
  company_id: number;
  batch_id: string;
  row_id: number;
  before: MaybeJson<Record<string, unknown>>;
  state: Default<'waiting' | 'done' | 'skipped'>;
}
export interface CarrierWebhooksTable {
  id: Id;
  kind: string;
  dedupe_key: string;
  payload: Json<Record<string, unknown>>;
  received_at: Born;
  applied_at: MaybeInstant;
  quarantined: Maybe<string>;
}

export interface Database {
  users: UsersTable;
  recovery_codes: { user_id: number; code_hash: string; used_at: MaybeInstant };
  user_identities: { provider: string; subject: string; user_id: number; created_at: Born };
  sessions: SessionsTable;
  challenges: ChallengesTable;
  throttles: { key: string; count: number; window_ends_at: Instant };
  device_tokens: { id: Id; user_id: number; token: string; device_name: string; created_at: Born };
  organizations: { id: Id; name: string; created_at: Born };
  organization_users: { id: Id; organization_id: number; user_id: number };
  companies: CompaniesTable;
  memberships: MembershipsTable;
  layouts: { user_id: number; name: string; layout: Json<unknown>; updated_at: Born };
  command_log: CommandLogTable;
  audit_log: AuditLogTable;
  phone_numbers: PhoneNumbersTable;
  number_directory: { number: string; company_id: number; number_id: number };
  tags: { id: Id; company_id: number; name: string };
  number_tags: { company_id: number; number_id: number; tag_id: number };
  contacts: ContactsTable;
  contact_groups: { id: Id; company_id: number; name: string };
  contact_group_members: { company_id: number; group_id: number; contact_id: number };
  contact_labels: { id: Id; company_id: number; label: string };
  contact_label_members: { company_id: number; label_id: number; contact_id: number };
  opt_outs: { company_id: number; number: string; source: string; at: Born };
  files: FilesTable;
  calls: CallsTable;
  conversations: ConversationsTable;
  notes: NotesTable;
  items: ItemsTable;
  item_media: { company_id: number; item_id: number; file_id: number; position: Default<number> };
  message_attempts: MessageAttemptsTable;
  batches: BatchesTable;
  batch_rows: BatchRowsTable;
  notification_blocks: { company_id: number; user_id: number; number_id: number; channel_type: string };
  company_cursors: { company_id: number; seq: Default<number> };
  changes: { company_id: number; seq: number; change: Json<Record<string, unknown>>; at: Born };
  carrier_webhooks: CarrierWebhooksTable;
}
