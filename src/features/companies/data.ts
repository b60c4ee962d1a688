/** Companies the person may enter, by page; they belong to the person, not to a company. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { CompanyListFilter } from '#commands/companies.services.ts';
import { routes } from '#contract/index.ts';
import { limits } from '#contract/limits.ts';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

/** What the list shows; one for the window, since it is the same in every company. */
let shown: CompanyListFilter = {};
const listeners = new Set<() => void>();
export const companyView = {
  get: (): CompanyListFilter => shown,
  set: (filter: CompanyListFilter) => {
    shown = filter;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** The list of a filter, by name. */
export const companyList = (app: App, { q, organizationId }: CompanyListFilter) =>
  infiniteQueryOptions({
    queryKey: keys.me('companies', { q, organizationId }),
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      app.api.call(routes.companies.slim, {
        query: {
          page: pageParam,
          perPage: limits.companiesSlimPerPage,
          ...(q ? { q } : {}),
          ...(organizationId === undefined ? {} : { businessUnits: [organizationId] }),
        },
        signal,
      }),
    getNextPageParam: ({ meta }) => (meta.currentPage < meta.lastPage ? meta.currentPage + 1 : undefined),
  });
