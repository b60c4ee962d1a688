/**
 * Registry of pane state for commands: scopes, selected rows, table, open conversation. Pulled when a key is pressed or the palette opens, never
 * pushed through React.
 */
import { createContext, useContext, useEffect } from 'react';
import type { AreaContext, AreaHandles, FlowEvents, FlowId, FlowView, OpenRows, RowSet, Scope } from '#commands/core/types.ts';
import type { ColumnView, TableHandle } from '#commands/list/types.ts';
import { createSignal } from '../store/store.ts';
import { useLatest } from '../ui/useLatest.ts';

/** Methods of an open pane. */
export type PaneHandles = { readonly [K in keyof AreaHandles]?: AreaHandles[K] } & {
  /** Sends a person's event to a flow of the pane. */
  readonly send?: { readonly [F in FlowId]?: (event: FlowEvents[F]) => void };
  /** Backs out of what the pane has open (a peek, a selection, an input); false when there is nothing. */
  readonly back?: () => boolean;
};

/** State a pane reports at this moment; all of it may be absent. */
export interface PaneState {
  /** Scopes of the pane itself, innermost first, such as `['inbox', 'list']`. */
  readonly scopes: readonly Scope[];
  readonly rows?: RowSet | null;
  readonly columns?: readonly ColumnView[];
  readonly table?: TableHandle | null;
  /** True when its first rows are still on their way. */
  readonly isLoading?: boolean;
  /** True while it shows the rows of another filter: keys wait for those of this one. */
  readonly isOutdated?: boolean;
  /** False where its list shows all rows; undefined where that is not known. */
  readonly isFiltered?: boolean | undefined;
  /** Rows open in it, by kind. */
  readonly open?: OpenRows;
  /** Its part of the context. What a pane tells, null too, no other pane is asked for. */
  readonly context?: { readonly [K in keyof AreaContext]?: AreaContext[K] | undefined };
  /** Flows that live in the pane. */
  readonly flows?: Partial<Record<FlowId, FlowView>>;
  /** Name of the pane's subject, for the path in the top line. */
  readonly subject?: string | null;
  /** Ways to act inside the pane that only it knows: what the services of its area reach it by. */
  readonly handles?: PaneHandles;
}

export interface PaneStateStore {
  register(paneId: string, told: () => PaneState): () => void;
  /** Returns the state the pane reports now; null when it has not registered. */
  get(paneId: string): PaneState | null;
  /** Something told has changed in a way the bottom line shows. */
  notify(): void;
  /** Hears of a touch at once, before the frame in which listeners do: what was kept of the panes is stale from then on. */
  onStale(listener: () => void): () => void;
  subscribe(listener: () => void): () => void;
}

export function createPaneStateStore(): PaneStateStore {
  const readers = new Map<string, () => PaneState>();
  const updated = createSignal();
  const stale = createSignal();
  let queued = false;
  const notify = () => {
    stale.notify();
    if (queued) return;
    queued = true;
    requestAnimationFrame(() => {
      queued = false;
      updated.notify();
    });
  };
  return {
    register: (paneId, readState) => {
      readers.set(paneId, readState);
      notify();
      return () => {
        if (readers.get(paneId) === readState) readers.delete(paneId);
        notify();
      };
    },
    get: (paneId) => readers.get(paneId)?.() ?? null,
    notify: notify,
    onStale: stale.subscribe,
    subscribe: updated.subscribe,
  };
}

const PaneStateContext = createContext<PaneStateStore | null>(null);
export const PaneStateProvider = PaneStateContext.Provider;

export function usePaneStates(): PaneStateStore {
  const paneStates = useContext(PaneStateContext);
  if (!paneStates) throw new Error('No pane state store above');
  return paneStates;
}

/** Registers the state of a pane for commands. `readState` is called on each request and reads the newest props. */
export function useRegisterPane(paneId: string, readState: () => PaneState): void {
  const paneStates = usePaneStates();
  const newest = useLatest(readState);
  useEffect(() => paneStates.register(paneId, () => newest.current()), [paneStates, paneId, newest]);
  useEffect(() => paneStates.notify());
}
