/** Which rows are drawn around those on screen: some at a time, with frames between them that only scroll. */

/** Indexes of the first and the last row that are drawn. */
export interface Reach {
  readonly from: number;
  readonly to: number;
}
/** Indexes of the first and the last row on screen. */
interface Shown {
  readonly startIndex: number;
  readonly endIndex: number;
}

/** Rows beyond the screen on the side the wheel goes to. */
const ahead = 12;
/** Rows beyond it on the other. */
const least = 2;

/** The same rows as before where one more on each side is drawn; else those around the screen, most of them where it goes to. */
export function reachFor(before: Reach, { startIndex, endIndex }: Shown, count: number): Reach {
  const isUp = startIndex <= before.from;
  const isDown = endIndex >= before.to;
  if ((!isUp || before.from <= 0) && (!isDown || before.to >= count - 1)) return before;
  return { from: startIndex - (isUp && !isDown ? ahead : least), to: endIndex + (isDown && !isUp ? ahead : least) };
}
