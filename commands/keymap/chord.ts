/** A started chord: steps so far, ended after 1.5 s (KEYS.md 6). The clock is passed in. */
import { limits } from '#contract/core/limits.ts';

/** Timers, as the browser has them; tests play them. */
export interface Clock {
  setTimeout(run: () => void, ms: number): number;
  clearTimeout(id: number): void;
}

export interface Chord {
  /** The steps typed so far; empty when no chord is started. */
  steps(): readonly string[];
  /** Replaces the steps and restarts the timer. */
  setSteps(steps: readonly string[]): void;
  end(): void;
  subscribe(listener: () => void): () => void;
}

export function createChord(clock: Clock, ms: number = limits.chordMs): Chord {
  let steps: readonly string[] = [];
  let timer: number | null = null;
  const listeners = new Set<() => void>();
  const set = (next: readonly string[]): void => {
    if (timer !== null) clock.clearTimeout(timer);
    timer = next.length > 0 ? clock.setTimeout(() => set([]), ms) : null;
    if (next.length === 0 && steps.length === 0) return;
    steps = next;
    for (const listener of listeners) listener();
  };
  return {
    steps: () => steps,
    setSteps: set,
    end: () => set([]),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
