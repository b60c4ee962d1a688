/** Decides who may change a note: in its own list, and as an item of a conversation. */
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Membership } from '../../http/handlers.ts';

/** Refuses (403) who would change a note of somebody else without the permission for that. */
export function checkNoteChanges(membership: Membership, caller: Pick<AuthUser, 'userId'>, authorId: number | null): void {
  if (authorId === caller.userId || membership.may('notes.manage')) return;
  throw new AppError('forbidden', { message: 'You can edit or delete your own notes only' });
}

/** The same for an item that may be a note: deleting it deletes the note. */
export async function checkNoteOfItem(membership: Membership, caller: AuthUser, itemId: number): Promise<void> {
  const row = await currentTransaction()
    .selectFrom('items')
    .innerJoin('notes', 'notes.id', 'items.note_id')
    .select('notes.author_id')
    .where('items.company_id', '=', companyId())
    .where('items.id', '=', itemId)
    .executeTakeFirst();
  if (row) checkNoteChanges(membership, caller, row.author_id);
}
