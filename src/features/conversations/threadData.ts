/** Threads in the cache: how they are fetched, and how their items are read from the pages. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Item } from '#contract/conversations/entities.ts';
import { limits } from '#contract/core/limits.ts';
import type { App } from '../../api/app.ts';
import { getItemsKey, type ItemPages } from '../../shared/items.ts';

/** A thread, newest page first; further pages go back in time. */
export const createItemsQuery = (app: App, companyId: number, conversationId: number) =>
  infiniteQueryOptions({
    queryKey: getItemsKey(companyId, conversationId),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      app.api.call('conversations.items', { companyId, params: { conversationId }, query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    getNextPageParam: (page) => page.meta.prevCursor,
    staleTime: limits.conversationDetailMs,
  });

/** A page of a thread around an item, from which older and newer ones follow; the newest page first, as in the thread itself. */
export const createItemsAroundQuery = (app: App, companyId: number, conversationId: number, itemId: number) =>
  infiniteQueryOptions({
    queryKey: [...getItemsKey(companyId, conversationId), 'around', itemId],
    initialPageParam: {} as { readonly older?: string; readonly newer?: string },
    queryFn: ({ pageParam: { older, newer }, signal }) =>
      app.api.call('conversations.items', {
        companyId,
        params: { conversationId },
        query: older === undefined ? { around: String(itemId), ...(newer === undefined ? {} : { cursor: newer }) } : { cursor: older },
        signal,
      }),
    getNextPageParam: ({ meta }) => (meta.prevCursor === null ? null : { older: meta.prevCursor }),
    getPreviousPageParam: ({ meta }) => (meta.nextCursor === null ? null : { newer: meta.nextCursor }),
    staleTime: limits.conversationDetailMs,
  });

/** Items of all pages, oldest first. */
export function flattenItemPages(pages: ItemPages | undefined): Item[] {
  const seen = new Set<number>();
  return [...(pages?.pages ?? [])].reverse().flatMap((page) => page.data.filter((item) => !seen.has(item.id) && seen.add(item.id)));
}
