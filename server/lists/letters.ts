/** Letters as they are compared where neither marks nor capitals count, as `fold_text` of the database does it. */

/** Letters that are no letter with a mark, and how they are spelled without. */
const spelledOut: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' };

/** Lower case without marks; `ø` is `o`, `ß` is `ss`. */
export const toPlainLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => spelledOut[letter] ?? letter);
