/** One clock for all who look at the time: it stands still while nobody does. */
import { createSignal } from './store.ts';

/** Makes a clock of a step in milliseconds. Returns how to listen, for `useSyncExternalStore`. */
export function createClock(stepMs: number): (listener: () => void) => () => void {
  const steps = createSignal();
  let timer: ReturnType<typeof setInterval> | undefined;
  let listeners = 0;
  return (listener) => {
    const stop = steps.subscribe(listener);
    listeners += 1;
    timer ??= setInterval(steps.notify, stepMs);
    return () => {
      stop();
      listeners -= 1;
      if (listeners > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  };
}
