/** Numbers in the cache: the whole list for arguments of commands, and pages of it for the pane. */
import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import type { NumberFilter } from '#commands/numbers.services.ts';
import type { PhoneNumber } from '#contract/entities.ts';
import { routes } from '#contract/index.ts';
import { numberSorts } from '#contract/numbers.ts';
import { type App, useApp, useMay } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { createViews } from '../../panes/index.ts';
import type { SortState } from '../../table/index.ts';

export interface NumbersView {
  readonly filter: NumberFilter;
  readonly sort: SortState;
}
export const allNumbers: NumbersView = { filter: {}, sort: { columnId: 'label', direction: 'asc' } };
export const numberViews = createViews(allNumbers);

const perPage = 50;
const sortOf = (columnId: string) => numberSorts.find((sort) => sort === columnId) ?? 'label';

/** All numbers the person works: what commands choose from. */
export const numbersQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'numbers', 'all'),
    queryFn: async ({ signal }): Promise<PhoneNumber[]> => (await app.api.call(routes.numbers.list, { companyId, signal })).data,
    // Commands choose from it while no pane shows it; a switch of company drops it.
    gcTime: Number.POSITIVE_INFINITY,
  });

/** The company's numbers, as far as loaded; none for who may not see them. */
export function useNumbers(companyId: number | null): readonly PhoneNumber[] {
  const app = useApp();
  const may = useMay('numbers.read');
  const { data } = useQuery({ ...numbersQuery(app, companyId ?? 0), enabled: companyId !== null && may });
  return data ?? none;
}
const none: readonly PhoneNumber[] = [];

/** The list of a view, by page. */
export const numberList = (app: App, companyId: number, { filter, sort }: NumbersView) =>
  infiniteQueryOptions({
    queryKey: keys.of(companyId, 'numbers', 'list', { filter, sort }),
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      app.api.call(routes.numbers.datatable, {
        companyId,
        query: {
          page: pageParam,
          per_page: perPage,
          sort: sortOf(sort.columnId),
          dir: sort.direction,
          ...(filter.q ? { q: filter.q } : {}),
          ...(filter.status === undefined ? {} : { status: filter.status }),
        },
        signal,
      }),
    getNextPageParam: ({ meta }) => (meta.currentPage < meta.lastPage ? meta.currentPage + 1 : undefined),
  });
