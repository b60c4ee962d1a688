/** The activity list in the cache: never served from it, only held while it is on the screen. */
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { ActivityFilter } from '#commands/activity/types.ts';
import type { RouteReply } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { App } from '../../api/app.ts';
import { mergeNewestPage } from '../../api/pages.ts';
import { keys } from '../../api/queries.ts';
import { createViews } from '../../panes/index.ts';

export const allActivity: ActivityFilter = {};
export const activityViews = createViews('activity', allActivity);

type ActivityPage = RouteReply<typeof routes.activity.list>;
export type ActivityPages = InfiniteData<ActivityPage>;
const perPage = 100;

const toQuery = ({ types, numberIds, q, startDate, endDate }: ActivityFilter) => ({
  per_page: perPage,
  ...(types?.length ? { filter: [...types] } : {}),
  ...(numberIds?.length ? { numbers: [...numberIds] } : {}),
  ...(q ? { q } : {}),
  ...(startDate ? { startDate } : {}),
  ...(endDate ? { endDate } : {}),
});

/** The list of a filter, by cursor, newest first. */
export const createActivityListQuery = (app: App, companyId: number, filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: keys.of(companyId, 'activity', 'list', filter),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      app.api.call('activity.list', { companyId, query: { ...toQuery(filter), ...(pageParam === null ? {} : { cursor: pageParam }) }, signal }),
    getNextPageParam: (page) => page.meta.nextCursor,
    staleTime: 0,
    gcTime: 0,
  });

/** Fetches what arrived and puts it on top; the rows beneath are not fetched again. */
export async function patchActivityCache(app: App, companyId: number, filter: ActivityFilter): Promise<void> {
  const { queryKey } = createActivityListQuery(app, companyId, filter);
  const { queries }: { queries: QueryClient } = app;
  if (queries.getQueryData<ActivityPages>(queryKey) === undefined) return;
  const newest = await app.api.call('activity.list', { companyId, query: toQuery(filter) });
  const pages = queries.getQueryData<ActivityPages>(queryKey);
  if (pages === undefined || app.get().companyId !== companyId) return;
  const patched = mergeNewestPage(pages, newest);
  if (patched === null) await queries.invalidateQueries({ queryKey, exact: true });
  else queries.setQueryData(queryKey, patched);
}
