/** Whether words surely fit a cell, without measuring: each cell that cuts its content off costs a layer in every frame, and most need none. */

const known = new Map<string, number>();
/** The widest a letter of the interface's typeface is at its boldest, in em; one that is not known is wider than any. */
function widthOf(letter: string): number {
  let em = known.get(letter);
  if (em === undefined) {
    em = letter > '~' ? 1.3 : /[ !',.:;I`fijlt|\\]/.test(letter) ? 0.36 : /[%@MWmw]/.test(letter) ? 1.05 : /[A-Z]/.test(letter) ? 0.78 : 0.66;
    known.set(letter, em);
  }
  return em;
}

/** Pixels of a cell that its text does not have, on both sides together. */
const padding = 16;
/** Pixels of the text of a cell. */
const textSize = 13;

/** Whether this text is surely no wider than the text of a cell of so many pixels. */
export function fits(text: string, width: number): boolean {
  let left = (width - padding) / textSize;
  for (const letter of text) {
    left -= widthOf(letter);
    if (left < 0) return false;
  }
  return true;
}
