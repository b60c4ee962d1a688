/** The activity list in the cache: never served from it, only held while it is on the screen. */
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { ActivityFilter } from '#commands/activity.services.ts';
import type { Activity } from '#contract/activity.ts';
import { routes } from '#contract/index.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { createViews } from '../../panes/index.ts';

export const allActivity: ActivityFilter = {};
export const activityViews = createViews(allActivity);

export type ActivityPage = ReplyOf<typeof routes.activity.list>;
export type ActivityPages = InfiniteData<ActivityPage>;
const perPage = 100;

const queryOf = ({ types, numberIds, q, startDate, endDate }: ActivityFilter) => ({
  per_page: perPage,
  ...(types?.length ? { filter: [...types] } : {}),
  ...(numberIds?.length ? { numbers: [...numberIds] } : {}),
  ...(q ? { q } : {}),
  ...(startDate ? { startDate } : {}),
  ...(endDate ? { endDate } : {}),
});

/** The list of a filter, by cursor, newest first. */
export const activityList = (app: App, companyId: number, filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: keys.of(companyId, 'activity', 'list', filter),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      app.api.call(routes.activity.list, { companyId, query: { ...queryOf(filter), ...(pageParam === null ? {} : { cursor: pageParam }) }, signal }),
    getNextPageParam: (page) => page.meta.nextCursor,
    staleTime: 0,
    gcTime: 0,
  });

/** Rows of all pages, each once. */
export function activityOfPages(pages: ActivityPages | undefined): Activity[] {
  const seen = new Set<number>();
  return (pages?.pages ?? []).flatMap((page) => page.data.filter((row) => !seen.has(row.id) && seen.add(row.id)));
}

/** The newest page laid over the list: what is new comes on top, what is known is replaced. null when it does not reach the list: then it is fetched anew. */
export function withNewest(pages: ActivityPages, newest: ActivityPage): ActivityPages | null {
  const known = new Set(pages.pages.flatMap((page) => page.data.map((row) => row.id)));
  const fresh = newest.data.filter((row) => !known.has(row.id));
  if (fresh.length === newest.data.length && known.size > 0 && newest.meta.nextCursor !== null) return null;
  const byId = new Map(newest.data.map((row) => [row.id, row]));
  return {
    ...pages,
    pages: pages.pages.map((page, at) => {
      const data = page.data.map((row) => byId.get(row.id) ?? row);
      return { ...page, data: at === 0 ? [...fresh, ...data] : data, meta: { ...page.meta, total: newest.meta.total } };
    }),
  };
}

/** Fetches what arrived and puts it on top; the rows beneath are not fetched again. */
export async function mendActivity(app: App, companyId: number, filter: ActivityFilter): Promise<void> {
  const { queryKey } = activityList(app, companyId, filter);
  const { queries }: { queries: QueryClient } = app;
  if (queries.getQueryData<ActivityPages>(queryKey) === undefined) return;
  const newest = await app.api.call(routes.activity.list, { companyId, query: queryOf(filter) });
  const pages = queries.getQueryData<ActivityPages>(queryKey);
  if (pages === undefined || app.get().companyId !== companyId) return;
  const mended = withNewest(pages, newest);
  if (mended === null) await queries.invalidateQueries({ queryKey, exact: true });
  else queries.setQueryData(queryKey, mended);
}
