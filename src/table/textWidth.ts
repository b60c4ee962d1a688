/** Checks whether words surely fit a cell, without measuring: each cell that cuts its content off costs a layer in every frame, and most need none. */

/** Letters by what they take in the interface's typeface at its boldest, digits of one width, in em (measured in Chromium, rounded up). */
const widths: readonly (readonly [letters: string, em: number])[] = [
  [' ,.:;Iijl', 0.28],
  ["!'`|", 0.36],
  ['/\\t', 0.38],
  ['()[]{}fr', 0.42],
  ['^_', 0.5],
  ['"?ces', 0.56],
  ['JLTakoxz', 0.58],
  ['Fvy', 0.6],
  ['Ebdghnpqu', 0.62],
  ['#$*+-<=>0123456789', 0.65],
  ['&BPRSZ~', 0.68],
  ['KXY', 0.72],
  ['ACDUV', 0.74],
  ['GHN', 0.76],
  ['OQ', 0.78],
  ['w', 0.84],
  ['m', 0.92],
  ['M', 0.94],
  ['@', 1],
  ['%W', 1.02],
];
const knownWidths = new Map(widths.flatMap(([letters, em]) => [...letters].map((letter) => [letter, em] as const)));
/** Width of any other character. */
const widest = 1.3;

/** Pixels of a cell that its text does not have, on both sides together. */
const padding = 16;
/** Pixels of the text of a cell. */
const textSize = 13;

/** Checks whether this text is surely no wider than the text of a cell of so many pixels. */
export function isWithinWidth(text: string, width: number): boolean {
  let left = (width - padding) / textSize;
  for (const letter of text) {
    left -= knownWidths.get(letter) ?? widest;
    if (left < 0) return false;
  }
  return true;
}
