import type { ReactNode, Ref } from 'react';
import type { Density } from '../theme/theme.ts';
import type { Column, ColumnLayout, SortState } from './columns.ts';
import type { CellStep, CursorStep, RowId, TableController, TableSnapshot } from './controller.ts';

/** Emphasis of a row: strong for unread, dim for one that is over. */
export type RowTone = 'plain' | 'strong' | 'dim';

export type TableProps<Row> = {
  /** Name of the rows, for screen readers: "Conversations". */
  label: string;
  columns: readonly Column<Row>[];
  /** Rows in the server's order; undefined where one is not loaded yet. The array is another one when anything changed, a row object when that row did. */
  rows: readonly (Row | undefined)[];
  getRowId: (row: Row) => RowId;
  /** Rows that match on the server; null while unknown. */
  total?: number | null;
  /** More rows follow the last one. */
  hasMore?: boolean;
  /** Rows are being fetched: the old ones stay, a line runs under the header. */
  isLoading?: boolean;
  /** Rows `from` to `to` come near the screen and are not loaded. Called once for each range until rows change. */
  onNeedMore?: (range: { from: number; to: number }) => void;
  sort?: SortState | null;
  onSort?: (sort: SortState) => void;
  layout?: ColumnLayout;
  onLayoutChange?: (layout: ColumnLayout) => void;
  /** The window's density unless said. */
  density?: Density;
  /** Changes with the filter: the selection is cleared, the list goes to its top. */
  filterKey?: string;
  /** Keeps the column headers for screen readers only. */
  headerHidden?: boolean;
  /** In place of rows when there are none. */
  empty?: ReactNode;
  /** Error; in place of rows, or under them when older ones are kept. */
  error?: ReactNode;
  /** Notice on the required permission; in place of everything. */
  denied?: ReactNode;
  onOpen?: (row: Row) => void;
  /** Checks whether a row that came above the screen is news; all are unless said. */
  isNews?: (row: Row) => boolean;
  /** At its top the list stays there: rows that come above are shown at once, and push the others down. Else those on screen keep their place. */
  keepsTop?: boolean;
  /** Called with the number of rows that came above the screen and are news. */
  onNewer?: (count: number) => void;
  rowTone?: (row: Row) => RowTone;
  /** Cursor and selection, when the pane wants to read them; made here otherwise. */
  controller?: TableController;
  ref?: Ref<TableHandle<Row>>;
};

/** Methods of a table that commands use. */
export type TableHandle<Row> = {
  focus: () => void;
  hasFocus: () => boolean;
  moveCursor: (step: CursorStep) => void;
  /** Moves among the cells of the cursor's row. */
  moveCell: (step: CellStep) => void;
  /** Puts the cursor on a row and brings it into view; false when it is not loaded. */
  placeCursor: (id: RowId) => boolean;
  /** Puts the cursor on a row once that is here, unless it is moved before. */
  expectRow: (id: RowId) => void;
  extend: (step: CursorStep) => void;
  toggle: (id?: RowId) => void;
  selectAllLoaded: () => void;
  /** All that match the filter; `total` is their number as shown, the table's own unless said. Does nothing while it is unknown. */
  selectAllMatching: (total?: number) => void;
  clearSelection: () => void;
  openCursor: () => void;
  setSort: (sort: SortState) => void;
  moveColumn: (id: string, by: number) => void;
  toggleColumn: (id: string) => void;
  setColumnVisible: (id: string, isVisible: boolean) => void;
  /** All columns shown, in their declared order and width. */
  resetColumns: () => void;
  /** Pixels wider, negative: narrower. */
  resizeColumn: (id: string, by: number) => void;
  scrollToTop: () => void;
  cursorRow: () => Row | undefined;
  /** Chosen rows that are loaded, in the list's order. */
  selectedRows: () => Row[];
  /** The columns as they are shown now: for menus and the palette. */
  columns: () => { id: string; header: string; isShown: boolean; isHideable: boolean; isSortable: boolean }[];
  snapshot: () => TableSnapshot;
  subscribe: (listener: () => void) => () => void;
};
