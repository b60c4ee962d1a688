/** Long work in the status line, where the channel says nothing: it is read, each kind by the call that the specification has for it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '#contract/core/limits.ts';
import { createChangeHub } from '#src/api/changeFeed.ts';
import { createApi } from '#src/api/client.ts';
import { createQueryClient } from '#src/api/queries.ts';
import { createBatches } from '#src/app/batches.ts';
import { signedOutState } from '#src/app/initialState.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ['contact', '/api/companies/7/contacts/progress/b-1'],
  ['number', '/api/companies/7/batches/b-1'],
] as const)('a batch of a %s is read at %s, and its end is said (RULE-166, MSG-062)', async (kind, path) => {
  const asked: string[] = [];
  const notices: string[] = [];
  const batch = { id: 'b-1', progress: 100, finishedAt: '2026-11-29T10:00:00Z' };
  const api = createApi({
    base: '/api',
    fetch: async (address) => {
      asked.push(new URL(address instanceof Request ? address.url : address, 'http://localhost').pathname);
      return new Response(JSON.stringify({ batch }), { headers: { 'content-type': 'application/json' } });
    },
    wait: async () => undefined,
    getCookie: () => 'token',
    getSession: () => 'A',
    onSignedOut: () => undefined,
    onSlowed: () => undefined,
    supportEmail: 'help@keyline.example',
    isAdmin: () => false,
  });
  const batches = createBatches({
    api,
    changes: createChangeHub((run) => run()),
    get: () => ({ ...signedOutState, companyId: 7 }),
    notify: ({ message }) => void notices.push(message),
    queries: createQueryClient(),
  });
  batches.follow({ batchId: 'b-1', kind, title: 'Change many', success: 'Changed', areas: [] });
  await vi.advanceTimersByTimeAsync(limits.batchPollMs);
  await vi.waitFor(() => expect(notices).toEqual(['Changed']));
  expect(asked).toEqual([path]);
});
