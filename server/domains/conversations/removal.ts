/** Deleting items and bringing them back. A note goes and comes with its item; a message the carrier was not asked for yet is canceled by its deletion. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Cause, companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import { lockConversations, publishConversationChange, publishItemChange, recomputeConversation } from './repository.ts';

const waiting = sql<'canceled'>`case
  when delivery_state in ('held', 'scheduled') then 'canceled'
  when delivery_state = 'queued' and not exists (select from message_attempts where item_id = items.id and state <> 'retriable') then 'canceled'
  else delivery_state end`;

/** Deletes one item of a conversation. Refuses one that is not there. */
export async function deleteItem(conversationId: number, itemId: number, cause: Cause): Promise<void> {
  await lockConversations([conversationId]);
  const now = new Date();
  const row = await currentTransaction()
    .updateTable('items')
    .set({ deleted_at: now, updated_at: now, delivery_state: waiting })
    .where('company_id', '=', companyId())
    .where('conversation_id', '=', conversationId)
    .where('id', '=', itemId)
    .where('deleted_at', 'is', null)
    .returning(['id', 'note_id'])
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  await followNotes(row.note_id === null ? [] : [row.note_id], now);
  await recomputeConversation(conversationId);
  publishItemChange('item-deleted', itemId, conversationId, cause);
}

/** Brings a deleted item back; one that is there stays. Refuses one that never was. */
export async function restoreItem(conversationId: number, itemId: number, cause: Cause): Promise<void> {
  await lockConversations([conversationId]);
  const row = await currentTransaction()
    .selectFrom('items')
    .select(['note_id', 'deleted_at'])
    .where('company_id', '=', companyId())
    .where('conversation_id', '=', conversationId)
    .where('id', '=', itemId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  if (row.deleted_at === null) return;
  await currentTransaction().updateTable('items').set({ deleted_at: null, deletion_mark: null, updated_at: new Date() }).where('id', '=', itemId).execute();
  await followNotes(row.note_id === null ? [] : [row.note_id], null);
  await recomputeConversation(conversationId);
  publishItemChange('item-created', itemId, conversationId, cause);
}

/** Deletes everything in a conversation under a mark that names this deletion; of notes those of one author, or of everyone. */
export async function deleteMessages(conversationId: number, cause: Cause, notesOf: number | 'everyone'): Promise<{ deleted: number; mark: string }> {
  await lockConversations([conversationId]);
  const mark = randomUUID();
  const now = new Date();
  const rows = await currentTransaction()
    .updateTable('items')
    .set({ deleted_at: now, updated_at: now, deletion_mark: mark, delivery_state: waiting })
    .where('company_id', '=', companyId())
    .where('conversation_id', '=', conversationId)
    .where('deleted_at', 'is', null)
    .where(
      notesOf === 'everyone'
        ? sql<boolean>`true`
        : sql<boolean>`not exists (select from notes n where n.id = items.note_id and n.author_id is distinct from ${notesOf}::bigint)`,
    )
    .returning('note_id')
    .execute();
  if (rows.length > 0) await settleMany(conversationId, 'item-deleted', rows, now, cause);
  return { deleted: rows.length, mark };
}

/** Brings back what one deletion took. */
export async function restoreMessages(conversationId: number, mark: string, cause: Cause): Promise<number> {
  await lockConversations([conversationId]);
  const rows = await currentTransaction()
    .updateTable('items')
    .set({ deleted_at: null, deletion_mark: null, updated_at: new Date() })
    .where('company_id', '=', companyId())
    .where('conversation_id', '=', conversationId)
    .where('deletion_mark', '=', mark)
    .returning('note_id')
    .execute();
  if (rows.length > 0) await settleMany(conversationId, 'item-created', rows, null, cause);
  return rows.length;
}

async function settleMany(
  conversationId: number,
  kind: 'item-created' | 'item-deleted',
  rows: readonly { note_id: number | null }[],
  deletedAt: Date | null,
  cause: Cause,
): Promise<void> {
  await followNotes(
    rows.flatMap((row) => row.note_id ?? []),
    deletedAt,
  );
  await recomputeConversation(conversationId);
  recordChange({ kind, conversationId, ...(cause.actorId === undefined ? {} : { actorId: cause.actorId }) });
  publishConversationChange(conversationId, cause);
}

async function followNotes(noteIds: readonly number[], deletedAt: Date | null): Promise<void> {
  if (noteIds.length === 0) return;
  await currentTransaction()
    .updateTable('notes')
    .set({ deleted_at: deletedAt })
    .where('company_id', '=', companyId())
    .where(sql<boolean>`id = any (${noteIds}::bigint[])`)
    .execute();
}
