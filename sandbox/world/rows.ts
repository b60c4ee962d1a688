/** Rows of the demo world, column by column as the database has them. Instants are ISO text; jsonb columns are JSON text. */
import type { ItemType } from '#contract/conversations/enums.ts';
import type { Role } from '#contract/core/permissions.ts';

/** A template; `routes` and `hours` are JSON. */
interface TemplateRow {
  id: number;
  company_id: number;
  name: string;
  routes: string;
  hours: string;
  record_calls: boolean;
  created_at: string;
  updated_at: string;
}

/** A number on the marketplace, or with a price for it; US dollars. */
interface ListingRow {
  number_id: number;
  company_id: number;
  number: string;
  is_listed: boolean;
  price: number;
  listed_at: Maybe<string>;
  updated_at: string;
}

/** A port-in request. */
interface PortRow {
  id: number;
  company_id: number;
  key: string;
  status: 'completed' | 'action_required';
  losing_carrier: string;
  customer_name: string;
  account_number: string;
  account_ending: string;
  authorized_name: string;
  authorized_email: string;
  street: string;
  city: string;
  state: string;
  zip: string;
  reason: Maybe<string>;
  created_at: string;
  updated_at: string;
  finished_at: Maybe<string>;
}

/** A number of a port-in request. */
interface PortNumberRow {
  id: number;
  company_id: number;
  port_id: number;
  position: number;
  number: string;
  status: 'completed' | 'rejected';
  reason: Maybe<string>;
  number_id: Maybe<number>;
  is_open: boolean;
}

type Maybe<T> = T | null;

interface CompanyRow {
  id: number;
  organization_id: number;
  name: string;
  slug: string;
  timezone: string;
  accent: string;
  default_area_code: Maybe<string>;
  links_enabled: boolean;
  created_at: string;
}

interface UserRow {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  password_hash: string;
  timezone: string;
  is_staff: boolean;
  is_demo: boolean;
  mfa_secret: Maybe<string>;
  mfa_enabled_at: Maybe<string>;
  /** Preferences of the user; each begins in the first company they work in. */
  preferences: string;
  created_at: string;
}

export interface NumberRow {
  id: number;
  company_id: number;
  number: string;
  label: string;
  status: 0 | 1 | 2;
  type: number;
  line_type: number;
  call_transcription_enabled: boolean;
  sms_enabled: boolean;
  routing_type: string;
  forward_number: Maybe<string>;
  hours_label: string;
  created_at: string;
}

export interface ContactRow {
  id: number;
  company_id: number;
  name: string;
  number: string;
  company_name: Maybe<string>;
  email: Maybe<string>;
  city: Maybe<string>;
  state: Maybe<string>;
  zip: Maybe<string>;
  notes: Maybe<string>;
  optin_type: string;
  optin_source: Maybe<string>;
  is_invalid: boolean;
  is_unsubscribed: boolean;
  custom: string;
  added_at: string;
  created_at: string;
  updated_at: string;
}

interface FileRow {
  id: number;
  company_id: number;
  name: string;
  content_type: string;
  bytes: number;
  storage_key: string;
  created_at: string;
}

export type CallResult = 'none' | 'answered' | 'missed' | 'voicemail' | 'blocked';

export interface CallRow {
  id: number;
  company_id: number;
  number_id: number;
  recipient: string;
  is_inbound: boolean;
  result: CallResult;
  started_at: string;
  ring_seconds: number;
  duration: number;
  answered_by: Maybe<string>;
  steps: string;
  recording_file_id: Maybe<number>;
  is_lead: boolean;
  is_appointment: boolean;
  qualification: Maybe<number>;
  value: Maybe<number>;
  department: Maybe<string>;
  outcome: Maybe<string>;
  /** False here; who called first is found when all calls are there. */
  is_first_contact: false;
}

export interface TranscriptRow {
  call_id: number;
  company_id: number;
  started_at: string;
  agent_talk: number;
  client_talk: number;
  channels: string;
  segments: string;
}

export interface ConversationRow {
  id: number;
  company_id: number;
  number_id: number;
  recipient: string;
  contact_id: Maybe<number>;
  last_activity_at: string;
  latest: string;
  item_types: string;
  unread_count: number;
  is_archived: boolean;
  is_blocked: boolean;
  is_lead: boolean;
  is_appointment: boolean;
  search: string;
}

export interface NoteRow {
  id: number;
  company_id: number;
  model_type: 'call' | 'conversation' | 'contact';
  model_id: number;
  body: string;
  author_id: Maybe<number>;
  author_name: Maybe<string>;
  created_at: string;
  updated_at: string;
}

export interface ItemRow {
  id: number;
  company_id: number;
  conversation_id: Maybe<number>;
  number_id: number;
  recipient: string;
  type: ItemType;
  is_inbound: boolean;
  is_read: boolean;
  created_at: string;
  updated_at: string;
  actor_id: Maybe<number>;
  actor_name: Maybe<string>;
  call_id: Maybe<number>;
  note_id: Maybe<number>;
  body: Maybe<string>;
  delivery_state: Maybe<string>;
  error_code: Maybe<string>;
  segments: number;
  duration: Maybe<number>;
  pages: Maybe<number>;
}

/** Every table the world fills. */
export interface Rows {
  organizations: { id: number; name: string; created_at: string };
  companies: CompanyRow;
  users: UserRow;
  organization_users: { id: number; organization_id: number; user_id: number };
  memberships: { company_id: number; user_id: number; role: Role; in_app_calling_status: 'active' | 'away'; created_at: string };
  phone_numbers: NumberRow;
  number_routings: { number_id: number; company_id: number; routes: string; hours: string };
  number_templates: TemplateRow;
  marketplace_listings: ListingRow;
  tags: { id: number; company_id: number; name: string };
  number_tags: { company_id: number; number_id: number; tag_id: number };
  contacts: ContactRow;
  contact_groups: { id: number; company_id: number; name: string };
  contact_group_members: { company_id: number; group_id: number; contact_id: number };
  contact_labels: { id: number; company_id: number; label: string };
  contact_label_members: { company_id: number; label_id: number; contact_id: number };
  opt_outs: { company_id: number; number: string; source: string; at: string };
  files: FileRow;
  calls: CallRow;
  transcripts: TranscriptRow;
  conversations: ConversationRow;
  notes: NoteRow;
  items: ItemRow;
  blocks: { id: number; company_id: number; target: string; number_id: number; created_at: string };
  item_media: { company_id: number; item_id: number; file_id: number; position: number };
  port_requests: PortRow;
  port_numbers: PortNumberRow;
  port_documents: { id: number; company_id: number; port_id: number; kind: 'letter' | 'bill'; file_id: number };
  port_steps: { id: number; company_id: number; port_id: number; status: string; number: Maybe<string>; detail: Maybe<string>; at: string };
}

export type TableName = keyof Rows;

/** The tables in an order in which every row's parents come before it. */
export const tableOrder: readonly TableName[] = [
  'organizations',
  'companies',
  'users',
  'organization_users',
  'memberships',
  'phone_numbers',
  'number_routings',
  'number_templates',
  'marketplace_listings',
  'tags',
  'number_tags',
  'contacts',
  'contact_groups',
  'contact_group_members',
  'contact_labels',
  'contact_label_members',
  'opt_outs',
  'files',
  'calls',
  'transcripts',
  'conversations',
  'notes',
  'items',
  'blocks',
  'item_media',
  'port_requests',
  'port_numbers',
  'port_documents',
  'port_steps',
];

/** Rows of one table, ready to load. */
export type Chunk = { [T in TableName]: { readonly table: T; readonly rows: readonly Rows[T][] } }[TableName];

/** Collects rows; `take` hands out what there is, parents first, and starts anew. */
export interface Collector {
  add<T extends TableName>(table: T, row: Rows[T]): void;
  readonly size: number;
  takeChunk(): Chunk[];
}

/** An empty collector. */
export function createCollector(): Collector {
  let held = new Map<TableName, Rows[TableName][]>();
  let size = 0;
  return {
    add(table, row) {
      const rows = held.get(table);
      if (rows) rows.push(row);
      else held.set(table, [row]);
      size += 1;
    },
    get size() {
      return size;
    },
    takeChunk() {
      const taken = held;
      held = new Map();
      size = 0;
      return tableOrder.filter((table) => taken.has(table)).map((table) => ({ table, rows: taken.get(table) ?? [] }) as Chunk);
    },
  };
}

/** Hands out ids table by table, from the given last used ones. */
export function createIds(last: Readonly<Partial<Record<TableName, number>>> = {}): (table: TableName) => number {
  const used: Partial<Record<TableName, number>> = { ...last };
  return (table) => {
    const id = (used[table] ?? 0) + 1;
    used[table] = id;
    return id;
  };
}
