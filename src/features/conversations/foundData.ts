/** Items that a search found, in the cache, and as rows of the inbox. */
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import type { Conversation, ItemHit } from '#contract/conversations/entities.ts';
import type { RouteReply } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

export type HitPages = InfiniteData<RouteReply<typeof routes.conversations.search>>;

/** A row of the inbox that is an item: its conversation, with what was found in it. */
interface FoundRow extends Conversation {
  readonly hit: ItemHit;
}

/** Checks whether a row stands for an item that was found, not for its conversation. */
export const isFoundRow = (row: Conversation): row is FoundRow => 'hit' in row;

/** A hit as a row. */
export const toFoundRow = (hit: ItemHit): FoundRow => ({ ...hit.conversation, hit });

/** A row's id among conversations and items. */
export const getFoundRowId = (row: Conversation): number => (isFoundRow(row) ? -row.hit.id : row.id);

/** The items a line finds, newest first. */
export const createItemSearchQuery = (app: App, companyId: number, q: string) =>
  infiniteQueryOptions({
    queryKey: keys.of(companyId, 'conversations', 'search', q),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      app.api.call('conversations.search', { companyId, query: { q, perPage: 50, ...(pageParam === null ? {} : { cursor: pageParam }) }, signal }),
    getNextPageParam: (page) => page.meta.nextCursor,
    retry: false,
  });
