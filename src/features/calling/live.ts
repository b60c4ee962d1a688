/** Calls that go on, kept true while the app lives. */
import type { App } from '../../api/app.ts';
import { isOfKind } from '../../api/changeFeed.ts';
import { keys } from '../../api/queries.ts';

/** Milliseconds after a change: the steps of a ringing call come in bursts, and are fetched once. */
const gatherMs = 150;

/** Listens for as long as the app lives. Returns how to stop. */
export function listenToCalls(app: App): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const changed = new Set<number>();
  return app.changes.subscribe((changes) => {
    const companyId = app.get().companyId;
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
