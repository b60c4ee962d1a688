/** Companies the person may enter, by page, or for staff all there are; they belong to the person, not to a company. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { CompanyListFilter, CompanyRow } from '#commands/companies/types.ts';
import { limits } from '#contract/core/limits.ts';
import type { PageMeta } from '#contract/core/schema.ts';
import type { App } from '../../api/app.ts';
import { getNextNumber } from '../../api/pages.ts';
import { keys } from '../../api/queries.ts';
import { registerStore } from '../../store/sessionStores.ts';
import { createStore } from '../../store/store.ts';

/** Filters of the list; one for the window, since it is the same in every company. */
export const companyView = createStore<CompanyListFilter>({});
registerStore('view: companies', () => companyView.set({}));

/** The list of a filter, by name. `asStaff`: every company there is. */
export const createCompanyListQuery = (app: App, { q, organizationId }: CompanyListFilter, asStaff: boolean) =>
  infiniteQueryOptions({
    queryKey: keys.me('companies', { q, organizationId, asStaff }),
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }): Promise<{ readonly data: readonly CompanyRow[]; readonly meta: z.output<typeof PageMeta> }> => {
      const query = { page: pageParam, perPage: limits.companiesSlimPerPage, ...(q ? { q } : {}) };
      return asStaff
        ? app.api.call('auth.staffCompanies', { query: query, signal })
        : app.api.call('companies.slim', { query: { ...query, ...(organizationId === undefined ? {} : { businessUnits: [organizationId] }) }, signal });
    },
    getNextPageParam: getNextNumber,
  });
