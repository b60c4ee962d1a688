/** Reports that are mailed to the user, in the cache. */
import { queryOptions } from '@tanstack/react-query';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

export const createMailsQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'reportMails'),
    queryFn: async ({ signal }) => (await app.api.call('reportMails.list', { companyId, signal })).data,
  });
