import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { listPermissions } from '#contract/core/permissions.ts';
import type { App, AppState } from '#src/api/app.ts';
import { createChangeHub } from '#src/api/changeFeed.ts';
import { listenToConversations } from '#src/features/conversations/live.ts';
import type { Outbox } from '#src/features/conversations/outbox.ts';

test.each([
  ['billing', 0],
  ['user', 1],
] as const)('an arrival is asked for only by those who may read conversations: %s', async (role, times) => {
  const call = vi.fn(() => Promise.reject(new Error('403')));
  const changes = createChangeHub((run) => run());
  const state = { companyId: 1, permissions: new Set(listPermissions(role)) } as Partial<AppState> as AppState;
  const app = { api: { call }, queries: new QueryClient(), changes, get: () => state } as Partial<App> as App;
  listenToConversations(app, {} as Partial<Outbox> as Outbox);
  changes.publish([{ seq: 1, companyId: 1, kind: 'item-created', id: 3, conversationId: 7 }]);
  await Promise.resolve();
  expect(call).toHaveBeenCalledTimes(times);
});
