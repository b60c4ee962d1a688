/** Channels of numbers the user muted. */
import { queryOptions } from '@tanstack/react-query';
import type { App } from '../api/app.ts';
import { keys } from '../api/queries.ts';

const mutedStaleMs = 10_000;

/** Query of the muted channels by number; fetched once while they type which of them they mean, and once in a burst of arrivals. */
export const createMutedQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'notifications', 'silenced'),
    queryFn: async ({ signal }) => (await app.api.call('notifications.blocks', { companyId, signal })).data,
    staleTime: mutedStaleMs,
  });
