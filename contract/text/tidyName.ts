/** Names as they are kept and compared. */

/** A name without its invisible characters, but for those that join letters and emoji; spaces are one, letters composed. */
export const tidyName = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replaceAll(/(?!\u200c|\u200d)[\p{Cf}\u3164\u115f\u1160\uffa0]/gu, '')
    .trim();
