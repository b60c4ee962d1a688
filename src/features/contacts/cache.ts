/** Mends contacts in the cache after a command or a change. */
import type { QueryClient } from '@tanstack/react-query';
import type { Contact } from '#contract/contacts/entities.ts';
import { keys } from '../../api/queries.ts';
import type { ContactPages } from './data.ts';

const getListKey = (companyId: number) => keys.of(companyId, 'contacts', 'list');

function mapLists(queries: QueryClient, companyId: number, change: (pages: ContactPages) => ContactPages): void {
  queries.setQueriesData<ContactPages>({ queryKey: getListKey(companyId) }, (pages) => (pages ? change(pages) : pages));
}

/** Puts a contact in the place of the same one, wherever it is shown. */
export function putContact(queries: QueryClient, companyId: number, contact: Contact): void {
  queries.setQueryData(keys.of(companyId, 'contacts', 'one', contact.id), contact);
  mapLists(queries, companyId, (pages) =>
    pages.pages.some((page) => page.data.some((row) => row.id === contact.id))
      ? { ...pages, pages: pages.pages.map((page) => ({ ...page, data: page.data.map((row) => (row.id === contact.id ? contact : row)) })) }
      : pages,
  );
}

/** Takes contacts out of every list; their cards say that they are gone. */
export function dropContacts(queries: QueryClient, companyId: number, ids: readonly number[]): void {
  for (const id of ids) queries.removeQueries({ queryKey: keys.of(companyId, 'contacts', 'one', id) });
  mapLists(queries, companyId, (pages) => {
    const gone = pages.pages.flatMap((page) => page.data).filter((row) => ids.includes(row.id)).length;
    if (gone === 0) return pages;
    return {
      ...pages,
      pages: pages.pages.map((page) => ({
        ...page,
        data: page.data.filter((row) => !ids.includes(row.id)),
        meta: { ...page.meta, total: Math.max(0, page.meta.total - gone) },
      })),
    };
  });
}

/** Checks whether a contact is shown or kept anywhere. */
export function isCached(queries: QueryClient, companyId: number, id: number): boolean {
  if (queries.getQueryData(keys.of(companyId, 'contacts', 'one', id)) !== undefined) return true;
  return queries
    .getQueriesData<ContactPages>({ queryKey: getListKey(companyId) })
    .some(([, pages]) => pages?.pages.some((page) => page.data.some((row) => row.id === id)) ?? false);
}

/** Lists are fetched again: rows came or went. */
export const refetchLists = (queries: QueryClient, companyId: number): Promise<void> => queries.invalidateQueries({ queryKey: getListKey(companyId) });
