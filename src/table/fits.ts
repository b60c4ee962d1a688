/** Whether words surely fit a cell, without measuring: each cell that cuts its content off costs a layer in every frame, and most need none. */

/** The widest a letter of the interface's typeface is at its boldest, in em; wider ones are not known. */
function widthOf(code: number): number {
  if (code > 0x17f) return 1.3;
  // Space, !, ', comma, full stop, colon, i, j, l, |
  if (code === 32 || code === 33 || code === 39 || code === 44 || code === 46 || code === 58 || code === 105 || code === 106 || code === 108 || code === 124)
    return 0.34;
  // %, @, M, W, m, w
  if (code === 37 || code === 64 || code === 77 || code === 87 || code === 109 || code === 119) return 1.06;
  return code >= 65 && code <= 90 ? 0.8 : 0.68;
}

/** So many em at most; text longer than `most` is not read to its end. */
function widest(text: string, most: number): number {
  let sum = 0;
  for (let at = 0; at < text.length && sum <= most; at += 1) sum += widthOf(text.charCodeAt(at));
  return sum;
}

/** Pixels of a cell that its text does not have, on both sides together. */
const padding = 16;
/** Pixels of the text of a cell. */
const textSize = 13;

/** Whether this text is surely no wider than the text of a cell of so many pixels. */
export const fits = (text: string, width: number): boolean => {
  const most = (width - padding) / textSize;
  return widest(text, most) <= most;
};
