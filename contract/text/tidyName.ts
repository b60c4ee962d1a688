/** Texts of one line and names as they are kept and compared. */

/** One line of a text: no line ends, no invisible characters but for those that join letters and emoji; letters composed. Blanks inside stay. */
export const tidyLine = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/(?!\u200c|\u200d)[\p{Cf}\u3164\u115f\u1160\uffa0]/gu, '')
    .trim();

/** A name, by which something is told from others: a line in which blanks of any kind are one. */
export const tidyName = (name: string): string =>
  tidyLine(name)
    .replaceAll(/\p{Z}+/gu, ' ')
    .trim();
