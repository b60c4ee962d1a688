/** All tags of the company: what commands and searches choose from. */
import { queryOptions } from '@tanstack/react-query';
import type { App } from '../api/app.ts';
import { keys } from '../api/queries.ts';

/** By name. */
export const createTagsQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'tags'),
    queryFn: async ({ signal }) => (await app.api.call('tags.list', { companyId, signal })).data,
    // A search may name one while no pane shows it; a switch of company drops it.
    gcTime: Number.POSITIVE_INFINITY,
  });
