/** Items of threads in the cache, whichever area reads them. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Item } from '#contract/conversations/entities.ts';
import type { RouteReply } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import { keys } from '../api/queries.ts';

/** A thread in the cache, the newest page first. */
export type ItemPages = InfiniteData<RouteReply<typeof routes.conversations.items>>;

/** The key of a thread. */
export const getItemsKey = (companyId: number, conversationId: number) => keys.of(companyId, 'conversations', 'items', conversationId);

/** Finds an item of a thread, as far as that is loaded. */
export const findItem = (queries: QueryClient, companyId: number, conversationId: number, id: number): Item | undefined =>
  queries
    .getQueryData<ItemPages>(getItemsKey(companyId, conversationId))
    ?.pages.flatMap(({ data }) => data)
    .find((item) => item.id === id);
