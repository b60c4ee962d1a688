/** Numbers in the cache, kept true while the app lives. */
import type { App } from '../../api/app.ts';
import { debouncePerCompany } from '../../api/cacheInvalidation.ts';
import { keys } from '../../api/queries.ts';
import { numbersQuery } from './data.ts';

/** A batch changes numbers chunk by chunk: they are read anew when they have been still, at the latest so long after the first change; ms. */
const still = { pages: { waitMs: 250, maxWaitMs: 2_000 }, all: { waitMs: 1_000, maxWaitMs: 10_000 } } as const;

/** A longer list than this is not read anew at once. */
const shortList = 500;

/** Reads numbers anew: the pages on screen, and the list of all that commands choose from. */
function createReading(app: App) {
  const allOf = (companyId: number) => numbersQuery(app, companyId).queryKey;
  const all = (companyId: number) => void app.queries.invalidateQueries({ queryKey: allOf(companyId), exact: true });
  const pages = (companyId: number) =>
    void app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'numbers'), predicate: ({ queryKey }) => queryKey.at(-1) !== allOf(companyId).at(-1) });
  const laterAll = debouncePerCompany(all, still.all);
  const laterPages = debouncePerCompany(pages, still.pages);
  return (companyId: number, areMany: boolean) => {
    (areMany ? laterPages : pages)(companyId);
    const isShort = (app.queries.getQueryData(allOf(companyId))?.length ?? 0) <= shortList;
    (isShort && !areMany ? all : laterAll)(companyId);
  };
}

/** Listens for as long as the app lives. Returns how to stop. */
export function listenToNumbers(app: App): () => void {
  const readAnew = createReading(app);
  return app.changes.subscribe((changes) => {
    const companyId = app.get().companyId;
    if (companyId === null) return;
    const ours = changes.filter((change) => change.companyId === companyId);
    const of = (...kinds: readonly string[]) => ours.filter(({ kind }) => kinds.includes(kind));
    const touched = of('number-updated', 'tag-updated', 'field-updated');
    if (touched.length > 0)
      readAnew(
        companyId,
        touched.some(({ id }) => id === undefined),
      );
  });
}
