/** Calls in the cache, kept true while the app lives: those that go on, one by one, and how many and which a search finds. */
import type { App } from '../../api/app.ts';
import { debouncePerCompany } from '../../api/cacheInvalidation.ts';
import { isOfKind } from '../../api/changeFeed.ts';
import { keys } from '../../api/queries.ts';

/** Milliseconds after a change: the steps of a ringing call come in bursts, and are fetched once. */
const gatherMs = 150;
/** Milliseconds: the rows come first, and a burst is counted once it pauses. */
const countPause = { waitMs: 250, maxWaitMs: 4_000 } as const;
/** Kinds of changes after which a search of calls may find others, or the same with other marks. */
const listKinds = ['call-updated', 'item-created', 'item-updated', 'item-deleted'] as const;

/** Listens for as long as the app lives. Returns how to stop. */
export function listenToCalls(app: App): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const changed = new Set<number>();
  const recount = debouncePerCompany((companyId) => {
    for (const what of ['count', 'history']) void app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'calls', what) });
  }, countPause);
  return app.changes.subscribe((changes) => {
    const companyId = app.get().companyId;
    if (companyId !== null && changes.some((change) => change.companyId === companyId && isOfKind(change, listKinds))) {
      // A list on the screen puts what arrives on top by itself; one that was left is fetched again when it is shown.
      void app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'calls', 'list'), type: 'inactive', refetchType: 'none' });
      recount(companyId);
    }
    const ids = changes.flatMap((change) =>
      change.companyId === companyId && isOfKind(change, ['call-updated']) && change.id !== undefined ? [change.id] : [],
    );
    if (companyId === null || ids.length === 0) return;
    for (const id of ids) changed.add(id);
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      void app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'calls', 'live') });
      for (const id of changed) void app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'calls', 'one', id) });
      changed.clear();
    }, gatherMs);
  });
}
