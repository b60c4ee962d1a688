/** Adds many entries without holding the page: a slice at a time, when it is idle. */
import { runWhenIdle, type WhenIdle } from '../../api/idle.ts';
import type { Entry, Matcher } from './matcher.ts';

/** Added between two looks at the clock: under 2 ms on a slow machine. */
const perStep = 25;
/** A slice ends after this long (ms), however idle the page says it is: a key pressed meanwhile waits no longer. */
const sliceMs = 4;

/**
 * Fills a matcher in idle time, asking `entries` for the next only when there is time for it. Returns a way to stop; `onDone` is called when
 * all are in.
 */
export function addInSlices<E extends Entry>(
  matcher: Matcher<E>,
  entries: Iterable<E>,
  idle: WhenIdle = runWhenIdle,
  onDone: () => void = () => {},
): () => void {
  const rest = entries[Symbol.iterator]();
  let isStopped = false;
  const addSome = (): boolean => {
    for (let at = 0; at < perStep; at += 1) {
      const { value, done } = rest.next();
      if (done) return false;
      matcher.add([value]);
    }
    return true;
  };
  const step = (msLeft: () => number): void => {
    if (isStopped) return;
    const started = performance.now();
    let hasMore = true;
    do hasMore = addSome();
    while (hasMore && msLeft() > 2 && performance.now() - started < sliceMs);
    if (hasMore) idle(step);
    else onDone();
  };
  idle(step);
  return () => {
    isStopped = true;
  };
}
