/**
 * The one place that writes into threads: conversations, their items, the newest item and the unread count they carry, and the events that tell
 * of it. Everything here runs in the open transaction of one company.
 */

import { sql, type Updateable } from 'kysely';
import { isBlockedOn } from '../../access/blockedCallers.ts';
import { type Cause, companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { toLatest } from './latest.ts';
import type { NewItem } from './newItem.ts';
import type { ItemsTable } from './tables.ts';
import { runTriggers } from './triggers.ts';

interface ThreadRef {
  readonly id: number;
  readonly contactId: number | null;
  readonly isBlocked: boolean;
  readonly created: boolean;
}

/** Returns the text in which a search of the inbox looks: the outside number, and its contact. Lower case. */
export function formatSearchText(recipient: string, contact: { readonly name: string; readonly company_name: string | null } | null): string {
  return [recipient, contact?.name ?? '', contact?.company_name ?? ''].join(' ').trim().toLowerCase();
}

/** The contact that has a number: its own, else the one it came to by a merge. */
async function findHolder(number: string): Promise<{ readonly id: number; readonly name: string; readonly company_name: string | null } | undefined> {
  const contacts = () =>
    currentTransaction()
      .selectFrom('contacts')
      .select(['contacts.id', 'contacts.name', 'contacts.company_name'])
      .where('contacts.company_id', '=', companyId())
      .where('contacts.deleted_at', 'is', null);
  const own = await contacts().where('contacts.number', '=', number).executeTakeFirst();
  if (own) return own;
  return contacts().innerJoin('contact_phones', 'contact_phones.contact_id', 'contacts.id').where('contact_phones.number', '=', number).executeTakeFirst();
}

/** The thread between one of our numbers and an outside one (E.164), made when there is none, and linked to the contact of that number. */
export async function findOrCreateConversation(thread: { readonly numberId: number; readonly recipient: string; readonly at?: Date }): Promise<ThreadRef> {
  const company = companyId();
  const existing = () =>
    currentTransaction()
      .selectFrom('conversations')
      .select(['id', 'contact_id', 'is_blocked'])
      .where('company_id', '=', company)
      .where('number_id', '=', thread.numberId)
      .where('recipient', '=', thread.recipient)
      .executeTakeFirst();
  const found = await existing();
  if (found) return { id: found.id, contactId: found.contact_id, isBlocked: found.is_blocked, created: false };
  const contact = await findHolder(thread.recipient);
  const isBlocked = await isBlockedOn(thread.numberId, thread.recipient);
  const made = await currentTransaction()
    .insertInto('conversations')
    .values({
      company_id: company,
      number_id: thread.numberId,
      recipient: thread.recipient,
      contact_id: contact?.id ?? null,
      last_activity_at: thread.at ?? new Date(),
      // A thread that begins blocked begins out of the way.
      is_blocked: isBlocked,
      is_archived: isBlocked,
      search: formatSearchText(thread.recipient, contact ?? null),
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'number_id', 'recipient']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return { id: made.id, contactId: contact?.id ?? null, isBlocked, created: true };
  const other = await existing();
  if (!other) throw new Error('A conversation vanished while it was looked up');
  return { id: other.id, contactId: other.contact_id, isBlocked: other.is_blocked, created: false };
}

/**
 * Adds an item to its thread: newest item, unread count, kinds and time of the conversation follow; an inbound one brings an archived
 * conversation back. The same `clientId` or `carrierSid` twice is one item: `created` is false and nothing changed.
 */
export async function addItem(item: NewItem): Promise<{ readonly id: number; readonly created: boolean }> {
  const isRead = item.isRead ?? !item.isInbound;
  const made = await currentTransaction()
    .insertInto('items')
    .values({
      company_id: companyId(),
      conversation_id: item.conversationId,
      number_id: item.numberId,
      recipient: item.recipient,
      type: item.type,
      is_inbound: item.isInbound,
      is_read: isRead,
      created_at: item.createdAt,
      client_id: item.clientId ?? null,
      actor_id: item.actor?.id ?? null,
      actor_name: item.actor?.name ?? null,
      call_id: item.callId ?? null,
      note_id: item.noteId ?? null,
      body: item.body ?? null,
      delivery_state: item.deliveryState ?? null,
      error_code: item.errorCode ?? null,
      segments: item.segments ?? 0,
      send_at: item.sendAt ?? null,
      send_asked: item.sendAsked ?? null,
      duration: item.duration ?? null,
      pages: item.pages ?? null,
      pages_state: item.pagesState ?? null,
      carrier_sid: item.carrierSid ?? null,
      opt_out_review: item.optOutReview ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return { id: await sameItem(item), created: false };
  const media = item.mediaFileIds ?? [];
  if (media.length > 0) {
    await currentTransaction()
      .insertInto('item_media')
      .values(media.map((file, position) => ({ company_id: companyId(), item_id: made.id, file_id: file, position })))
      .execute();
  }
  if (item.conversationId !== null) await bump(item.conversationId, made.id, isRead);
  publishItemChange('item-created', made.id, item.conversationId, {
    ...(item.actor ? { actorId: item.actor.id } : {}),
    ...(item.clientId ? { clientId: item.clientId } : {}),
  });
  if (item.isInbound && item.conversationId !== null) await runTriggers({ ...item, conversationId: item.conversationId }, addItem);
  return { id: made.id, created: true };
}

async function sameItem(item: NewItem): Promise<number> {
  const row = await currentTransaction()
    .selectFrom('items')
    .select('id')
    .where('company_id', '=', companyId())
    .where((eb) =>
      eb.or([...(item.clientId ? [eb('client_id', '=', item.clientId)] : []), ...(item.carrierSid ? [eb('carrier_sid', '=', item.carrierSid)] : [])]),
    )
    .executeTakeFirst();
  if (!row) throw new Error('Another company’s item has the same id');
  return row.id;
}

/** The new item becomes the newest when nothing newer is there: carriers deliver late and out of order. */
async function bump(conversationId: number, itemId: number, isRead: boolean): Promise<void> {
  const source = await newestQuery().where('items.id', '=', itemId).executeTakeFirstOrThrow();
  const latest = JSON.stringify(toLatest(source));
  await currentTransaction()
    .updateTable('conversations')
    .set((eb) => ({
      last_activity_at: sql<Date>`case when latest is null then ${source.created_at} else greatest(last_activity_at, ${source.created_at}) end`,
      latest: sql<string>`case when latest is null or (latest ->> 'createdAt')::timestamptz <= ${source.created_at} then ${latest}::jsonb else latest end`,
      item_types: sql<string[]>`case when ${source.type}::text = any (item_types) then item_types else array_append(item_types, ${source.type}::text) end`,
      unread_count: eb('unread_count', '+', isRead ? 0 : 1),
      is_archived: sql<boolean>`is_archived and (is_blocked or not ${source.is_inbound}::boolean)`,
    }))
    .where('id', '=', conversationId)
    .where('company_id', '=', companyId())
    .execute();
}

/** Columns of an item that may change after it was added. */
type ItemPatch = Pick<
  Updateable<ItemsTable>,
  | 'delivery_state'
  | 'error_code'
  | 'carrier_sid'
  | 'send_at'
  | 'body'
  | 'segments'
  | 'created_at'
  | 'duration'
  | 'pages'
  | 'pages_state'
  | 'call_id'
  | 'conversation_id'
  | 'opt_out_review'
>;

/** Changes an item and tells of it; the line of its conversation follows when it is the newest. False when there is no such item. */
export async function updateItem(itemId: number, patch: ItemPatch, cause: Cause = {}): Promise<boolean> {
  await lockConversationsOf([itemId]);
  const row = await currentTransaction()
    .updateTable('items')
    .set({ ...patch, updated_at: new Date() })
    .where('id', '=', itemId)
    .where('company_id', '=', companyId())
    .returning(['conversation_id', 'client_id'])
    .executeTakeFirst();
  if (!row) return false;
  if (row.conversation_id !== null) await recomputeConversation(row.conversation_id);
  publishItemChange('item-updated', itemId, row.conversation_id, { ...cause, ...(row.client_id ? { clientId: row.client_id } : {}) });
  return true;
}

/**
 * Locks conversations before their items are changed or counted: always the conversation first, so that an arriving item is counted exactly once
 * and two writers never wait for each other.
 */
export async function lockConversations(ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`select id from conversations where company_id = ${companyId()} and id = any (${ids}::bigint[]) order by id for update`.execute(
    currentTransaction(),
  );
}

/** Locks the conversations of these items. */
export async function lockConversationsOf(itemIds: readonly number[]): Promise<void> {
  const rows = await currentTransaction()
    .selectFrom('items')
    .select('conversation_id')
    .distinct()
    .where('company_id', '=', companyId())
    .where(sql<boolean>`id = any (${itemIds}::bigint[])`)
    .execute();
  await lockConversations(rows.flatMap((row) => row.conversation_id ?? []));
}

/** Counts a conversation, locked, anew from its items: newest item, time, kinds, unread. For whatever is not a plain addition. */
export async function recomputeConversation(conversationId: number): Promise<void> {
  const newest = await newestQuery()
    .where('items.conversation_id', '=', conversationId)
    .where('items.deleted_at', 'is', null)
    .orderBy('items.created_at', 'desc')
    .orderBy('items.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const counts = await currentTransaction()
    .selectFrom('items')
    .select([sql<string[] | null>`array_agg(distinct type)`.as('types'), sql<number>`count(*) filter (where not is_read)`.as('unread')])
    .where('conversation_id', '=', conversationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  await currentTransaction()
    .updateTable('conversations')
    .set({
      latest: newest ? JSON.stringify(toLatest(newest)) : null,
      item_types: counts.types ?? [],
      unread_count: Number(counts.unread),
      ...(newest ? { last_activity_at: newest.created_at } : {}),
    })
    .where('id', '=', conversationId)
    .where('company_id', '=', companyId())
    .execute();
}

function newestQuery() {
  return currentTransaction()
    .selectFrom('items')
    .leftJoin('calls', 'calls.id', 'items.call_id')
    .leftJoin('notes', 'notes.id', 'items.note_id')
    .select([
      'items.id',
      'items.type',
      'items.is_inbound',
      'items.created_at',
      'items.body',
      'items.delivery_state',
      'items.duration',
      'items.pages',
      'items.actor_name',
      'calls.result',
      'calls.ring_seconds',
      'calls.answered_by',
      'notes.editor_name',
    ])
    .where('items.company_id', '=', companyId());
}

/** Tells that an item changed, and its conversation with it. */
export function publishItemChange(
  kind: 'item-created' | 'item-updated' | 'item-deleted',
  itemId: number,
  conversationId: number | null,
  cause: Cause = {},
): void {
  recordChange({ kind, id: itemId, ...(conversationId === null ? {} : { conversationId }), ...cause });
  if (conversationId !== null) publishConversationChange(conversationId, cause);
}

/** Tells that a conversation changed. */
export function publishConversationChange(conversationId: number, cause: Cause = {}): void {
  recordChange({ kind: 'conversation-updated', id: conversationId, conversationId, ...(cause.actorId === undefined ? {} : { actorId: cause.actorId }) });
}
