/** Which letters of a label a query matched; asked only for rows on screen. */
import { errorsAllowed, prefixDistance } from './distance.ts';
import { fold, readQuery } from './words.ts';

/** From (included) to (excluded), in the label's own characters. */
export type Span = readonly [from: number, to: number];

interface Word {
  readonly text: string;
  readonly from: number;
}

function wordsAt(folded: string): Word[] {
  return [...folded.matchAll(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu)].map((found) => ({ text: found[0], from: found.index }));
}

function spanIn(typed: string, word: Word): Span | null {
  const plain = word.text.replace(/['’]/g, '');
  if (plain.startsWith(typed)) return [word.from, word.from + typed.length + (plain === word.text ? 0 : 1)];
  const allowed = errorsAllowed(typed.length);
  if (allowed > 0 && prefixDistance(typed, plain, allowed) <= allowed) return [word.from, word.from + Math.min(word.text.length, typed.length)];
  return null;
}

const inside = (typed: string, folded: string): Span | null => {
  const at = typed.length >= 2 ? folded.indexOf(typed) : -1;
  return at < 0 ? null : [at, at + typed.length];
};

function digitSpan(digits: string, label: string): Span | null {
  const places = [...label].flatMap((character, at) => (/\d/.test(character) ? [at] : []));
  const found = places
    .map((at) => label[at])
    .join('')
    .indexOf(digits);
  const from = places[found];
  const to = places[found + digits.length - 1];
  return found < 0 || from === undefined || to === undefined ? null : [from, to + 1];
}

const initialSpans = (joined: string, words: readonly Word[]): Span[] => {
  const at = words
    .map(({ text }) => text[0])
    .join('')
    .indexOf(joined);
  return at < 0 || joined.length < 2 ? [] : words.slice(at, at + joined.length).map(({ from }) => [from, from + 1] as const);
};

/** The spans of a label that a query matched, in order, without overlap. */
export function highlight(text: string, label: string): Span[] {
  const query = readQuery(text);
  const folded = fold(label);
  // Folding that changes the length would mark the wrong letters: better none.
  if (folded.length !== label.length) return [];
  if (query.digits !== null) {
    const span = digitSpan(query.digits, label);
    if (span) return [span];
  }
  const words = wordsAt(folded);
  const free = new Set(words);
  const spans: Span[] = [];
  for (const typed of query.words) {
    const word = [...free].find((each) => each.text.replace(/['’]/g, '').startsWith(typed)) ?? [...free].find((each) => spanIn(typed, each) !== null);
    const span = word ? spanIn(typed, word) : inside(typed, folded);
    if (word) free.delete(word);
    if (span) spans.push(span);
  }
  if (spans.length === 0 && query.words.length === 1) spans.push(...initialSpans(query.joined, words));
  return spans.sort((one, other) => one[0] - other[0]).filter((span, at, all) => at === 0 || span[0] >= (all[at - 1]?.[1] ?? 0));
}
