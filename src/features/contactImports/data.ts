/** Rows of an import in the cache. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ImportRowFilter } from '#contract/contactImports/enums.ts';
import type { App } from '../../api/app.ts';
import { getNextNumber } from '../../api/pages.ts';
import { keys } from '../../api/queries.ts';

/** Filter of the rows of an import. */
export interface ImportView {
  readonly show: ImportRowFilter | undefined;
  readonly q: string | undefined;
}
export const allRows: ImportView = { show: undefined, q: undefined };

const perPage = 100;

/** The rows of an import, by page. */
export const createRowsQuery = (app: App, companyId: number, key: string, { show, q }: ImportView) =>
  infiniteQueryOptions({
    queryKey: keys.of(companyId, 'contactImports', 'rows', key, { show, q }),
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      app.api.call('contactImports.rows', {
        companyId,
        params: { key },
        query: { page: pageParam, per_page: perPage, ...(show === undefined ? {} : { show }), ...(q === undefined ? {} : { q }) },
        signal,
      }),
    getNextPageParam: getNextNumber,
  });
