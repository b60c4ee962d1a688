/** Forwards in the cache. */
import { queryOptions } from '@tanstack/react-query';
import type { ForwardDestination } from '#contract/forwards/entities.ts';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

const perPage = 1_000;

/** All destinations, the most used first. They follow how numbers ring, and are fetched again with the numbers. */
export const createForwardsQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'numbers', 'forwards'),
    queryFn: async ({ signal }): Promise<ForwardDestination[]> => {
      const all: ForwardDestination[] = [];
      for (let page = 1, last = 1; page <= last; page += 1) {
        const answer = await app.api.call('forwards.list', { companyId, query: { page, per_page: perPage }, signal });
        all.push(...answer.data);
        last = answer.meta.lastPage;
      }
      // A routing that was changed meanwhile moves the pages: no phone stands in the list twice.
      return [...new Map(all.map((row) => [row.number, row])).values()];
    },
  });
