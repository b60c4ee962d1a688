/** The choice, order and width of columns: plain data that can be kept as JSON. */
import type { ReactNode } from 'react';

export type Column<Row> = {
  id: string;
  header: string;
  /** The title is for screen readers only: a column of icons. */
  headerHidden?: boolean;
  /** Pixels, before anybody resizes it. */
  width: number;
  /** Pixels; 48 unless said. */
  min?: number;
  /** Share of the room that is left over; without it the width is firm. */
  grow?: number;
  align?: 'start' | 'end';
  /** Weight of the text in its cells: 'lead' names the row and is bold in a strong one, 'text' is muted until the row is strong, 'quiet' always is. */
  rank?: 'lead' | 'text' | 'quiet';
  sortable?: boolean;
  /** May be hidden; false for the column that names the row. */
  hideable?: boolean;
  /** Pure: called again only when the row itself is another object. */
  render: (row: Row) => ReactNode;
};
/** Layout a user chose; ids that no longer exist are passed over, new columns come in their own place. */
export type ColumnLayout = { order: readonly string[]; hidden: readonly string[]; widths: Readonly<Record<string, number>> };
export type SortState = { columnId: string; direction: 'asc' | 'desc' };

export const plainLayout: ColumnLayout = { order: [], hidden: [], widths: {} };
type Named = Pick<Column<never>, 'id' | 'hideable'>;

/** Ids of all columns in the chosen order; a column the choice does not know stands after the one it is declared after. */
export function getOrder(columns: readonly Named[], layout: ColumnLayout): string[] {
  const known = layout.order.filter((id) => columns.some((column) => column.id === id));
  const order = [...new Set(known)];
  columns.forEach((column, at) => {
    if (order.includes(column.id)) return;
    const before = columns[at - 1];
    order.splice(before ? order.indexOf(before.id) + 1 : 0, 0, column.id);
  });
  return order;
}

/** Moves a column by so many places among all; the ends are firm. */
export function moveColumn(columns: readonly Named[], layout: ColumnLayout, id: string, by: number): ColumnLayout {
  const order = getOrder(columns, layout);
  const from = order.indexOf(id);
  if (from < 0) return layout;
  order.splice(from, 1);
  order.splice(Math.min(order.length, Math.max(0, from + by)), 0, id);
  return { ...layout, order };
}

/** Hides or shows a column; one that may not be hidden, and the last that is shown, stay. */
export function toggleColumn(columns: readonly Named[], layout: ColumnLayout, id: string): ColumnLayout {
  const column = columns.find((candidate) => candidate.id === id);
  if (!column) return layout;
  if (layout.hidden.includes(id)) return { ...layout, hidden: layout.hidden.filter((other) => other !== id) };
  const shown = columns.filter((candidate) => !layout.hidden.includes(candidate.id));
  return column.hideable === false || shown.length < 2 ? layout : { ...layout, hidden: [...layout.hidden, id] };
}

/** The sort after a column's header is pressed: ascending, descending, ascending… */
export const getNextSort = (sort: SortState | null, columnId: string): SortState => ({
  columnId,
  direction: sort?.columnId === columnId && sort.direction === 'asc' ? 'desc' : 'asc',
});

/** A column as it is laid out: the pixels it has at least, and its share of what is left over; 0 without one. */
export interface Track {
  readonly min: number;
  readonly grow: number;
}

/** `grid-template-columns` of the shown columns (where none grows, the one that names the row does), and the pixels below which the table scrolls sideways. */
export function createGridTemplate(
  columns: readonly Pick<Column<never>, 'id' | 'width' | 'min' | 'grow' | 'rank'>[],
  widths: Readonly<Record<string, number>>,
): { template: string; tracks: Track[]; minWidth: number } {
  const some = columns.some(({ id, grow }) => grow && widths[id] === undefined);
  const tracks = columns.map((column): Track => {
    const chosen = widths[column.id];
    const width = chosen ?? column.width;
    const grow = chosen === undefined ? (column.grow ?? (!some && column.rank === 'lead' ? 1 : 0)) : 0;
    return { min: grow ? (column.min ?? column.width) : width, grow };
  });
  return {
    template: tracks.map(({ min, grow }) => (grow ? `minmax(${min}px, ${grow}fr)` : `${min}px`)).join(' '),
    tracks,
    minWidth: tracks.reduce((sum, { min }) => sum + min, 0),
  };
}

/** The pixels of each column in a table of so many, as the browser lays out its grid: one whose share is less than it must have is taken out of the sharing. */
export function computeWidths(tracks: readonly Track[], room: number): readonly number[] {
  let sharing = tracks.filter(({ grow }) => grow > 0);
  for (;;) {
    const shares = sharing.reduce((sum, { grow }) => sum + grow, 0);
    const left = tracks.reduce((rest, track) => (sharing.includes(track) ? rest : rest - track.min), room);
    const share = shares === 0 ? 0 : left / shares;
    const wide = sharing.filter(({ min, grow }) => grow * share >= min);
    if (wide.length === sharing.length) return tracks.map((track) => (sharing.includes(track) ? track.grow * share : track.min));
    sharing = wide;
  }
}
