/** Typing errors between a typed word and the beginning of another. */

const rows = [new Uint8Array(40), new Uint8Array(40), new Uint8Array(40)] as const;

/** Returns the number of errors a word of this length may have: one from 5 letters, two from 8. */
export const getMaxErrors = (length: number): number => (length >= 8 ? 2 : length >= 5 ? 1 : 0);

/**
 * The least number of errors (a wrong, missing, added letter, or two letters swapped) by which `typed` becomes a beginning of `word`;
 * `maxErrors + 1` when it takes more. At most 32 letters are looked at.
 */
export function computePrefixDistance(typed: string, word: string, maxErrors: number): number {
  const height = Math.min(typed.length, 32);
  const width = Math.min(word.length, height + maxErrors);
  if (height - width > maxErrors) return maxErrors + 1;
  let [before, last, row] = rows;
  for (let at = 0; at <= width; at += 1) last[at] = at;
  for (let y = 1; y <= height; y += 1) {
    row[0] = y;
    let min = y;
    const typedCode = typed.charCodeAt(y - 1);
    for (let x = 1; x <= width; x += 1) {
      const same = typedCode === word.charCodeAt(x - 1);
      let cost = Math.min((last[x - 1] ?? 0) + (same ? 0 : 1), (last[x] ?? 0) + 1, (row[x - 1] ?? 0) + 1);
      const swapped = y > 1 && x > 1 && typedCode === word.charCodeAt(x - 2) && typed.charCodeAt(y - 2) === word.charCodeAt(x - 1);
      if (swapped) cost = Math.min(cost, (before[x - 2] ?? 0) + 1);
      row[x] = cost;
      if (cost < min) min = cost;
    }
    if (min > maxErrors) return maxErrors + 1;
    [before, last, row] = [last, row, before];
  }
  let best = maxErrors + 1;
  for (let x = Math.max(0, height - maxErrors); x <= width; x += 1) best = Math.min(best, last[x] ?? best);
  return best;
}
