/** Calls in the cache: the list of a search, and one call with what was noted on it. */
import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Call, CallDetail } from '#contract/calls/entities.ts';
import type { RouteReply } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import { type CallQuery, type CallQueryContext, findMissingName, formatCallQuery } from '#contract/text/callQuery.ts';
import { toCallParams } from '#contract/text/callSearch.ts';
import type { App } from '../../api/app.ts';
import { mergeNewestPage } from '../../api/pages.ts';
import { keys } from '../../api/queries.ts';
import { createViews } from '../../panes/index.ts';

/** The search a company's list shows. */
interface CallsView {
  readonly query: CallQuery;
}
export const callViews = createViews<CallsView>('calls', { query: {} });

type CallPage = RouteReply<typeof routes.calls.search>;
type CallPages = InfiniteData<CallPage>;
const size = 100;

/** Converts a search to the parameters of the request. Throws where it names something that does not exist. */
export function toQueryParams(app: App, query: CallQuery, context: CallQueryContext) {
  const missing = findMissingName(query, context);
  if (missing !== null) throw new Error(missing);
  return toCallParams(query, context, app.get().company?.timezone ?? 'UTC');
}

/** The list of a search, by cursor, newest first. */
export const createCallListQuery = (app: App, companyId: number, query: CallQuery, context: CallQueryContext) =>
  infiniteQueryOptions({
    queryKey: keys.of(companyId, 'calls', 'list', formatCallQuery(query)),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      app.api.call('calls.search', {
        companyId,
        query: { ...toQueryParams(app, query, context), size, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.meta.nextCursor,
  });

/** Query of the number of calls a search finds; requested beside the list, which does not wait for it. */
export const createCallCountQuery = (app: App, companyId: number, query: CallQuery, context: CallQueryContext) =>
  queryOptions({
    queryKey: keys.of(companyId, 'calls', 'count', formatCallQuery(query)),
    queryFn: async ({ signal }) => app.api.call('calls.count', { companyId, query: toQueryParams(app, query, context), signal }),
  });

/** The newest calls of a caller: its history in short. */
export const createCallHistoryQuery = (app: App, companyId: number, caller: string) =>
  queryOptions({
    queryKey: keys.of(companyId, 'calls', 'history', caller),
    queryFn: async ({ signal }) => (await app.api.call('calls.search', { companyId, query: { caller, size: 6 }, signal })).data,
  });

/** Query of the team's notes on a call, newest first. */
export const createCallNotesQuery = (app: App, companyId: number, id: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'calls', 'notes', id),
    queryFn: async ({ signal }) => (await app.api.call('notes.list', { companyId, query: { model_type: 'call', model_id: id }, signal })).data,
  });

/** Changes a call wherever it is shown. */
export function patchCall(queries: QueryClient, companyId: number, id: number, change: (call: Call) => Call): void {
  queries.setQueriesData<CallPages>({ queryKey: keys.of(companyId, 'calls', 'list') }, (pages) =>
    pages?.pages.some((page) => page.data.some((row) => row.id === id))
      ? { ...pages, pages: pages.pages.map((page) => ({ ...page, data: page.data.map((row) => (row.id === id ? change(row) : row)) })) }
      : pages,
  );
  queries.setQueryData<CallDetail>(keys.of(companyId, 'calls', 'one', id), (detail) => (detail ? { ...detail, ...change(detail) } : detail));
}

/** Fetches what arrived and puts it on top; the rows beneath are not fetched again. */
export async function patchCallsCache(app: App, companyId: number, query: CallQuery, context: CallQueryContext): Promise<void> {
  const { queryKey } = createCallListQuery(app, companyId, query, context);
  if (app.queries.getQueryData<CallPages>(queryKey) === undefined || findMissingName(query, context) !== null) return;
  const newest = await app.api.call('calls.search', { companyId, query: { ...toQueryParams(app, query, context), size } });
  const pages = app.queries.getQueryData<CallPages>(queryKey);
  if (pages === undefined || app.get().companyId !== companyId) return;
  const patched = mergeNewestPage(pages, newest);
  if (patched === null) await app.queries.invalidateQueries({ queryKey, exact: true });
  else app.queries.setQueryData(queryKey, patched);
}
