/** Texts as they are compared where capitals and accents do not count. */

const accents = /\p{Mn}/gu;
const plainAscii = /^[\x20-\x7e]*$/;

/** Lower case without accents. Keeps the length of plain text, so that positions in it are positions in the label. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return plainAscii.test(lower) ? lower : lower.normalize('NFD').replace(accents, '');
}
