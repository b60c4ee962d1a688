/** The item of a conversation that is to be shown: what a search found. */
import { registerStore } from '../../store/sessionStores.ts';
import { createStore, useStore } from '../../store/store.ts';

interface ThreadTarget {
  readonly conversationId: number;
  readonly itemId: number;
}

const target = createStore<ThreadTarget | null>(null);
registerStore('thread target', () => target.set(null), 'company');

/** Shows an item in its conversation, wherever that is open; null: no item any more. */
export const setThreadTarget = (next: ThreadTarget | null): void => {
  const { conversationId, itemId } = getThreadTarget() ?? {};
  if (next?.conversationId !== conversationId || next?.itemId !== itemId) target.set(next);
};

/** The item that is to be shown, in whatever conversation. */
export const getThreadTarget = (): ThreadTarget | null => target.get();

/** The item of a conversation that is to be shown; another object where it is asked for again. */
export function useThreadTarget(conversationId: number): ThreadTarget | null {
  const shown = useStore(target);
  return shown?.conversationId === conversationId ? shown : null;
}

/** Asks for the same item again, where the person has gone elsewhere in the thread. */
export const repeatThreadTarget = (next: ThreadTarget): void => target.set({ ...next });
