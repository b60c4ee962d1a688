/** Numbers in the cache: pages of them for the pane; the whole list is the app's. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { NumberFilter } from '#commands/numbers/types.ts';
import { numberSorts } from '#contract/numbers/enums.ts';
import type { App } from '../../api/app.ts';

export { createNumbersQuery, useNumbers } from '../../shared/numbers.ts';

import { firstPage, getNextPage } from '../../api/pages.ts';
import { keys } from '../../api/queries.ts';
import { createViews } from '../../panes/index.ts';
import type { SortState } from '../../table/index.ts';

export interface NumbersView {
  readonly filter: NumberFilter;
  readonly sort: SortState;
}
export const allNumbers: NumbersView = { filter: {}, sort: { columnId: 'label', direction: 'asc' } };
export const numberViews = createViews('numbers', allNumbers);
/** The number somebody jumps to, until the list has it under its cursor. */
export const requestedNumbers = createViews<{ readonly id: number | null }>('requested number', { id: null });

const toSort = (columnId: string) => numberSorts.find((sort) => sort === columnId) ?? 'label';

/** The list of a view, by page. */
export const createNumberListQuery = (app: App, companyId: number, { filter, sort }: NumbersView) =>
  infiniteQueryOptions({
    queryKey: keys.of(companyId, 'numbers', 'list', { filter, sort }),
    initialPageParam: firstPage,
    queryFn: ({ pageParam, signal }) =>
      app.api.call('numbers.datatable', {
        companyId,
        query: {
          page: pageParam.page,
          per_page: pageParam.perPage,
          sort: toSort(sort.columnId),
          dir: sort.direction,
          ...(filter.q ? { q: filter.q } : {}),
          ...(filter.status === undefined ? {} : { status: filter.status }),
          ...(filter.tagId === undefined ? {} : { tagId: filter.tagId }),
        },
        signal,
      }),
    getNextPageParam: getNextPage,
  });

/** One number with what hangs on it. */
export const createNumberQuery = (app: App, companyId: number, id: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'numbers', 'one', id),
    queryFn: ({ signal }) =>
      app.api.call('numbers.get', { companyId, params: { idOrNumber: String(id) }, query: { include: 'sms-verification' as const }, signal }),
  });
