/** Conversations in the cache: how they are fetched, and how a list and a thread are read from their pages. */
import { type InfiniteData, infiniteQueryOptions, type Query, type QueryClient } from '@tanstack/react-query';
import type { InboxFilter } from '#commands/conversations/types.ts';
import type { Conversation, Item } from '#contract/conversations/entities.ts';
import { limits } from '#contract/core/limits.ts';
import type { RouteReply } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { createViews, updateFilter } from '../../panes/index.ts';

export interface InboxView {
  readonly filter: InboxFilter;
  readonly sort: 'newest' | 'oldest';
}
export const openInbox: InboxView = { filter: { isArchived: false }, sort: 'newest' };
export const inboxViews = createViews<InboxView>('inbox', openInbox);
/** Changes some criteria of a company's inbox; undefined takes one away. */
export const updateInboxFilter = (companyId: number, changes: { [K in keyof InboxFilter]?: InboxFilter[K] | undefined }): void =>
  inboxViews.change(companyId, { filter: updateFilter(inboxViews.get(companyId).filter, changes) });

type ConversationPage = RouteReply<typeof routes.conversations.list>;
export type ConversationPages = InfiniteData<ConversationPage>;
type ItemPage = RouteReply<typeof routes.conversations.items>;
export type ItemPages = InfiniteData<ItemPage>;

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

/** A thread, newest page first; further pages go back in time. */
export const createItemsQuery = (app: App, companyId: number, conversationId: number) =>
  infiniteQueryOptions({
    queryKey: keys.of(companyId, 'conversations', 'items', conversationId),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      app.api.call('conversations.items', { companyId, params: { conversationId }, query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    getNextPageParam: (page) => page.meta.prevCursor,
    staleTime: limits.conversationDetailMs,
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

/** Items of all pages, oldest first. */
export function flattenItemPages(pages: ItemPages | undefined): Item[] {
  const seen = new Set<number>();
  return [...(pages?.pages ?? [])].reverse().flatMap((page) => page.data.filter((item) => !seen.has(item.id) && seen.add(item.id)));
}

/** Checks whether a conversation belongs into a list; null when only the server can say (a search, a kind of item). */
export function isInView(conversation: Conversation, { filter }: InboxView): boolean | null {
  if (conversation.isArchived !== (filter.isArchived ?? false)) return false;
  if (filter.isUnread && conversation.numUnreadItems === 0) return false;
  if (filter.numberIds?.length && !filter.numberIds.includes(conversation.number.id)) return false;
  return filter.q || filter.types?.length ? null : true;
}
