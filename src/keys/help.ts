/** The sheet of keys over the workspace: the moment it describes while it is open, null while it is closed. */
import type { Context } from '#commands/core/types.ts';
import { createStore } from '../store/store.ts';

export interface Help {
  get(): Context | null;
  subscribe(listener: () => void): () => void;
  /** Opens it for the focus of this moment. */
  open(): void;
  /** Closes it; resolves once the keyboard is back where it was. */
  leave(): Promise<void>;
  /** Closes it at once: somebody else is here. */
  clear(): void;
}

const waitForFrame = () => new Promise((done) => requestAnimationFrame(done));

/** Makes it. `getContext` returns the context outside of dialogs and the palette. */
export function createHelp(getContext: () => Context): Help {
  const shown = createStore<Context | null>(null);
  return {
    get: shown.get,
    subscribe: shown.subscribe,
    open: () => shown.set(getContext()),
    leave: async () => {
      if (shown.get() === null) return;
      shown.set(null);
      // The dialog gives the keyboard back after it has gone.
      await waitForFrame();
      await waitForFrame();
    },
    clear: () => shown.set(null),
  };
}
