/** Computes the rendered row range (overscan) with a constant size, updated only after a minimum scroll. */

/** Indexes of the first and the last row that are drawn, and of the first that was on screen then. */
export interface RenderedRange {
  readonly from: number;
  readonly to: number;
  readonly at: number;
}
/** Indexes of the first and the last row on screen. */
export interface VisibleRange {
  readonly startIndex: number;
  readonly endIndex: number;
}

export const emptyRange: RenderedRange = { from: 0, to: -1, at: 0 };

/** Rows beyond the screen on the side the wheel goes to: more than it turns by until those drawn for it are there, two frames later. */
const ahead = 12;
/** Rows beyond it on the other. */
const minRows = 2;
/** So many rows come into view before others are drawn: each time costs something, however few they are. */
const stride = 6;

const isCovered = ({ from, to }: RenderedRange, { startIndex, endIndex }: VisibleRange, count: number, more: number): boolean =>
  from <= Math.max(0, startIndex - more) && to >= Math.min(count - 1, endIndex + more);

/** Checks whether all that is on screen is drawn. */
export const isDrawn = (reach: RenderedRange, shown: VisibleRange, count: number): boolean => isCovered(reach, shown, count, 0);

/** The same as before while few rows came into view; else as many rows as ever, most of those off screen where the wheel goes to. */
export function computeRenderedRange(before: RenderedRange, shown: VisibleRange, count: number): RenderedRange {
  const { startIndex, endIndex } = shown;
  const drawn = before.to - before.from + 1;
  const size = Math.min(count, Math.max(drawn, endIndex - startIndex + 1 + ahead + minRows));
  const moved = startIndex - before.at;
  if (size === drawn && before.to < count && Math.abs(moved) < stride && isCovered(before, shown, count, 1)) return before;
  const wanted = moved < 0 ? endIndex + minRows - size + 1 : startIndex - minRows;
  const from = Math.max(0, Math.min(wanted, count - size));
  return { from, to: from + size - 1, at: startIndex };
}
