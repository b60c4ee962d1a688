/** Port-in requests in the cache. */
import { queryOptions } from '@tanstack/react-query';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

/** The newest requests of a company. */
export const createPortsQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'ports', 'list'),
    queryFn: async ({ signal }) => (await app.api.call('porting.list', { companyId, query: { size: 200 }, signal })).data,
  });

/** One request with what happened to it. */
export const createPortQuery = (app: App, companyId: number, id: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'ports', 'one', id),
    queryFn: ({ signal }) => app.api.call('porting.get', { companyId, params: { id }, signal }),
  });
