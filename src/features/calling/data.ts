/** Calls that go on, in the cache. */
import { queryOptions } from '@tanstack/react-query';
import type { LiveCall } from '#contract/calling/entities.ts';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

/** Those of the company, the newest first. What changes is told over the channel. */
export const createLiveCallsQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'calls', 'live'),
    queryFn: async ({ signal }): Promise<LiveCall[]> => (await app.api.call('calling.live', { companyId, signal })).data,
    staleTime: 0,
  });
