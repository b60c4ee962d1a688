/** The list of conversations in the cache: what it shows, and how it is fetched. */
import { type InfiniteData, infiniteQueryOptions, type Query, type QueryClient } from '@tanstack/react-query';
import type { InboxFilter } from '#commands/conversations/types.ts';
import { limits } from '#contract/core/limits.ts';
import type { RouteReply } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { createViews, updateFilter } from '../../panes/index.ts';

export interface InboxView {
  readonly filter: InboxFilter;
  readonly sort: 'newest' | 'oldest';
  /** The half of a search that is shown; both where it is left out. */
  readonly searchIn?: 'names' | 'messages' | undefined;
}
export const openInbox: InboxView = { filter: { isArchived: false }, sort: 'newest' };
export const inboxViews = createViews<InboxView>('inbox', openInbox);
/** Changes some criteria of a company's inbox; undefined takes one away. */
export const updateInboxFilter = (companyId: number, changes: { [K in keyof InboxFilter]?: InboxFilter[K] | undefined }): void =>
  inboxViews.change(companyId, { filter: updateFilter(inboxViews.get(companyId).filter, changes) });

/** Names a search of the inbox: its words, and where it looks. */
export const getFoundKey = (q: string, searchIn: InboxView['searchIn']): string => JSON.stringify([q, searchIn]);

/** Checks whether a line may be a name or a number: it narrows by nothing else, and writes no time of day. */
export const isNameLine = (line: string): boolean => !/[:"“”]|(?:^|\s)-\S/.test(line);

/** The conversations among which a search by name or number looks; where the line is none, those of the inbox without it. */
export function toListView({ filter, sort }: InboxView): InboxView {
  const { q, ...others } = filter;
  return { filter: q && isNameLine(q) ? { ...others, q: q.slice(0, 100) } : others, sort };
}

type ConversationPage = RouteReply<typeof routes.conversations.list>;
export type ConversationPages = InfiniteData<ConversationPage>;

/** The list of a view, by cursor, as many rows a page as the call gives (AMB-16). */
export const createConversationListQuery = (app: App, companyId: number, view: InboxView) =>
  infiniteQueryOptions({
    queryKey: keys.of(companyId, 'conversations', 'list', view),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      app.api.call('conversations.list', {
        companyId,
        query: {
          perPage: limits.conversationsPerPageMax,
          sort: view.sort,
          isArchived: view.filter.isArchived ?? false,
          ...(view.filter.isUnread ? { isUnread: true } : {}),
          ...(view.filter.numberIds?.length ? { numberIds: view.filter.numberIds.map(String) } : {}),
          ...(view.filter.types?.length ? { types: view.filter.types } : {}),
          ...(view.filter.q ? { q: view.filter.q } : {}),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.meta.nextCursor,
  });

/** Returns the position of the company's changes when its lists in the cache were read; null when that is not known of each. */
export function getReadPosition(queries: QueryClient, companyId: number): number | null {
  const lists = queries.getQueriesData<ConversationPages>({ queryKey: keys.of(companyId, 'conversations', 'list') });
  const positions = lists.flatMap(([, list]) => list?.pages.map(({ meta }) => meta.position) ?? []);
  const known = positions.filter((position) => position !== null);
  return known.length === 0 || known.length < positions.length ? null : Math.min(...known);
}
/** Checks whether what a query holds is mended by the changes from there on. */
export const isPatched = ({ queryKey: [, , area, kind] }: Query): boolean => area === 'conversations' && (kind === 'list' || kind === 'items');
