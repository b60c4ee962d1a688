/** Panes of a layout that a narrow window shows: its last pane folds away, and where there is no room for the rest, one pane stands alone. */
import { countColumns, type Layout, type PaneNode } from './layout.ts';

/** Pixels: what a pane needs beside others. */
const paneWidth = 260;
/** Pixels of the window below which the last of three panes or more folds away: it comes over the others as a drawer while it has the keyboard. */
export const foldWidth = 1000;

/** The last of three panes side by side or more. */
export function findDrawer({ root }: Layout): PaneNode | null {
  const last = root.type === 'split' && root.direction === 'row' && root.children.length > 2 ? root.children.at(-1) : undefined;
  return last?.type === 'pane' ? last : null;
}

/** Pixels of the window below which one pane stands alone. */
export const computeAloneWidth = (layout: Layout, isFolding: boolean): number =>
  (countColumns(layout.root) - (isFolding && findDrawer(layout) !== null ? 1 : 0)) * paneWidth;

/** Checks whether one pane stands alone in the window as it is now. */
export const isAlone = (layout: Layout): boolean => window.innerWidth < computeAloneWidth(layout, window.innerWidth < foldWidth);
