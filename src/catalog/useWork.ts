/** One piece of work of a screen at a time: busy while it runs, its refusal told. */
import { useRef, useState } from 'react';
import { useCatalog } from './catalog.ts';

interface Work {
  readonly busy: boolean;
  /** Reason why nothing else can be begun now; null when it can. */
  readonly getReason: () => string | null;
  readonly run: (work: () => Promise<void>) => void;
}

export function useWork(): Work {
  const catalog = useCatalog();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const set = (value: boolean) => {
    running.current = value;
    setBusy(value);
  };
  return {
    busy,
    getReason: () => (running.current ? 'Working…' : null),
    run: (work) => {
      if (running.current) return;
      set(true);
      work()
        .catch(catalog.notifyError)
        .finally(() => set(false));
    },
  };
}
