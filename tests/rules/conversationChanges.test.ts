import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Conversation } from '#contract/conversations/entities.ts';
import { limits } from '#contract/core/limits.ts';
import { listPermissions } from '#contract/core/permissions.ts';
import type { App, AppState } from '#src/api/app.ts';
import { createChangeHub } from '#src/api/changeFeed.ts';
import { keys } from '#src/api/queries.ts';
import { putConversations } from '#src/features/conversations/cache.ts';
import { listenToConversations } from '#src/features/conversations/live.ts';
import type { Outbox } from '#src/features/conversations/outbox.ts';

test.each([
  ['billing', 0],
  ['user', 1],
] as const)('an arrival is asked for only by those who may read conversations: %s', async (role, times) => {
  const call = vi.fn(() => new Promise<never>(() => {}));
  const changes = createChangeHub((run) => run());
  const state = { companyId: 1, permissions: new Set(listPermissions(role)) } as Partial<AppState> as AppState;
  const app = { api: { call }, queries: new QueryClient(), changes, get: () => state } as Partial<App> as App;
  listenToConversations(app, {} as Partial<Outbox> as Outbox);
  changes.publish([{ seq: 1, companyId: 1, kind: 'item-created', id: 3, conversationId: 7 }]);
  await Promise.resolve();
  expect(call).toHaveBeenCalledTimes(times);
});

test('while texts come faster than they are read, a page asks for one lot after the other', async () => {
  let onTheWay = 0;
  let most = 0;
  const replies: (() => void)[] = [];
  const call = vi.fn(async () => {
    onTheWay += 1;
    most = Math.max(most, onTheWay);
    await new Promise<void>((reply) => replies.push(reply));
    onTheWay -= 1;
    throw new Error('503');
  });
  const changes = createChangeHub((run) => run());
  const state = { companyId: 1, permissions: new Set(listPermissions('user')) } as Partial<AppState> as AppState;
  const app = { api: { call }, queries: new QueryClient(), changes, get: () => state } as Partial<App> as App;
  const asked = () => call.mock.calls.map((args: readonly unknown[]) => args[1]);
  listenToConversations(app, {} as Partial<Outbox> as Outbox);
  for (let at = 0; at < 100; at += 1) changes.publish([{ seq: at, companyId: 1, kind: 'item-created', id: at, conversationId: at }]);
  changes.publish([{ seq: 100, companyId: 1, kind: 'item-created', id: 1_000, conversationId: 1_000 }]);
  expect(asked()).toEqual([expect.objectContaining({ params: { id: 0 } })]);
  while (onTheWay > 0) {
    for (const reply of replies.splice(0)) reply();
    await new Promise((done) => setImmediate(done));
  }
  expect(most).toBe(1);
  // The lot of a hundred is fetched as lists; the next change by itself again.
  changes.publish([{ seq: 101, companyId: 1, kind: 'item-created', id: 1_001, conversationId: 1_001 }]);
  expect(asked().at(-1)).toMatchObject({ params: { id: 1_001 } });
});

test('an answer that was on its way takes back nothing that was done meanwhile, and is asked for again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const archived = { id: 7, isArchived: true } as Partial<Conversation> as Conversation;
    const restored = { ...archived, isArchived: false };
    const later = { ...restored, numUnreadItems: 1 };
    const replies: ((conversation: Conversation) => void)[] = [];
    const call = vi.fn(() => new Promise<Conversation>((reply) => replies.push(reply)));
    const changes = createChangeHub((run) => run());
    const queries = new QueryClient();
    const state = { companyId: 1, permissions: new Set(listPermissions('user')) } as Partial<AppState> as AppState;
    const app = { api: { call }, queries, changes, get: () => state } as Partial<App> as App;
    const known = () => queries.getQueryData(keys.of(1, 'conversations', 'one', 7));
    const settled = () => new Promise((done) => setImmediate(done));
    listenToConversations(app, {} as Partial<Outbox> as Outbox);
    changes.publish([{ seq: 1, companyId: 1, kind: 'conversation-updated', id: 7, conversationId: 7 }]);
    vi.advanceTimersByTime(5);
    putConversations(queries, 1, [restored]);
    replies.shift()?.(archived);
    await settled();
    expect(known()).toEqual(restored);
    vi.advanceTimersByTime(5);
    replies.shift()?.(later);
    await settled();
    expect(known()).toEqual(later);
    expect(replies).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test('a request that is never answered holds up no later change', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('Too late', 'TimeoutError')), ms);
    return controller.signal;
  });
  try {
    const answer = (id: number, signal: AbortSignal) =>
      id === 1
        ? new Promise<Conversation>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)))
        : Promise.resolve({ id } as Partial<Conversation> as Conversation);
    const Asked = z.object({ params: z.object({ id: z.number() }), signal: z.instanceof(AbortSignal) });
    const call = vi.fn((...args: readonly unknown[]) => {
      const { params, signal } = Asked.parse(args[1]);
      return answer(params.id, signal);
    });
    const changes = createChangeHub((run) => run());
    const queries = new QueryClient();
    const state = { companyId: 1, permissions: new Set(listPermissions('user')) } as Partial<AppState> as AppState;
    const app = { api: { call }, queries, changes, get: () => state } as Partial<App> as App;
    listenToConversations(app, {} as Partial<Outbox> as Outbox);
    for (const id of [1, 2]) changes.publish([{ seq: id, companyId: 1, kind: 'conversation-updated', id, conversationId: id }]);
    await vi.advanceTimersByTimeAsync(limits.firstAnswerMs + limits.lastAnswerMs + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(queries.getQueryData(keys.of(1, 'conversations', 'one', 2))).toEqual({ id: 2 });
  } finally {
    timeout.mockRestore();
    vi.useRealTimers();
  }
});

test('a list that isn’t loaded whole counts what is new, and not again what is further down', () => {
  const queries = new QueryClient();
  const at = (id: number, minute: number, more: Partial<Conversation> = {}): Conversation =>
    ({
      id,
      isArchived: false,
      numUnreadItems: 0,
      lastActivityAt: `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`,
      ...more,
    }) as Partial<Conversation> as Conversation;
  const key = keys.of(1, 'conversations', 'list', { filter: {}, sort: 'newest' });
  const meta = { total: 500, unread: 0, nextCursor: 'more', position: 1 };
  queries.setQueryData(key, { pages: [{ data: [at(500, 30), at(480, 20)], meta }], pageParams: [null] });
  const total = () => queries.getQueryData<{ pages: { meta: { total: number }; data: Conversation[] }[] }>(key)?.pages[0]?.meta.total;
  putConversations(queries, 1, [at(300, 40)]);
  expect(total()).toBe(500);
  putConversations(queries, 1, [at(501, 41)]);
  expect(total()).toBe(501);
  queries.setQueryData(keys.of(1, 'conversations', 'one', 200), at(200, 1, { isArchived: true }));
  putConversations(queries, 1, [at(200, 42)]);
  expect(total()).toBe(502);
  putConversations(queries, 1, [at(200, 42, { isArchived: true })]);
  expect(total()).toBe(501);
});

test('a conversation with nothing in it is in no list: neither one that is begun, nor one whose only message was taken back', () => {
  const queries = new QueryClient();
  const key = keys.of(1, 'conversations', 'list', { filter: { isArchived: false }, sort: 'newest' });
  const latestItem = { id: 3 } as Partial<Conversation['latestItem']> as Conversation['latestItem'];
  const at = (id: number, more: Partial<Conversation> = {}) =>
    ({ id, isArchived: false, numUnreadItems: 0, lastActivityAt: '2026-01-01T00:00:00.000Z', latestItem, ...more }) as Partial<Conversation> as Conversation;
  queries.setQueryData(key, { pages: [{ data: [at(5)], meta: { total: 1, unread: 0, nextCursor: null, position: 1 } }], pageParams: [null] });
  const list = () => queries.getQueryData<{ pages: { meta: { total: number }; data: Conversation[] }[] }>(key)?.pages[0];
  const listed = () => [list()?.data.map(({ id }) => id), list()?.meta.total];
  putConversations(queries, 1, [at(6, { latestItem: null })]);
  expect(listed()).toEqual([[5], 1]);
  putConversations(queries, 1, [at(6)]);
  expect(listed()).toEqual([[6, 5], 2]);
  putConversations(queries, 1, [at(6, { latestItem: null })]);
  expect(listed()).toEqual([[5], 1]);
  expect(queries.getQueryData(keys.of(1, 'conversations', 'one', 6))).toMatchObject({ id: 6, latestItem: null });
});
