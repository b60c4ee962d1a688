/** A flow in a pane. */
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { FlowView } from '#commands/core/types.ts';
import { getStateName, type NamedState } from '#machines/state.ts';
import { useApp } from '../api/app.ts';
import type { FlowEntry, FlowStore, SnapshotOf } from '../store/flowStore.ts';
import { createFlowView } from '../store/flowView.ts';
import { usePaneStates } from './paneStates.ts';

/** State of a flow as a pane shows it. */
export interface FlowInPane<E extends FlowEntry> {
  readonly entry: E;
  readonly snapshot: SnapshotOf<E>;
  /** Dotted name of the state. */
  readonly state: string;
  /** As commands see it: asked with the newest snapshot, for the key that comes next. */
  readonly flow: FlowView;
}

/** The flow of a key: made if it is not there, and kept at least as long as the pane. What it accepts counts from its step on, not from the next frame. */
export function useFlow<K, E extends FlowEntry, T extends string>(
  store: FlowStore<K, E>,
  key: K,
  { userEvents, getReason }: { readonly userEvents: readonly T[]; getReason(snapshot: SnapshotOf<E>, type: NoInfer<T>): string | null },
): FlowInPane<E> {
  const app = useApp();
  const paneStates = usePaneStates();
  const entry = store.get(app, key);
  const { actor } = entry;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a key is a new object each time; its flow is the same
  useEffect(() => store.attach(key), [store, actor]);
  useEffect(() => {
    const following = actor.subscribe(paneStates.notify);
    return () => following.unsubscribe();
  }, [actor, paneStates]);
  const snapshot: SnapshotOf<E> & NamedState = useSelector(actor, (now) => now);
  return {
    entry,
    snapshot,
    state: getStateName(snapshot),
    flow: createFlowView({ userEvents, getReason: (_, type: T) => getReason(actor.getSnapshot(), type) }, snapshot),
  };
}
