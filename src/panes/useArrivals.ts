/** Items that arrive over the channel, put on top of a list a moment later. */
import { useEffect } from 'react';
import { useApp } from '../api/app.ts';
import { useLatest } from '../ui/useLatest.ts';

/** Milliseconds after an arrival: a burst is fetched once. */
const gatherMs = 250;

/** Fetches what has arrived in a company by `fetchNewest`, once for a burst. */
export function useArrivals(companyId: number | null, fetchNewest: () => Promise<unknown>): void {
  const app = useApp();
  const newest = useLatest(fetchNewest);
  useEffect(() => {
    if (companyId === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = app.changes.subscribe((changes) => {
      const touched = changes.some((change) => change.companyId === companyId && change.kind.startsWith('item-'));
      if (!touched || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        newest.current().catch(app.notifyError);
      }, gatherMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [app, companyId, newest]);
}
