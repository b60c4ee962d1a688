/** Views of lists, kept for each company while the window is open, so that a pane that was closed comes back as it was. */
import { useSyncExternalStore } from 'react';
import { registerStore } from '../store/sessionStores.ts';
import { createSignal } from '../store/store.ts';

export interface Views<V> {
  get(companyId: number | null): V;
  set(companyId: number | null, view: V): void;
  /** Changes some of it. */
  change(companyId: number | null, changes: Partial<V>): void;
  subscribe(listener: () => void): () => void;
}

/** Makes the store, emptied when another person comes; `initial` is what a company's list shows at first. */
export function createViews<V extends object>(name: string, initial: V): Views<V> {
  const views = new Map<number, V>();
  const updated = createSignal();
  const store: Views<V> = {
    get: (companyId) => (companyId === null ? initial : (views.get(companyId) ?? initial)),
    set: (companyId, view) => {
      if (companyId === null) return;
      views.set(companyId, view);
      updated.notify();
    },
    change: (companyId, changes) => store.set(companyId, { ...store.get(companyId), ...changes }),
    subscribe: updated.subscribe,
  };
  registerStore(`view: ${name}`, () => {
    views.clear();
    updated.notify();
  });
  return store;
}

/** The view of a company's list now. */
export const useView = <V>(views: Views<V>, companyId: number | null): V => useSyncExternalStore(views.subscribe, () => views.get(companyId));

/** Criteria with the changes applied; undefined takes one away. */
export function updateFilter<F extends object>(filter: F, changes: { [K in keyof F]?: F[K] | undefined }): F {
  const next: F = { ...filter, ...changes };
  for (const name of Object.keys(changes) as (keyof F)[]) if (changes[name] === undefined) delete next[name];
  return next;
}
