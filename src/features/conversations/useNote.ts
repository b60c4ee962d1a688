/** The internal note being written in a conversation: kept on this device until it is saved, as a reply is. */
import { useMemo, useSyncExternalStore } from 'react';
import { useApp } from '../../api/app.ts';
import { readDraft, saveDraft, subscribeDrafts } from './drafts.ts';

interface NoteState {
  readonly text: string;
  /** Returns the current text, drawn or not. */
  readonly read: () => string;
  readonly type: (text: string) => void;
}

export function useNote(companyId: number, conversationId: number): NoteState {
  const app = useApp();
  const userId = app.get().user?.id ?? 0;
  const key = useMemo(() => ({ userId, companyId, conversationId }), [userId, companyId, conversationId]);
  const read = () => readDraft(key, 'note');
  return { text: useSyncExternalStore(subscribeDrafts, read), read, type: (typed) => saveDraft(key, typed, 'note') };
}
