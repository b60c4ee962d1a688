/** Lists by cursor, newest first: how what arrives is laid over the pages that are there. Pure. */
import type { InfiniteData } from '@tanstack/react-query';

/** A page of a list by cursor. */
interface CursorPage {
  readonly data: readonly { readonly id: number }[];
  readonly meta: { readonly nextCursor: string | null };
}

/** A page of a list by number, and how many rows pages of this size have. */
interface NumberedPage {
  readonly page: number;
  readonly perPage: number;
}

/** Rows of the first pages, which are there soon. */
const firstRows = 50;
/** Rows of those after them: nobody goes through thousands of rows by fifty, and all that were read are read again after a change. */
const moreRows = 200;

/** The first page of a list that grows. */
export const firstPage: NumberedPage = { page: 1, perPage: firstRows };

interface NumberedReply {
  readonly meta: { readonly currentPage: number; readonly lastPage: number };
}

/** The number of the page after this one; undefined after the last. */
export const getNextNumber = ({ meta }: NumberedReply): number | undefined => (meta.currentPage < meta.lastPage ? meta.currentPage + 1 : undefined);

/** The page after this one; undefined after the last. Pages are of fifty rows until one of two hundred begins where they end. */
export function getNextPage(reply: NumberedReply, _pages: unknown, { page, perPage }: NumberedPage): NumberedPage | undefined {
  const next = getNextNumber(reply);
  if (next === undefined) return undefined;
  const read = page * perPage;
  return read % moreRows === 0 ? { page: read / moreRows + 1, perPage: moreRows } : { page: next, perPage };
}

/** Rows of all pages, each once. */
export function flattenPages<Row extends { readonly id: number }>(pages: { readonly pages: readonly { readonly data: readonly Row[] }[] } | undefined): Row[] {
  const seen = new Set<number>();
  return (pages?.pages ?? []).flatMap((page) => page.data.filter((row) => !seen.has(row.id) && seen.add(row.id)));
}

/**
 * The newest page laid over the list: what is new comes on top, what is known is replaced, and counts are those of now. null when it does not reach
 * the list: then it is fetched again.
 */
export function mergeNewestPage<P extends CursorPage>(pages: InfiniteData<P>, newest: P): InfiniteData<P> | null {
  const known = new Set(pages.pages.flatMap((page) => page.data.map((row) => row.id)));
  const fresh = newest.data.filter((row) => !known.has(row.id));
  if (fresh.length === newest.data.length && known.size > 0 && newest.meta.nextCursor !== null) return null;
  const byId = new Map(newest.data.map((row) => [row.id, row]));
  return {
    ...pages,
    pages: pages.pages.map((page, at) => {
      const data = page.data.map((row) => byId.get(row.id) ?? row);
      return { ...page, data: at === 0 ? [...fresh, ...data] : data, meta: { ...newest.meta, nextCursor: page.meta.nextCursor } };
    }),
  };
}
