/** A ticket that is being written: it survives every key, pane and company, until it is sent or discarded. */
import { registerStore } from '../../store/sessionStores.ts';
import { createStore } from '../../store/store.ts';

interface SupportDraft {
  /** The client's key: a ticket that is sent again after a lost answer is the same. */
  readonly key: string;
  readonly message: string;
  readonly callbackNumber: string;
  readonly callbackRequested: boolean;
  readonly files: readonly File[];
  /** Address of the page on which support was asked. */
  readonly pageUrl: string;
  readonly isSending: boolean;
  readonly error: string | null;
}

const createDraft = (): SupportDraft => ({
  key: crypto.randomUUID(),
  message: '',
  callbackNumber: '',
  callbackRequested: false,
  files: [],
  pageUrl: '',
  isSending: false,
  error: null,
});

export const supportDraft = createStore<SupportDraft>(createDraft());
export const clearDraft = (): void => supportDraft.set(createDraft());
registerStore('support draft', () => supportDraft.set(createDraft()));

/** Changes what is written. Another content is another ticket: it gets a key of its own. A ticket that is being sent stays as it is. */
export function writeDraft(changes: Partial<SupportDraft>): void {
  const draft = supportDraft.get();
  if (!draft.isSending) supportDraft.set({ ...draft, error: null, key: crypto.randomUUID(), ...changes });
}
