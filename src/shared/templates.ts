/** Number templates in the cache: for their list, their editor and arguments of commands. */
import { queryOptions } from '@tanstack/react-query';
import type { App } from '../api/app.ts';
import { keys } from '../api/queries.ts';

/** All templates of a company, by name. */
export const createTemplatesQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'templates'),
    queryFn: async ({ signal }) => (await app.api.call('templates.list', { companyId, signal })).data,
  });
