/** Notes on what a company has; one on a call, a conversation or what is in it stands in the thread as an item and follows its note. */
import { sql } from 'kysely';
import type { Note } from '#contract/notes/entities.ts';
import { canAccessNumber } from '../../access/numbers.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Membership } from '../../http/handlers.ts';
import { checkNoteChanges } from '../conversations/noteAccess.ts';
import { addItem, lockConversations, publishItemChange, recomputeConversation, updateItem } from '../conversations/repository.ts';

const columns = [
  'id',
  'model_type',
  'model_id',
  'body',
  'author_id',
  'author_name',
  'editor_id',
  'editor_name',
  'edited_at',
  'created_at',
  'updated_at',
] as const;
type Model = Note['modelType'];

function notesOfCompany() {
  return currentTransaction().selectFrom('notes').select(columns).where('company_id', '=', companyId());
}
type Row = Awaited<ReturnType<ReturnType<typeof notesOfCompany>['execute']>>[number];

function toNote(row: Row): Note {
  return {
    id: row.id,
    modelType: row.model_type,
    modelId: row.model_id,
    body: row.body,
    author: row.author_id === null ? null : { id: row.author_id, name: row.author_name ?? '' },
    editor: row.editor_id === null ? null : { id: row.editor_id, name: row.editor_name ?? '' },
    editedAt: row.edited_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Place of a note in a conversation; null for a contact and a number, which have no thread of their own. */
interface Place {
  readonly conversationId: number | null;
  readonly numberId: number;
  readonly recipient: string;
}

/**
 * The thing a note stands on. Refuses one that is missing, another company's, or of a number the person does not work; one that was deleted, too, unless
 * `evenDeleted`: its notes stay in the conversation.
 */
async function findPlace(membership: Membership, type: Model, id: number, { evenDeleted = false } = {}): Promise<Place | null> {
  if (type === 'contact') {
    const contact = await currentTransaction()
      .selectFrom('contacts')
      .select('deleted_at')
      .where('company_id', '=', companyId())
      .where('id', '=', id)
      .executeTakeFirst();
    if (!contact || (contact.deleted_at !== null && !evenDeleted)) throw new AppError('not_found');
    return null;
  }
  if (type === 'number') {
    const number = await currentTransaction()
      .selectFrom('phone_numbers')
      .select('id')
      .where('company_id', '=', companyId())
      .where('id', '=', id)
      .executeTakeFirst();
    if (!number || !canAccessNumber(membership, id)) throw new AppError('not_found');
    return null;
  }
  const row = await (type === 'call' || type === 'conversation' ? findConversation(type, id) : threadOfItem(type, id, evenDeleted));
  if (!row || !canAccessNumber(membership, row.number_id)) throw new AppError('not_found');
  return { conversationId: row.conversation_id, numberId: row.number_id, recipient: row.recipient };
}

const threadOfItem = (type: 'message' | 'voicemail' | 'fax', id: number, evenDeleted: boolean) =>
  currentTransaction()
    .selectFrom('items')
    .select(['conversation_id', 'number_id', 'recipient'])
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .where('type', '=', type)
    .$if(!evenDeleted, (items) => items.where('deleted_at', 'is', null))
    .executeTakeFirst();

async function findConversation(type: 'call' | 'conversation', id: number) {
  return type === 'conversation'
    ? await currentTransaction()
        .selectFrom('conversations')
        .select(['id as conversation_id', 'number_id', 'recipient'])
        .where('company_id', '=', companyId())
        .where('id', '=', id)
        .executeTakeFirst()
    : await currentTransaction()
        .selectFrom('calls')
        .leftJoin('items', (join) => join.onRef('items.call_id', '=', 'calls.id').on('items.type', '=', 'call'))
        .select(['items.conversation_id', 'calls.number_id', 'calls.recipient'])
        .where('calls.company_id', '=', companyId())
        .where('calls.id', '=', id)
        .executeTakeFirst();
}

/** Writes a note. The same clientId twice is one note. */
export async function createNote(
  membership: Membership,
  caller: AuthUser,
  note: { readonly modelType: Model; readonly modelId: number; readonly body: string; readonly clientId?: string | undefined },
): Promise<Note> {
  const place = await findPlace(membership, note.modelType, note.modelId);
  const row = await currentTransaction()
    .insertInto('notes')
    .values({
      company_id: companyId(),
      model_type: note.modelType,
      model_id: note.modelId,
      body: note.body,
      author_id: caller.userId,
      author_name: caller.name,
      client_id: note.clientId ?? null,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'client_id']).doNothing())
    .returning(columns)
    .executeTakeFirst();
  if (!row) return sameNote(note);
  if (place) {
    await addItem({
      ...place,
      type: 'note',
      isInbound: false,
      createdAt: row.created_at,
      clientId: note.clientId ?? null,
      actor: { id: caller.userId, name: caller.name },
      noteId: row.id,
      body: note.body,
    });
  }
  recordChange({ kind: 'note-updated', id: row.id, ...(place?.conversationId ? { conversationId: place.conversationId } : {}), actorId: caller.userId });
  return toNote(row);
}

async function sameNote(note: { readonly modelType: Model; readonly modelId: number; readonly clientId?: string | undefined }): Promise<Note> {
  const row = await notesOfCompany()
    .where('client_id', '=', note.clientId ?? '')
    .executeTakeFirst();
  if (!row || row.model_type !== note.modelType || row.model_id !== note.modelId) throw new AppError('conflict', { field: 'client_id' });
  return toNote(row);
}

async function changeableNote(membership: Membership, caller: AuthUser, id: number, deleted: boolean): Promise<Row> {
  const row = await notesOfCompany()
    .where('id', '=', id)
    .where('deleted_at', deleted ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  await findPlace(membership, row.model_type, row.model_id, { evenDeleted: true });
  checkNoteChanges(membership, caller, row.author_id);
  return row;
}

async function findNoteItem(noteId: number) {
  return currentTransaction()
    .selectFrom('items')
    .select(['id', 'conversation_id'])
    .where('company_id', '=', companyId())
    .where('note_id', '=', noteId)
    .executeTakeFirst();
}

/** Changes the words of a note, and of its item. The author stays who wrote it first; who changes it is its editor. */
export async function updateNote(membership: Membership, caller: AuthUser, id: number, body: string): Promise<Note> {
  await changeableNote(membership, caller, id, false);
  const [now, actorId] = [new Date(), caller.userId];
  const edit = { body, updated_at: now, edited_at: now, editor_id: caller.userId, editor_name: caller.name };
  const row = await currentTransaction().updateTable('notes').set(edit).where('id', '=', id).returning(columns).executeTakeFirstOrThrow();
  const item = await findNoteItem(id);
  if (item) await updateItem(item.id, { body }, { actorId });
  recordChange({ kind: 'note-updated', id, ...(item?.conversation_id ? { conversationId: item.conversation_id } : {}), actorId });
  return toNote(row);
}

/** Deletes a note, or brings it back, and its item with it. */
export async function setNoteDeleted(membership: Membership, caller: AuthUser, id: number, isDeleted: boolean): Promise<Note> {
  const actorId = caller.userId;
  await changeableNote(membership, caller, id, !isDeleted);
  const deletedAt = isDeleted ? new Date() : null;
  const row = await currentTransaction().updateTable('notes').set({ deleted_at: deletedAt }).where('id', '=', id).returning(columns).executeTakeFirstOrThrow();
  const item = await findNoteItem(id);
  if (item) {
    if (item.conversation_id !== null) await lockConversations([item.conversation_id]);
    await currentTransaction()
      .updateTable('items')
      .set({ deleted_at: deletedAt, deletion_mark: null, updated_at: new Date() })
      .where('id', '=', item.id)
      .execute();
    if (item.conversation_id !== null) await recomputeConversation(item.conversation_id);
    publishItemChange(isDeleted ? 'item-deleted' : 'item-created', item.id, item.conversation_id, { actorId });
  }
  recordChange({ kind: 'note-updated', id, ...(item?.conversation_id ? { conversationId: item.conversation_id } : {}), actorId });
  return toNote(row);
}

/** Beyond this many notes on one thing the oldest are not listed. */
const listed = 500;

/** Notes of one thing, newest first. */
export async function listNotes(membership: Membership, type: Model, id: number) {
  await findPlace(membership, type, id);
  const rows = await notesOfCompany()
    .where('model_type', '=', type)
    .where('model_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(listed)
    .execute();
  const counted = await currentTransaction()
    .selectFrom('notes')
    .select(sql<number>`count(*)`.as('total'))
    .where('company_id', '=', companyId())
    .where('model_type', '=', type)
    .where('model_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { data: rows.map(toNote), meta: { total: Number(counted.total) } };
}
