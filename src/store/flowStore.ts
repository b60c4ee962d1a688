/** Flows that outlive their panes: one for each company, row or whatever a key names, kept while the window is open and the person stays. */
import type { AnyActorRef } from 'xstate';
import type { Change } from '#contract/core/realtime.ts';
import type { App } from '../api/app.ts';
import { registerStore } from './sessionStores.ts';

/** A flow, with what its machine cannot hold (chosen files). */
export interface FlowEntry {
  readonly actor: AnyActorRef;
}
export type SnapshotOf<E extends FlowEntry> = ReturnType<E['actor']['getSnapshot']>;

interface Options<K, E extends FlowEntry> {
  /** Its name among the stores that are emptied when somebody else comes. */
  readonly name: string;
  /** Tells one flow from another. */
  getKey(key: K): string;
  getCompanyId(key: K): number;
  /** Makes the flow with its effects; the store starts it. */
  create(app: App, key: K): E;
  /** Checks whether it stays when no pane shows it any more; where this is left out, it does. */
  isPersistent?(entry: E): boolean;
  /** Told of each committed change of the flow's company, as long as the flow is there. */
  onChange?(app: App, entry: E, change: Change, key: K): void;
}

/** The flows of one kind. */
export interface FlowStore<K, E extends FlowEntry> {
  /** The flow of a key, made and started when it is asked for first. */
  get(app: App, key: K): E;
  /** Says that a pane shows it; returns how to take that back. */
  attach(key: K): () => void;
  /** Those that are there. */
  entries(): readonly { readonly key: K; readonly entry: E }[];
}

/** Makes a store of flows. All are stopped and forgotten when another person comes. */
export function createFlowStore<K, E extends FlowEntry>({ name, getKey, getCompanyId, create, isPersistent, onChange }: Options<K, E>): FlowStore<K, E> {
  const open = new Map<string, { readonly key: K; readonly entry: E; viewers: number }>();
  const followed = new WeakSet<App>();
  registerStore(name, () => {
    for (const { entry } of open.values()) entry.actor.stop();
    open.clear();
  });
  const follow = (app: App) => {
    if (!onChange || followed.has(app)) return;
    followed.add(app);
    app.changes.subscribe((changes) => {
      for (const change of changes) for (const { key, entry } of open.values()) if (getCompanyId(key) === change.companyId) onChange(app, entry, change, key);
    });
  };
  return {
    get: (app, key) => {
      const known = open.get(getKey(key));
      if (known) return known.entry;
      follow(app);
      const entry = create(app, key);
      open.set(getKey(key), { key, entry, viewers: 0 });
      entry.actor.start();
      return entry;
    },
    attach: (key) => {
      const looked = open.get(getKey(key));
      if (!looked) return () => {};
      looked.viewers += 1;
      return () => {
        looked.viewers -= 1;
        // A pane that is drawn again looks again at once.
        setTimeout(() => {
          if (looked.viewers > 0 || open.get(getKey(key)) !== looked || !isPersistent || isPersistent(looked.entry)) return;
          looked.entry.actor.stop();
          open.delete(getKey(key));
        });
      };
    },
    entries: () => [...open.values()],
  };
}
