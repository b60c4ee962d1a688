/** The focused table, as commands move in it. */

/** A column of the focused table, for sorting and choosing. */
export interface ColumnView {
  readonly id: string;
  readonly title: string;
  readonly isVisible: boolean;
  readonly isHideable: boolean;
  readonly isSortable: boolean;
  readonly sorted: 'asc' | 'desc' | false;
}

/** A step of the cursor. */
type Move = 'next' | 'previous' | 'first' | 'last' | 'pageDown' | 'pageUp';

export interface TableHandle {
  moveCursor(move: Move): void;
  /** Moves among the cells of the cursor's row; left of the first one the row as a whole is active again. */
  moveCell(step: 'next' | 'previous' | 'first' | 'last'): void;
  /** Checks whether a cell is active, not the row as a whole. */
  isInCell(): boolean;
  /** Moves the cursor and selects what it passes. */
  extend(step: 'next' | 'previous'): void;
  /** Selects or lets go the row under the cursor. */
  toggle(): void;
  selectAllLoaded(): void;
  /** All that match the filter, loaded or not (KEYS.md 10). */
  selectAllMatching(): void;
  clearSelection(): void;
  /** Puts the cursor on a row once that is in the list, unless the cursor is moved before. */
  expectRow(id: number): void;
  /** Opens the row under the cursor. */
  openCursor(): void;
  peek(): void;
  focusFilter(): void;
  clearFilter(): void;
  setSort(columnId: string, direction: 'asc' | 'desc'): void;
  setColumnVisible(columnId: string, isVisible: boolean): void;
  moveColumn(columnId: string, step: 1 | -1): void;
  resetColumns(): void;
  scrollToTop(): void;
  refresh(): void;
}

/** Types the area adds to those shared by all commands. */
export interface ListTypes {
  readonly scopes: 'list';
}
