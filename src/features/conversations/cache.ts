/** Mends conversations in the cache after a command or a change, so that lists and threads are right without being fetched again. */
import type { QueryClient } from '@tanstack/react-query';
import type { Conversation, Item, ItemHit } from '#contract/conversations/entities.ts';
import { keys } from '../../api/queries.ts';
import { getItemsKey, type ItemPages } from '../../shared/items.ts';
import type { ConversationPages, InboxView } from './data.ts';
import type { HitPages } from './foundData.ts';
import { dropScheduled, patchScheduled } from './scheduledData.ts';

/** Checks whether a conversation belongs into a list, one with nothing in it into none; null when only the server can say (a search, a kind of item). */
function isInView(conversation: Conversation, { filter }: InboxView): boolean | null {
  if (conversation.latestItem === null) return false;
  if (conversation.isArchived !== (filter.isArchived ?? false)) return false;
  if (filter.isUnread && conversation.numUnreadItems === 0) return false;
  if (filter.numberIds?.length && !filter.numberIds.includes(conversation.number.id)) return false;
  return filter.q || filter.types?.length ? null : true;
}

const isView = (value: unknown): value is InboxView => typeof value === 'object' && value !== null && 'filter' in value && 'sort' in value;

/** Every cached list with the view it shows. */
function listCachedLists(queries: QueryClient, companyId: number) {
  return queries.getQueriesData<ConversationPages>({ queryKey: keys.of(companyId, 'conversations', 'list') }).flatMap(([key, pages]) => {
    const view = key.at(-1);
    return pages && isView(view) ? [{ key, view, pages }] : [];
  });
}

const compareRows = (a: Conversation, b: Conversation, view: InboxView) => {
  const newer = a.lastActivityAt > b.lastActivityAt || (a.lastActivityAt === b.lastActivityAt && a.id > b.id);
  return view.sort === 'newest' ? newer : !newer;
};

/**
 * Checks whether a conversation that belongs into a list, and is in none of its loaded pages, is counted in its total: it may be further down. One that was made
 * since has a greater id than all; of another it is known what it was before.
 */
function isCountedBelow(pages: ConversationPages, view: InboxView, conversation: Conversation, before: Conversation | undefined): boolean {
  const isWhole = pages.pages.at(-1)?.meta.nextCursor === null;
  const greatest = Math.max(0, ...pages.pages.flatMap((page) => page.data.map(({ id }) => id)));
  if (isWhole || conversation.id > greatest) return false;
  return before === undefined || isInView(before, view) !== false;
}

/** A list with the conversation in its place, or out of it. Rows that are the same object stay the same object. */
function placeConversation(
  pages: ConversationPages,
  view: InboxView,
  conversation: Conversation,
  isIn: boolean,
  before: Conversation | undefined,
): ConversationPages {
  const loaded = pages.pages.flatMap((page) => page.data).find((row) => row.id === conversation.id);
  const old = loaded ?? (isIn && isCountedBelow(pages, view, conversation, before) ? (before ?? { ...conversation, numUnreadItems: 0 }) : undefined);
  if (!old && !isIn) return pages;
  const stays = isIn && loaded?.lastActivityAt === conversation.lastActivityAt;
  let placed = !isIn;
  const next = pages.pages.map((page, at) => {
    if (stays) return { ...page, data: page.data.map((row) => (row.id === conversation.id ? conversation : row)) };
    const data = page.data.filter((row) => row.id !== conversation.id);
    const index = placed ? -1 : data.findIndex((row) => compareRows(conversation, row, view));
    const isLast = at === pages.pages.length - 1;
    if (!placed && index >= 0) data.splice(index, 0, conversation);
    else if (!placed && isLast && page.meta.nextCursor === null) data.push(conversation);
    placed = placed || index >= 0;
    return { ...page, data };
  });
  const rows = (isIn ? 1 : 0) - (old ? 1 : 0);
  const unread = (isIn && conversation.numUnreadItems > 0 ? 1 : 0) - (old && old.numUnreadItems > 0 ? 1 : 0);
  return { ...pages, pages: next.map((page) => ({ ...page, meta: { ...page.meta, total: page.meta.total + rows, unread: page.meta.unread + unread } })) };
}

/** Puts conversations into what searches found in them. */
function putIntoHits(queries: QueryClient, companyId: number, conversations: readonly Conversation[]): void {
  const now = new Map(conversations.map((conversation) => [conversation.id, conversation]));
  const patch = (hit: ItemHit): ItemHit => ({ ...hit, conversation: now.get(hit.conversation.id) ?? hit.conversation });
  queries.setQueriesData<HitPages>({ queryKey: keys.of(companyId, 'conversations', 'search') }, (found) =>
    found?.pages.some(({ data }) => data.some(({ conversation }) => now.has(conversation.id)))
      ? { ...found, pages: found.pages.map((page) => ({ ...page, data: page.data.map(patch) })) }
      : found,
  );
}

/** Puts conversations into every list they belong to, and out of the others; a list only the server can judge is fetched again. */
export function putConversations(queries: QueryClient, companyId: number, conversations: readonly Conversation[]): void {
  const before = new Map(conversations.map(({ id }) => [id, queries.getQueryData<Conversation>(keys.of(companyId, 'conversations', 'one', id))]));
  for (const conversation of conversations) queries.setQueryData(keys.of(companyId, 'conversations', 'one', conversation.id), conversation);
  putIntoHits(queries, companyId, conversations);
  for (const { key, view, pages } of listCachedLists(queries, companyId)) {
    let patched = pages;
    let unsure = false;
    for (const conversation of conversations) {
      const isIn = isInView(conversation, view);
      if (isIn === null) unsure = true;
      else patched = placeConversation(patched, view, conversation, isIn, before.get(conversation.id));
    }
    if (patched !== pages) queries.setQueryData(key, patched);
    if (unsure) void queries.invalidateQueries({ queryKey: key, exact: true });
  }
}

/** Checks whether a conversation has changed here since an instant: an answer asked for before it may know less. */
export function isChangedSince(queries: QueryClient, companyId: number, id: number, instant: number): boolean {
  const known = queries.getQueryState<Conversation>(keys.of(companyId, 'conversations', 'one', id));
  return known?.data !== undefined && known.dataUpdatedAt > instant;
}

/** Changes what is known of conversations in the cache, wherever they are. */
export function patchConversations(queries: QueryClient, companyId: number, ids: readonly number[], patch: (conversation: Conversation) => Conversation): void {
  const known = new Map<number, Conversation>();
  for (const { pages } of listCachedLists(queries, companyId))
    for (const page of pages.pages) for (const row of page.data) if (ids.includes(row.id)) known.set(row.id, row);
  for (const id of ids) {
    const one = queries.getQueryData<Conversation>(keys.of(companyId, 'conversations', 'one', id));
    if (one) known.set(id, one);
  }
  const patched = [...known.values()].map((now) => [now, patch(now)] as const);
  putConversations(
    queries,
    companyId,
    patched.map(([, next]) => next),
  );
  // Counts come from the server: muted items aren't known here.
  if (patched.some(([now, next]) => now.numUnreadItems !== next.numUnreadItems)) recount(queries, companyId);
}

/** Asks at once how many are unread: something the person did has changed it. */
export function recount(queries: QueryClient, companyId: number): void {
  void queries.invalidateQueries({ queryKey: keys.of(companyId, 'counts') });
}

/** Everything about conversations is fetched again: after a batch. */
export function refetchConversations(queries: QueryClient, companyId: number): Promise<void> {
  return queries.invalidateQueries({ queryKey: keys.of(companyId, 'conversations') });
}

/** Puts items into their thread: in place of the same one, else at the end, in order; and into the list of those that are scheduled. */
export function putItems(queries: QueryClient, companyId: number, conversationId: number, items: readonly Item[], position?: number): void {
  const byId = new Map(items.map((item) => [item.id, item]));
  for (const item of items) patchScheduled(queries, companyId, item);
  // Pages around an item that was looked for show what changed as well; what is new comes in its turn.
  queries.setQueriesData<ItemPages>(
    { queryKey: [...getItemsKey(companyId, conversationId), 'around'] },
    (pages) => pages && { ...pages, pages: pages.pages.map((page) => ({ ...page, data: page.data.map((item) => byId.get(item.id) ?? item) })) },
  );
  queries.setQueryData<ItemPages>(getItemsKey(companyId, conversationId), (pages) => {
    if (!pages || pages.pages.length === 0) return pages;
    const known = new Set(pages.pages.flatMap((page) => page.data.map((item) => item.id)));
    const fresh = items.filter((item) => !known.has(item.id));
    return {
      ...pages,
      pages: pages.pages.map((page, at) => {
        const replaced = page.data.map((item) => byId.get(item.id) ?? item);
        if (at > 0) return { ...page, data: replaced };
        const data = fresh.length === 0 ? replaced : [...replaced, ...fresh].sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id - b.id);
        return { ...page, data, meta: { ...page.meta, position: position ?? page.meta.position } };
      }),
    };
  });
}

/** Takes items out of a thread. */
export function dropItems(queries: QueryClient, companyId: number, conversationId: number, ids: readonly number[]): void {
  for (const id of ids) dropScheduled(queries, companyId, id);
  queries.setQueriesData<ItemPages>({ queryKey: getItemsKey(companyId, conversationId) }, (pages) =>
    pages ? { ...pages, pages: pages.pages.map((page) => ({ ...page, data: page.data.filter((item) => !ids.includes(item.id)) })) } : pages,
  );
}

/** Returns the position in the company's changes up to which a cached thread is current; null when the thread is not cached. */
export function findItemsPosition(queries: QueryClient, companyId: number, conversationId: number): number | null {
  const pages = queries.getQueryData<ItemPages>(getItemsKey(companyId, conversationId));
  const [newest] = pages?.pages ?? [];
  return newest ? newest.meta.position : null;
}
