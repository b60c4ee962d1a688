/** Half-written messages: kept on this device for each person, company and conversation; they survive any key, reload, switch or sign-in. */
import { del, get, set } from 'idb-keyval';

export interface DraftKey {
  readonly userId: number;
  readonly companyId: number;
  readonly conversationId: number;
}

const nameOf = ({ userId, companyId, conversationId }: DraftKey) => `keyline.draft.${userId}.${companyId}.${conversationId}`;
const listeners = new Set<() => void>();

/** The text kept for a conversation; empty when there is none. */
export function readDraft(key: DraftKey): string {
  return localStorage.getItem(nameOf(key)) ?? '';
}

/** Keeps the text; an empty one leaves nothing behind. Storage that is full or off costs the draft its reload, never the typing. */
export function keepDraft(key: DraftKey, text: string): void {
  try {
    if (text === '') localStorage.removeItem(nameOf(key));
    else localStorage.setItem(nameOf(key), text);
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

/** Hears of every draft kept or dropped: lists mark conversations that have one. */
export function subscribeDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Files of a draft: too large for text storage, so they stand beside it. */
export const readFiles = async (key: DraftKey): Promise<File[]> => {
  const kept: unknown = await get(nameOf(key)).catch(() => []);
  return Array.isArray(kept) ? kept.filter((file) => file instanceof File) : [];
};
export const keepFiles = (key: DraftKey, files: readonly File[]): Promise<void> =>
  (files.length === 0 ? del(nameOf(key)) : set(nameOf(key), files)).catch(() => undefined);
