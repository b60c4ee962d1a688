/** Which letters of a label a query matched; asked only for rows on screen. */

import { fold } from '#contract/text/fold.ts';
import { computePrefixDistance, getMaxErrors } from './distance.ts';
import { isApostrophe, isDecimalPoint, isWordCode, parseQuery } from './words.ts';

/** From (included) to (excluded), in the label's own characters. */
export type Span = readonly [from: number, to: number];

interface Word {
  /** Without its apostrophes. */
  readonly plain: string;
  readonly from: number;
  readonly to: number;
}

/** The words of folded text with their places. An apostrophe inside a word belongs to it. */
function listWords(folded: string): Word[] {
  const words: Word[] = [];
  const isIn = (at: number) => at < folded.length && isWordCode(folded.charCodeAt(at));
  for (let from = 0; from < folded.length; from += 1) {
    if (!isIn(from)) continue;
    let to = from + 1;
    let plain = folded.charAt(from);
    for (; isIn(to) || isDecimalPoint(folded, to) || (isApostrophe(folded.charCodeAt(to)) && isIn(to + 1)); to += 1) {
      if (!isApostrophe(folded.charCodeAt(to))) plain += folded.charAt(to);
    }
    words.push({ plain, from, to });
    from = to;
  }
  return words;
}

function findSpan(typed: string, { plain, from, to }: Word): Span | null {
  if (plain.startsWith(typed)) return [from, from + typed.length + (plain.length === to - from ? 0 : 1)];
  const allowed = getMaxErrors(typed.length);
  if (allowed > 0 && computePrefixDistance(typed, plain, allowed) <= allowed) return [from, from + Math.min(to - from, typed.length)];
  return null;
}

const findInside = (typed: string, folded: string): Span | null => {
  const at = typed.length >= 2 ? folded.indexOf(typed) : -1;
  return at < 0 ? null : [at, at + typed.length];
};

function findDigitSpan(digits: string, label: string): Span | null {
  const places = [...label].flatMap((character, at) => (/\d/.test(character) ? [at] : []));
  const found = places
    .map((at) => label[at])
    .join('')
    .indexOf(digits);
  const from = places[found];
  const to = places[found + digits.length - 1];
  return found < 0 || from === undefined || to === undefined ? null : [from, to + 1];
}

const findInitialSpans = (joined: string, words: readonly Word[]): Span[] => {
  const at = words
    .map(({ plain }) => plain[0])
    .join('')
    .indexOf(joined);
  return at < 0 || joined.length < 2 ? [] : words.slice(at, at + joined.length).map(({ from }) => [from, from + 1] as const);
};

/** The spans of a label that a query matched, in order, without overlap. */
export function highlight(text: string, label: string): Span[] {
  const query = parseQuery(text);
  const folded = fold(label);
  // Folding that changes the length would mark the wrong letters: better none.
  if (folded.length !== label.length) return [];
  if (query.digits !== null) {
    const span = findDigitSpan(query.digits, label);
    if (span) return [span];
  }
  const words = listWords(folded);
  const free = new Set(words);
  const spans: Span[] = [];
  for (const typed of query.words) {
    const word = [...free].find(({ plain }) => plain.startsWith(typed)) ?? [...free].find((each) => findSpan(typed, each) !== null);
    const span = word ? findSpan(typed, word) : findInside(typed, folded);
    if (word) free.delete(word);
    if (span) spans.push(span);
  }
  if (spans.length === 0 && query.words.length === 1) spans.push(...findInitialSpans(query.joined, words));
  return spans.sort((one, other) => one[0] - other[0]).filter((span, at, all) => at === 0 || span[0] >= (all[at - 1]?.[1] ?? 0));
}
