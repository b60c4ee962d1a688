/** Rows of a file that are shown. */
import type { AttributeFileRow } from '#commands/bulkAttributes/types.ts';
import type { AttributeRowFilter } from '#contract/bulkAttributes/enums.ts';

export interface UpdateView {
  readonly show: AttributeRowFilter | undefined;
  readonly q: string | undefined;
}
export const allRows: UpdateView = { show: undefined, q: undefined };

/** The filter a row is under. */
export const getRowFilter = ({ isLeftOut, verdict }: AttributeFileRow): AttributeRowFilter => (isLeftOut ? 'left_out' : verdict);

const formatSearchText = ({ entityType, entityId, name, problem, cells }: AttributeFileRow): string =>
  [entityType, entityId, name, problem, ...cells.flatMap(({ column, from, to }) => [column, from, to])].join(' ').toLowerCase();

/** The rows under a filter that have all words. */
export function filterFileRows(rows: readonly AttributeFileRow[], { show, q }: UpdateView): readonly AttributeFileRow[] {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (show !== undefined && getRowFilter(row) !== show) return false;
    if (words.length === 0) return true;
    const text = formatSearchText(row);
    return words.every((word) => text.includes(word));
  });
}
