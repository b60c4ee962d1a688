/** Half-written replies and notes: kept on this device for each person, company and conversation; they survive any key, reload, switch or sign-in. */
import { del, get, set } from 'idb-keyval';
import { createSignal } from '../../store/store.ts';

export interface DraftKey {
  readonly userId: number;
  readonly companyId: number;
  readonly conversationId: number;
}
/** Kind of a draft: an answer, or a note for the team. */
export type DraftKind = 'reply' | 'note';

const formatKey = ({ userId, companyId, conversationId }: DraftKey, kind: DraftKind = 'reply') =>
  `keyline.${kind === 'note' ? 'note' : 'draft'}.${userId}.${companyId}.${conversationId}`;
const changed = createSignal();
/** Drafts that the storage, full or off, did not take: lost by a reload, not by typing. */
const unsaved = new Map<string, string>();

/** The text kept for a conversation; empty when there is none. */
export function readDraft(key: DraftKey, kind?: DraftKind): string {
  const name = formatKey(key, kind);
  return unsaved.get(name) ?? localStorage.getItem(name) ?? '';
}

/** Keeps the text; an empty one leaves nothing behind. */
export function saveDraft(key: DraftKey, text: string, kind?: DraftKind): void {
  const name = formatKey(key, kind);
  try {
    if (text === '') localStorage.removeItem(name);
    else localStorage.setItem(name, text);
    unsaved.delete(name);
  } catch {
    unsaved.set(name, text);
  }
  changed.notify();
}

/** Hears of every draft kept or dropped. */
export const subscribeDrafts = changed.subscribe;

/** Files of a draft: too large for text storage, so they stand beside it. */
export const readFiles = async (key: DraftKey): Promise<File[]> => {
  const stored: unknown = await get(formatKey(key)).catch(() => []);
  return Array.isArray(stored) ? stored.filter((file) => file instanceof File) : [];
};
export const saveDraftFiles = (key: DraftKey, files: readonly File[]): Promise<void> =>
  (files.length === 0 ? del(formatKey(key)) : set(formatKey(key), files)).catch(() => undefined);
