/** Numbers in the cache, kept true while the app lives. */
import type { App } from '../../api/app.ts';
import { debouncePerCompany } from '../../api/cacheInvalidation.ts';
import { keys } from '../../api/queries.ts';
import { createNumbersQuery } from './data.ts';

/** A batch changes numbers chunk by chunk: they are read again when they have been still, at the latest so long after the first change; ms. */
const debounceOptions = { pages: { waitMs: 250, maxWaitMs: 2_000 }, all: { waitMs: 1_000, maxWaitMs: 10_000 } } as const;

/** A longer list than this is not read again at once. */
const shortList = 500;

/** Reads numbers again: the pages on screen, and the list of all that commands choose from. */
function createRefresh(app: App) {
  const getAllKey = (companyId: number) => createNumbersQuery(app, companyId).queryKey;
  const refetchAll = (companyId: number) => void app.queries.invalidateQueries({ queryKey: getAllKey(companyId), exact: true });
  const refetchPages = (companyId: number) =>
    void app.queries.invalidateQueries({
      queryKey: keys.of(companyId, 'numbers'),
      predicate: ({ queryKey }) => queryKey.at(-1) !== getAllKey(companyId).at(-1),
    });
  const refetchAllLater = debouncePerCompany(refetchAll, debounceOptions.all);
  const refetchPagesLater = debouncePerCompany(refetchPages, debounceOptions.pages);
  return (companyId: number, areMany: boolean) => {
    (areMany ? refetchPagesLater : refetchPages)(companyId);
    const isShort = (app.queries.getQueryData(getAllKey(companyId))?.length ?? 0) <= shortList;
    (isShort && !areMany ? refetchAll : refetchAllLater)(companyId);
  };
}

/** Listens for as long as the app lives. Returns how to stop. */
export function listenToNumbers(app: App): () => void {
  const refresh = createRefresh(app);
  return app.changes.subscribe((changes) => {
    const companyId = app.get().companyId;
    if (companyId === null) return;
    const ours = changes.filter((change) => change.companyId === companyId);
    const filterByKind = (...kinds: readonly string[]) => ours.filter(({ kind }) => kinds.includes(kind));
    const touched = filterByKind('number-updated', 'tag-updated', 'field-updated');
    if (touched.length > 0)
      refresh(
        companyId,
        touched.some(({ id }) => id === undefined),
      );
  });
}
