/** Keeping what is in the cache true while the app lives, also when no pane shows it: commands begin with it. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { ChangeKind } from '#contract/changes.ts';
import type { App } from './app.ts';
import { keys } from './queries.ts';

/** Asks again for queries of a company when the channel tells of changes: those under the keys that stand by a change's kind. Returns how to stop. */
export function invalidateOnChanges(
  app: Pick<App, 'changes' | 'queries'>,
  places: Readonly<Partial<Record<ChangeKind, readonly (readonly [area: string, ...rest: string[]])[]>>>,
): () => void {
  const byKind = new Map<string, readonly (readonly [string, ...string[]])[]>(Object.entries(places));
  return app.changes.subscribe((changes) => {
    const touched = new Map(
      changes
        .flatMap(({ companyId, kind }) => (byKind.get(kind) ?? []).map(([area, ...rest]) => keys.of(companyId, area, ...rest)))
        .map((key) => [key.join(' '), key]),
    );
    for (const queryKey of touched.values()) void app.queries.invalidateQueries({ queryKey });
  });
}

/** Checks whether somebody has changed what the cache holds since it was read: it is not to be offered then as what holds now. */
export const isOutdated = (queries: QueryClient, queryKey: QueryKey): boolean => queries.getQueryState(queryKey)?.isInvalidated === true;

/** When something is done for those it was asked for: `waitMs` after the last request, at the latest `maxWaitMs` after the first. */
interface DebounceOptions {
  readonly waitMs: number;
  readonly maxWaitMs: number;
}

/** Does something for a company when that has not been asked for a while: once, for each that it was asked for. */
export function debouncePerCompany(work: (companyId: number) => void, { waitMs, maxWaitMs }: DebounceOptions): (companyId: number) => void {
  const waiting = new Set<number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;
  const run = () => {
    const now = [...waiting];
    waiting.clear();
    for (const companyId of now) work(companyId);
  };
  return (companyId) => {
    const now = Date.now();
    if (waiting.size === 0) latest = now + maxWaitMs;
    waiting.add(companyId);
    clearTimeout(timer);
    timer = setTimeout(run, Math.min(waitMs, Math.max(0, latest - now)));
  };
}
