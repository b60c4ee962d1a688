/** The marketplace in the cache. */
import { queryOptions } from '@tanstack/react-query';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { createViews } from '../../panes/listViewStore.ts';

/** Filters of the list. */
export const marketplaceViews = createViews<{ readonly which: 'all' | 'listed' }>('marketplace', { which: 'all' });

/** All numbers by label, or those that are listed, the latest first. */
export const createListingsQuery = (app: App, companyId: number, which: 'all' | 'listed') =>
  queryOptions({
    queryKey: keys.of(companyId, 'marketplace', 'list', which),
    queryFn: async ({ signal }) => (await app.api.call(which === 'all' ? 'marketplace.list' : 'marketplace.listings', { companyId, signal })).data,
  });

/** The sums over them. */
export const createKpiQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'marketplace', 'kpi'),
    queryFn: ({ signal }) => app.api.call('marketplace.kpi', { companyId, signal }),
  });
