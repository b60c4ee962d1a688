/** The internal note being written in a conversation: kept on this device until it is saved, as a reply is. */
import { useMemo, useSyncExternalStore } from 'react';
import type { CommandOutcomePromise } from '#commands/core/outcome.ts';
import { useApp } from '../../api/app.ts';
import { registerStore } from '../../store/sessionStores.ts';
import { readDraft, saveDraft, subscribeDrafts } from './drafts.ts';

interface NoteState {
  readonly text: string;
  /** Returns the current text, drawn or not. */
  readonly read: () => string;
  readonly type: (text: string) => void;
  /** Saves what stands there, once however often it is tried; what is typed meanwhile stays. */
  readonly save: () => CommandOutcomePromise;
}

/** Notes whose save got no answer, by id: the same words tried again are the same note, also after another conversation was looked at. */
const tried = new Map<string, string>();
registerStore('notes tried', () => tried.clear());

export function useNote(companyId: number, conversationId: number): NoteState {
  const app = useApp();
  const userId = app.get().user?.id ?? 0;
  const key = useMemo(() => ({ userId, companyId, conversationId }), [userId, companyId, conversationId]);
  const read = () => readDraft(key, 'note');
  const text = useSyncExternalStore(subscribeDrafts, read);
  const type = (typed: string) => saveDraft(key, typed, 'note');
  return {
    text,
    read,
    type,
    save: async () => {
      const body = read();
      if (body.trim() === '') throw new Error('Write the note first');
      const attempt = JSON.stringify([key, body]);
      const clientId = tried.get(attempt) ?? crypto.randomUUID();
      tried.set(attempt, clientId);
      const { id } = await app.api.call('notes.create', { companyId, body: { modelType: 'conversation', modelId: conversationId, body, clientId } });
      tried.delete(attempt);
      const now = read();
      type(now.startsWith(body) ? now.slice(body.length).trimStart() : now);
      return {
        told: 'Note saved',
        undo: { title: 'Write a note', run: async () => void (await app.api.call('notes.delete', { companyId, params: { id } })) },
      };
    },
  };
}
