/** Options with which the rows of a table are shown. */
import type { RefObject } from 'react';
import type { RowSource, TableController } from './controller.ts';
import type { View } from './scrollStableRows.ts';

export type RowsViewOptions = {
  grid: RefObject<HTMLDivElement | null>;
  gridId: string;
  controller: TableController;
  source: RowSource;
  rowHeight: number;
  /** Pixels above the first row that stay in place. */
  headerHeight: number;
  /** Changes with filter and sort: the list then starts at its top instead of keeping its place. */
  fresh: string;
  hasMore: boolean;
  isLoading: boolean;
  /** The last fetch went wrong. */
  isFailed: boolean;
  /** Checks whether the row at an index counts as new when it came above the screen. */
  isNewsAt: (index: number) => boolean;
  /** True where a list at its top stays there when rows come above. */
  keepsTop: boolean;
  onNeedMore: ((range: { from: number; to: number }) => void) | undefined;
  view: View;
  /** An element of the rows. */
  inside: RefObject<HTMLElement | null>;
};
