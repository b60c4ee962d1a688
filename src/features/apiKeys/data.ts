/** API keys in the cache. */
import { queryOptions } from '@tanstack/react-query';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

/** All API keys of a company, by their name. */
export const createApiKeysQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'apiKeys', 'list'),
    queryFn: async ({ signal }) => (await app.api.call('apiKeys.list', { companyId, signal })).data,
  });
