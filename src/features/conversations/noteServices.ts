/** Notes, as commands reach them. */

import type { NoteServices } from '#commands/notes/types.ts';
import type { Item } from '#contract/conversations/entities.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { dropItems, refetchConversations } from './cache.ts';

export function createNoteServices(app: App): NoteServices {
  const refresh = (companyId: number) => refetchConversations(app.queries, companyId);
  const toNote = (item: Item) => {
    if (item.details.kind !== 'note') throw new Error('Not a note');
    return item.details;
  };
  return {
    create: async (on, body) => {
      const companyId = getCompanyId(app);
      const note = await app.api.call('notes.create', { companyId, body: { ...on, body, clientId: crypto.randomUUID() } });
      return {
        message: 'Note saved',
        undo: { run: async () => void (await app.api.call('notes.delete', { companyId, params: { id: note.id } })) },
      };
    },
    update: async (item, body) => {
      const companyId = getCompanyId(app);
      const before = toNote(item);
      const save = async (text: string) => {
        await app.api.call('notes.update', { companyId, params: { id: before.noteId }, body: { body: text } });
        await refresh(companyId);
      };
      await save(body);
      return { message: 'Note updated', undo: { run: () => save(before.body) } };
    },
    delete: async (item) => {
      const companyId = getCompanyId(app);
      const params = { id: toNote(item).noteId };
      await app.api.call('notes.delete', { companyId, params });
      dropItems(app.queries, companyId, item.conversationId, [item.id]);
      const restore = async () => {
        await app.api.call('notes.restore', { companyId, params });
        await refresh(companyId);
      };
      return { message: 'Note deleted', undo: { run: restore } };
    },
  };
}
