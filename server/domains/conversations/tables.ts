/** Conversations and the items in them. */
import type { callResults } from '#contract/calls/enums.ts';
import type { Born, Default, Id, Instant, Maybe, MaybeInstant, MaybeJson } from '../../db/columns.ts';

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

/** State of drawing the pages of a fax. */
export type PagesStateName = 'waiting' | 'drawn' | 'unreadable';

/** Copy of a conversation's newest item, so that a list reads one table. */
export interface Latest {
  id: number;
  type: ItemTypeName;
  isInbound: boolean;
  createdAt: string;
  text: string;
  result: (typeof callResults)[number] | null;
  deliveryState: DeliveryStateName | null;
  duration: number | null;
  actorName: string | null;
  /** Last editor of a note; absent when never edited. */
  editorName?: string;
}

interface ConversationsTable {
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
  send_asked: Maybe<string>;
  duration: Maybe<number>;
  pages: Maybe<number>;
  pages_state: Maybe<PagesStateName>;
  carrier_sid: Maybe<string>;
  opt_out_review: Maybe<'open' | 'confirmed' | 'dismissed'>;
  deleted_at: MaybeInstant;
  deletion_mark: Maybe<string>;
  updated_at: Born;
}

/** Words of an item, for searching; written by triggers (0103). */
interface ItemTextsTable {
  item_id: number;
  company_id: number;
  number_id: number;
  created_at: Date;
}

export interface ConversationTables {
  conversations: ConversationsTable;
  items: ItemsTable;
  item_texts: ItemTextsTable;
  item_media: { company_id: number; item_id: number; file_id: number; position: Default<number> };
}
