/** Webhooks in the cache. */
import { queryOptions } from '@tanstack/react-query';
import { hookLimits } from '#contract/eventHooks/limits.ts';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

/** All webhooks of a company, by their address. */
export const createHooksQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'eventHooks', 'list'),
    queryFn: async ({ signal }) => (await app.api.call('eventHooks.list', { companyId, signal })).data,
  });

/** The newest deliveries of a webhook, and how many there are. */
export const createDeliveriesQuery = (app: App, companyId: number, hookId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'eventHooks', 'deliveries', hookId),
    queryFn: async ({ signal }) => {
      const query = { page: 1, per_page: hookLimits.deliveriesPerPage };
      const { data, meta } = await app.api.call('eventHooks.deliveries', { companyId, params: { id: hookId }, query, signal });
      return { rows: data.map((row) => ({ ...row, hookId })), total: meta.total };
    },
  });
