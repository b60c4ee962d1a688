/** Greetings in the cache. */
import { queryOptions } from '@tanstack/react-query';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

/** All greetings of a company, by name. */
export const createGreetingsQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'greetings', 'list'),
    queryFn: async ({ signal }) => (await app.api.call('greetings.list', { companyId, signal })).data,
  });

/** Voices to speak with. */
export const createVoicesQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'greetings', 'voices'),
    queryFn: async ({ signal }) => (await app.api.call('greetings.voices', { companyId, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
