/** The line on which committed changes reach the caches: each area listens and mends its own. */
import type { ChangeKind } from '#contract/changes.ts';
import type { Change } from '#contract/core/realtime.ts';

export interface ChangeHub {
  /** Tells all listeners of changes, once a frame, in order. */
  publish(changes: readonly Change[]): void;
  subscribe(listener: (changes: readonly Change[]) => void): () => void;
}

/** Makes a hub. `schedule` decides when a collected lot is told; the next frame in the app. */
export function createChangeHub(schedule: (run: () => void) => void): ChangeHub {
  const listeners = new Set<(changes: readonly Change[]) => void>();
  let waiting: Change[] = [];
  return {
    publish: (changes) => {
      if (changes.length === 0) return;
      const first = waiting.length === 0;
      waiting.push(...changes);
      if (!first) return;
      schedule(() => {
        const lot = waiting;
        waiting = [];
        for (const listener of listeners) listener(lot);
      });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Checks whether a change is of one of these kinds. */
export const isOfKind = ({ kind }: Change, kinds: readonly ChangeKind[]): boolean => kinds.some((each) => each === kind);
