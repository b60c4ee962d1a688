/** Whole seconds until an instant of `performance.now()`, counted down on the screen. */
import { useEffect, useState } from 'react';

export function Countdown({ until }: { readonly until: number }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return <span>{Math.max(0, Math.ceil((until - now) / 1_000))} s</span>;
}
