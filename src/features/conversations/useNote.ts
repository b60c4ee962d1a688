/** The internal note being written in a conversation: kept on this device until it is saved, as a reply is. */
import { useMemo, useRef, useSyncExternalStore } from 'react';
import type { Done } from '#commands/services.ts';
import { routes } from '#contract/index.ts';
import { useApp } from '../../api/app.ts';
import { keepDraft, readDraft, subscribeDrafts } from './drafts.ts';

export interface NoteState {
  readonly text: string;
  /** What stands there at this moment, drawn or not. */
  readonly read: () => string;
  readonly type: (text: string) => void;
  /** Saves what stands there, once however often it is tried; what is typed meanwhile stays. */
  readonly save: () => Done;
}

export function useNote(companyId: number, conversationId: number): NoteState {
  const app = useApp();
  const userId = app.get().user?.id ?? 0;
  const key = useMemo(() => ({ userId, companyId, conversationId }), [userId, companyId, conversationId]);
  const read = () => readDraft(key, 'note');
  const text = useSyncExternalStore(subscribeDrafts, read);
  const tried = useRef({ body: '', clientId: '' });
  const type = (typed: string) => keepDraft(key, typed, 'note');
  return {
    text,
    read,
    type,
    save: async () => {
      const body = read();
      if (body.trim() === '') throw new Error('Write the note first');
      if (tried.current.body !== body) tried.current = { body, clientId: crypto.randomUUID() };
      const { clientId } = tried.current;
      const { id } = await app.api.call(routes.notes.create, { companyId, body: { modelType: 'conversation', modelId: conversationId, body, clientId } });
      tried.current = { body: '', clientId: '' };
      const now = read();
      type(now.startsWith(body) ? now.slice(body.length).trimStart() : now);
      return { undo: { title: 'Write a note', run: async () => void (await app.api.call(routes.notes.delete, { companyId, params: { id } })) } };
    },
  };
}
