/** Integrations in the cache. */
import { queryOptions } from '@tanstack/react-query';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

/** Streams of Google Analytics, by their measurement id. */
export const createGa4Query = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'integrations', 'ga4'),
    queryFn: async ({ signal }) => (await app.api.call('integrations.ga4', { companyId, signal })).data,
  });

/** What of the last days would have counted. */
export const createForecastQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'integrations', 'forecast'),
    queryFn: ({ signal }) => app.api.call('integrations.forecast', { companyId, signal }),
    staleTime: 60_000,
  });

/** The conversions of a call, explained. */
export const createCallConversionsQuery = (app: App, companyId: number, callId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'integrations', 'calls', callId),
    queryFn: ({ signal }) => app.api.call('integrations.callConversions', { companyId, params: { callId }, signal }),
  });
