/** Ranks how well a text answers a search: pure, so that every kind of hit is ranked alike. */

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
const toWords = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Letters to type otherwise, leave out, put in, or swap with their neighbour to come from one word to the other. */
function slips(one: string, other: string): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[other.length] ?? 0;
}

/** Similarity of two words: 1 the same, less with every typing error, 0 nothing in common. */
export function computeSimilarity(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  return longest === 0 ? 1 : 1 - slips(one, other) / longest;
}

/** Below this a word is another word, not a misspelt one: one slip in four letters, two in eight. */
const misspelt = 0.7;

/** Ranks the best of the words for one word of the query: 1 as it is, then as its beginning, as a part, as a misspelling; 0 not at all. */
function wordRank(asked: string, words: readonly string[]): number {
  let best = 0;
  for (const word of words) {
    if (word === asked) return 1;
    if (word.startsWith(asked)) best = Math.max(best, 0.9);
    else if (asked.length >= 3 && word.includes(asked)) best = Math.max(best, 0.6);
    else if (asked.length >= 4) {
      // A misspelt beginning counts too: the person may not have finished the word.
      const alike = Math.max(computeSimilarity(asked, word), computeSimilarity(asked, word.slice(0, asked.length)));
      if (alike >= misspelt) best = Math.max(best, 0.5 * alike);
    }
  }
  return best;
}

/**
 * 0 (no answer) to 1 (the very words). A text that begins with what was typed stands above one whose words begin so, above one that contains it,
 * above one that resembles it. Every word typed must be answered. `other` is further text of the row, worth a little less.
 */
export function computeTextRank(typed: string, text: string, other = ''): number {
  const asked = toWords(typed);
  if (asked.length === 0) return 0;
  const [own, further] = [toWords(text), toWords(other)];
  let sum = 0;
  for (const word of asked) {
    const rank = Math.max(wordRank(word, own), 0.9 * wordRank(word, further));
    if (rank === 0) return 0;
    sum += rank;
  }
  const mean = sum / asked.length;
  const [whole, start] = [own.join(' '), asked.join(' ')];
  if (whole === start) return 1;
  return whole.startsWith(start) ? 0.95 : Math.min(0.94, 0.94 * mean);
}

/** The rows that answer, best first; equals keep their order. All of them when nothing is typed. */
export function sortByRank<T>(typed: string, rows: readonly T[], rankOf: (row: T) => number): readonly T[] {
  if (typed === '') return rows;
  const hits = rows.map((row) => ({ row, rank: rankOf(row) })).filter(({ rank }) => rank > 0);
  return hits.sort((one, other) => other.rank - one.rank).map(({ row }) => row);
}

/** Ranks how well a number answers digits: 1 all of it, then its end, then its beginning, then anywhere; the last seven digits alone count too. */
export function computeDigitsRank(digits: string, number: string): number {
  const held = number.replace(/\D/g, '');
  if (digits.length < 2 || held === '') return 0;
  if (held === digits || held === `1${digits}`) return 1;
  if (held.endsWith(digits)) return 0.9;
  if (held.startsWith(digits) || held.startsWith(`1${digits}`)) return 0.85;
  if (held.includes(digits)) return 0.7;
  return digits.length >= 7 && held.endsWith(digits.slice(-7)) ? 0.6 : 0;
}
