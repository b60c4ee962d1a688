/** Read and unread, archived and not. Each change names exactly the items or rows it touched, so that it can be taken back. */
import { sql } from 'kysely';
import { limitToAccessibleNumbers } from '../../access/numbers.ts';
import { type Cause, companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { lockConversations, lockConversationsOf, publishConversationChange } from './repository.ts';
import type { ItemTypeName } from './tables.ts';

/** conversation id → items that were changed. */
export type ChangedItems = ReadonlyMap<number, readonly number[]>;

/** Above this many conversations a change is told as "many changed" (without ids): a screen fetches anew rather than row by row. */
const toldOneByOne = 200;

/** Tells of many conversations. */
export function publishConversationChanges(ids: Iterable<number>, cause: Cause): void {
  const all = [...ids];
  if (all.length <= toldOneByOne) for (const id of all) publishConversationChange(id, cause);
  else recordChange({ kind: 'conversation-updated', ...(cause.actorId === undefined ? {} : { actorId: cause.actorId }) });
  if (all.length > 0) recordChange({ kind: 'notification-counts', ...(cause.actorId === undefined ? {} : { actorId: cause.actorId }) });
}

function touched(rows: readonly { conversation_id: number | null; id: number }[]): ChangedItems {
  const byConversation = new Map<number, number[]>();
  for (const row of rows) {
    if (row.conversation_id === null) continue;
    const items = byConversation.get(row.conversation_id);
    if (items) items.push(row.id);
    else byConversation.set(row.conversation_id, [row.id]);
  }
  return byConversation;
}

/** Marks all items of conversations read. */
export async function markRead(conversationIds: readonly number[], cause: Cause): Promise<ChangedItems> {
  await lockConversations(conversationIds);
  const rows = await currentTransaction()
    .updateTable('items')
    .set({ is_read: true })
    .where('company_id', '=', companyId())
    .where(sql<boolean>`conversation_id = any (${conversationIds}::bigint[])`)
    .where('is_read', '=', false)
    .where('deleted_at', 'is', null)
    .returning(['id', 'conversation_id'])
    .execute();
  return settle(touched(rows), cause);
}

/** Marks the newest inbound item of each conversation unread; one whose newest is unread already is left alone. */
export async function markUnread(conversationIds: readonly number[], cause: Cause): Promise<ChangedItems> {
  await lockConversations(conversationIds);
  const rows = await sql<{ id: number; conversation_id: number }>`
    update items set is_read = false
    from (
      select newest.id from unnest(${conversationIds}::bigint[]) as thread (id)
      cross join lateral (
        select items.id from items
        where items.conversation_id = thread.id and items.is_inbound and items.deleted_at is null and items.company_id = ${companyId()}
        order by items.created_at desc, items.id desc limit 1
      ) newest
    ) marked
    where items.id = marked.id and items.is_read
    returning items.id, items.conversation_id`.execute(currentTransaction());
  return settle(touched(rows.rows), cause);
}

/** Sets exactly these items to read or unread: takes a change back. */
export async function setItemsRead(itemIds: readonly number[], isRead: boolean, cause: Cause): Promise<ChangedItems> {
  await lockConversationsOf(itemIds);
  const rows = await currentTransaction()
    .updateTable('items')
    .set({ is_read: isRead })
    .where('company_id', '=', companyId())
    .where(sql<boolean>`id = any (${itemIds}::bigint[])`)
    .where('is_read', '=', !isRead)
    .where('deleted_at', 'is', null)
    .returning(['id', 'conversation_id'])
    .execute();
  return settle(touched(rows), cause);
}

/** Marks every unread item of a kind read, of these numbers or of all; how many. */
export async function markKindRead(type: ItemTypeName, numbers: readonly number[] | null, cause: Cause): Promise<number> {
  const unread = await currentTransaction()
    .selectFrom('items')
    .select(['id', 'conversation_id'])
    .where('company_id', '=', companyId())
    .where('type', '=', type)
    .where('is_read', '=', false)
    .where('deleted_at', 'is', null)
    .where(limitToAccessibleNumbers('number_id', numbers))
    .execute();
  if (unread.length === 0) return 0;
  await lockConversations([...touched(unread).keys()]);
  const rows = await currentTransaction()
    .updateTable('items')
    .set({ is_read: true })
    .where('company_id', '=', companyId())
    .where(sql<boolean>`id = any (${unread.map((row) => row.id)}::bigint[])`)
    .where('is_read', '=', false)
    .returning(['id', 'conversation_id'])
    .execute();
  await settle(touched(rows), cause);
  return rows.length;
}

/** Marks one item read; tells only when it was unread. */
export async function markItemRead(item: { readonly id: number; readonly conversationId: number }, cause: Cause): Promise<void> {
  const rows = await setItemsRead([item.id], true, cause);
  if (rows.size > 0) recordChange({ kind: 'item-updated', id: item.id, conversationId: item.conversationId, ...cause });
}

/** Unread counts follow the items they count. */
async function settle(changes: ChangedItems, cause: Cause): Promise<ChangedItems> {
  if (changes.size === 0) return changes;
  await sql`
    update conversations set unread_count = (
      select count(*) from items where items.conversation_id = conversations.id and not items.is_read and items.deleted_at is null
    )
    where company_id = ${companyId()} and id = any (${[...changes.keys()]}::bigint[])`.execute(currentTransaction());
  publishConversationChanges(changes.keys(), cause);
  return changes;
}

/** Archives or restores; the conversations that were otherwise before. */
export async function setArchived(conversationIds: readonly number[], isArchived: boolean, cause: Cause): Promise<number[]> {
  const rows = await currentTransaction()
    .updateTable('conversations')
    .set({ is_archived: isArchived })
    .where('company_id', '=', companyId())
    .where(sql<boolean>`id = any (${conversationIds}::bigint[])`)
    .where('is_archived', '=', !isArchived)
    .returning('id')
    .execute();
  const ids = rows.map((row) => row.id);
  publishConversationChanges(ids, cause);
  return ids;
}
