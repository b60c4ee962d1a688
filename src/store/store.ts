/** Values outside of React that say when they change. */
import { useSyncExternalStore } from 'react';

/** Tells whoever listens that something has changed. */
interface Signal {
  notify(): void;
  /** Returns how to stop. */
  subscribe(listener: () => void): () => void;
}

export function createSignal(): Signal {
  const listeners = new Set<() => void>();
  return {
    notify: () => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** A value and who listens to it. */
interface Store<T> {
  get(): T;
  /** Tells nobody where it is the same. */
  set(next: T): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  const signal = createSignal();
  let value = initial;
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      signal.notify();
    },
    subscribe: signal.subscribe,
  };
}

/** The value now; draws again when it changes. */
export const useStore = <T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T => useSyncExternalStore(store.subscribe, store.get);
