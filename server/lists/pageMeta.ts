/** Place of a reply in a list that is read by page. */
interface PageMeta {
  readonly currentPage: number;
  readonly total: number;
  readonly lastPage: number;
  readonly perPage: number;
}

/** Makes it. An empty list has one page. */
export const createPageMeta = (currentPage: number, perPage: number, total: number): PageMeta => ({
  currentPage,
  total,
  lastPage: Math.max(1, Math.ceil(total / perPage)),
  perPage,
});
