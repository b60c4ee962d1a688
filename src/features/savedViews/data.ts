/** The user's saved views in the cache. */
import { queryOptions } from '@tanstack/react-query';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

/** Saved views of a company, by key and name. */
export const createSavedViewsQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'savedViews'),
    queryFn: async ({ signal }) => (await app.api.call('savedViews.list', { companyId, signal })).data,
  });
