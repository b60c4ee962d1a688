/** Keeping what is in the cache true while the app lives, also when no pane shows it: commands begin with it. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Change } from '#contract/realtime.ts';
import type { App } from './app.ts';
import { keys } from './queries.ts';

/** Asks for an area of a company anew when the channel tells of these. Returns how to stop. */
export function followArea(app: Pick<App, 'changes' | 'queries'>, kinds: readonly Change['kind'][], area: string, ...rest: readonly unknown[]): () => void {
  return app.changes.subscribe((changes) => {
    const touched = new Set(changes.filter(({ kind }) => kinds.includes(kind)).map(({ companyId }) => companyId));
    for (const companyId of touched) void app.queries.invalidateQueries({ queryKey: keys.of(companyId, area, ...rest) });
  });
}

/** Whether somebody has changed what the cache holds since it was read: it is not to be offered then as what holds now. */
export const isOutdated = (queries: QueryClient, queryKey: QueryKey): boolean => queries.getQueryState(queryKey)?.isInvalidated === true;
