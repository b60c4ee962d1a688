/** One conversation, contact or call, and the conversations with a number: what panes that go together read, whichever area they are of. */
import { queryOptions } from '@tanstack/react-query';
import type { Conversation } from '#contract/conversations/entities.ts';
import { limits } from '#contract/core/limits.ts';
import type { App } from '../api/app.ts';
import { keys } from '../api/queries.ts';
import { retryOnce } from '../api/retryOnce.ts';

/** One conversation; its detail is fresh for ten minutes (CONST-069), since changes reach it over the channel. */
export const createConversationQuery = (app: App, companyId: number, id: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'conversations', 'one', id),
    queryFn: ({ signal }) => retryOnce((limit) => app.api.call('conversations.get', { companyId, params: { id }, signal: AbortSignal.any([signal, limit]) })),
    staleTime: limits.conversationDetailMs,
  });

/** One contact. */
export const createContactQuery = (app: App, companyId: number, id: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'contacts', 'one', id),
    queryFn: ({ signal }) => app.api.call('contacts.get', { companyId, params: { id }, signal }),
  });

/** One call with all that is known of it. */
export const createCallQuery = (app: App, companyId: number, id: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'calls', 'one', id),
    queryFn: ({ signal }) => app.api.call('calls.get', { companyId, params: { id }, signal }),
  });

/** Conversations with a number, open and archived, the newest first. */
export const createConversationsByNumberQuery = (app: App, companyId: number, number: string) =>
  queryOptions({
    queryKey: keys.of(companyId, 'conversations', 'of', number),
    queryFn: async ({ signal }): Promise<Conversation[]> => {
      const both = await Promise.all(
        [false, true].map((isArchived) => app.api.call('conversations.list', { companyId, query: { q: number, perPage: 20, isArchived }, signal })),
      );
      return both
        .flatMap((page) => page.data)
        .filter((row) => row.recipient === number)
        .sort((a, b) => b.lastActivityAt.localeCompare(a.lastActivityAt));
    },
  });
