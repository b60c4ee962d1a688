/** Blocked callers in the cache: the whole list, fetched page by page (RULE-155). */
import { queryOptions } from '@tanstack/react-query';
import type { BlockedCaller } from '#contract/blocks/entities.ts';
import { numberLimits } from '#contract/numbers/limits.ts';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { createViews } from '../../panes/listViewStore.ts';

/** Filters of the list. */
export const blockViews = createViews<{ readonly q: string | undefined }>('blocks', { q: undefined });

/** All blocked callers, newest first. */
export const createBlocksQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'blocks'),
    queryFn: async ({ signal }): Promise<BlockedCaller[]> => {
      const all: BlockedCaller[] = [];
      for (let page = 1, last = 1; page <= last; page += 1) {
        const answer = await app.api.call('blocks.list', { companyId, query: { page, per_page: numberLimits.blocksPerPage }, signal });
        all.push(...answer.data);
        last = answer.meta.lastPage;
      }
      // A block that was made meanwhile moves the pages: nobody stands in the list twice.
      return [...new Map(all.map((row) => [row.id, row])).values()];
    },
  });
