/** A list of the open company that the server pages. */
import { type QueryKey, type UndefinedInitialDataInfiniteOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { flattenPages } from '../api/pages.ts';

/** Pages of a list, each with how many rows there are on all of them. */
interface ListPages {
  readonly pages: readonly { readonly data: readonly { readonly id: number }[]; readonly meta: { readonly total: number } }[];
}
type RowOf<D extends ListPages> = D['pages'][number]['data'][number];

/** The query, its rows, each once, and how many there are on all pages; null until the first page has come. Rows of a company that was left are never shown. */
export function usePagedList<P, D extends ListPages, K extends QueryKey, N>(
  companyId: number | null,
  list: UndefinedInitialDataInfiniteOptions<P, Error, D, K, N>,
) {
  const query = useInfiniteQuery({
    ...list,
    enabled: companyId !== null,
    placeholderData: (before, last) => (last?.queryKey[1] === companyId ? before : undefined),
  });
  const rows = useMemo(() => flattenPages<RowOf<D>>(query.data), [query.data]);
  return { query, rows, total: query.data?.pages.at(-1)?.meta.total ?? null };
}
