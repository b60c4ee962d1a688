/** Time in which the page has nothing else to do. */

/** Calls back when there is time; tells how many ms. `requestIdleCallback` is one. */
export type WhenIdle = (run: (msLeft: () => number) => void) => void;

/** The browser's idle time, or a timer where it has none; at the latest after `timeout` ms. */
export const runWhenIdle = (run: (msLeft: () => number) => void, timeout = 500): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback((deadline) => run(() => deadline.timeRemaining()), { timeout });
  else {
    setTimeout(() => {
      const started = performance.now();
      run(() => 8 - (performance.now() - started));
    }, 16);
  }
};

/** A wait that has begun. */
export interface Patience {
  isOver(): boolean;
}

/** Begins a wait of some milliseconds. */
export type StartPatience = (ms: number) => Patience;

const looks = 10;

/** Makes waits that end after `ms` of a page at rest: while it works on what is waited for, however slow the machine, no time passes. */
export const createPatience =
  (setTimer: (run: () => void, ms: number) => unknown, idle: WhenIdle = runWhenIdle): StartPatience =>
  (ms) => {
    let left = looks;
    const look = (): void => {
      left -= 1;
      if (left > 0) setTimer(() => idle(look), ms / looks);
    };
    setTimer(() => idle(look), ms / looks);
    return { isOver: () => left <= 0 };
  };
