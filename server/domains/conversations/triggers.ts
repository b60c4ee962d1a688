/** Applies a number's triggers to an incoming item. */
import { sql } from 'kysely';
import { isBlockedOn } from '../../access/blockedCallers.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import type { NewItem } from './newItem.ts';

/** Does what the number's triggers say of something that came in; `add` adds the notes to the thread. A blocked caller triggers nothing. */
export async function runTriggers(
  { numberId, recipient, type, createdAt, conversationId }: NewItem & { readonly conversationId: number },
  add: (item: NewItem) => Promise<unknown>,
): Promise<void> {
  if (type === 'note') return;
  const { lead, archive, notes } = await findTriggeredActions(numberId, type);
  if (!lead && !archive && notes.length === 0) return;
  if (await isBlockedOn(numberId, recipient)) return;
  if (lead || archive)
    await currentTransaction()
      .updateTable('conversations')
      .set({ ...(lead ? { is_lead: true } : {}), ...(archive ? { is_archived: true } : {}) })
      .where('company_id', '=', companyId())
      .where('id', '=', conversationId)
      .execute();
  for (const body of notes) {
    const note = await currentTransaction()
      .insertInto('notes')
      .values({ company_id: companyId(), model_type: 'conversation', model_id: conversationId, body })
      .returning('id')
      .executeTakeFirstOrThrow();
    await add({ conversationId, numberId, recipient, type: 'note', isInbound: false, createdAt, noteId: note.id, body });
  }
}

/** Returns the actions for an incoming item: marks, filing away, notes; each once. */
async function findTriggeredActions(numberId: number, event: string): Promise<{ readonly lead: boolean; readonly archive: boolean; readonly notes: string[] }> {
  const rows = await currentTransaction()
    .selectFrom('number_triggers')
    .select(['action', 'value'])
    .where('company_id', '=', companyId())
    .where('number_id', '=', numberId)
    .where(sql<boolean>`event = ${event}`)
    .where('is_enabled', '=', true)
    .orderBy('id')
    .execute();
  const has = (action: string) => rows.some((row) => row.action === action);
  return { lead: has('lead'), archive: has('archive'), notes: rows.flatMap((row) => (row.action === 'note' && row.value !== null ? [row.value] : [])) };
}
