/** Seconds on the screen. */
import { useEffect, useLayoutEffect, useState } from 'react';
import { computeSecondsToNextCode } from './viewModel.ts';

/** Whole seconds left until an instant, in milliseconds since the epoch; 0 when it is over or there is none. */
export function useSecondsUntil(end: number | null): number {
  const [left, setLeft] = useState(0);
  useLayoutEffect(() => {
    if (end === null) return;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1_000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [end]);
  return end === null ? 0 : left;
}

/** Whole seconds left of `ms`, counted from the moment `isRunning` became true; 0 when it is not. */
export function useCountdown(isRunning: boolean, ms: number): number {
  const [end, setEnd] = useState<number | null>(null);
  useLayoutEffect(() => setEnd(isRunning ? Date.now() + ms : null), [isRunning, ms]);
  return useSecondsUntil(end);
}

/** Seconds until the authenticator shows its next code. */
export function useCodeSeconds(): number {
  const [left, setLeft] = useState(() => computeSecondsToNextCode(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setLeft(computeSecondsToNextCode(Date.now())), 250);
    return () => clearInterval(timer);
  }, []);
  return left;
}
