/** The part of a text that shows why a search found it. Compares as `fold_text` of the database does: no accents, no capitals, no signs. */
import type { ItemHit } from '#contract/conversations/entities.ts';
import type { SearchTerm } from '#contract/text/messageQuery.ts';
import { toPlainLetters } from '../../lists/letters.ts';

type Snippet = Pick<ItemHit, 'snippet' | 'matches'>;

/** Characters shown before the first match, and in all: two lines of a list. */
const before = 24;
const most = 180;

const isIdeograph = (letter: string) => /[\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff]/.test(letter);

/** A text without marks and capitals, and for each of its characters where it comes from. Signs are blanks, apostrophes nothing. */
function foldWithPlaces(text: string): { readonly folded: string; readonly places: readonly number[] } {
  let folded = '';
  const places: number[] = [];
  let at = 0;
  for (const letter of text) {
    const plain = toPlainLetters(letter).replace(/[\u2019\u2018\u02bc`´']/g, '');
    for (const each of plain) {
      folded += /[\p{L}\p{N}]/u.test(each) ? each : ' ';
      for (let i = 0; i < each.length; i += 1) places.push(at);
    }
    at += letter.length;
  }
  places.push(at);
  return { folded, places };
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The shortest word that is also found where it begins a longer one: shorter ones begin too many. */
export const minPrefix = 3;

/** Finds the places of the terms in a folded text. */
function findSpans(folded: string, terms: readonly SearchTerm[]): [from: number, to: number][] {
  const spans: [number, number][] = [];
  for (const { text, isPhrase, isNot } of terms) {
    const words = foldWithPlaces(text)
      .folded.split(/\s+/)
      .filter((word) => word !== '');
    if (isNot || words.length === 0) continue;
    const isBeginning = !isPhrase && (words.at(-1)?.length ?? 0) >= minPrefix;
    const joined = words
      .map(escapeRegExp)
      .join('\\s+')
      .replace(isBeginning && (words.at(-1)?.length ?? 0) > minPrefix ? /s$/ : /$^/, 's?');
    const start = isIdeograph(joined.charAt(0)) ? '' : '(?<![\\p{L}\\p{N}])';
    const end = isBeginning || isIdeograph(joined.at(-1) ?? '') ? '' : '(?![\\p{L}\\p{N}])';
    for (const match of folded.matchAll(new RegExp(`${start}${joined}${end}`, 'gu'))) spans.push([match.index, match.index + match[0].length]);
  }
  return spans.sort(([one], [other]) => one - other);
}

/** Cuts a text around its first match. Without a match, as where only a filter found it, it begins at its beginning. */
export function createSnippet(text: string, terms: readonly SearchTerm[]): Snippet {
  const whole = text.replace(/\s+/g, ' ').trim();
  const { folded, places } = foldWithPlaces(whole);
  const spans = findSpans(folded, terms).map(([from, to]) => [places[from] ?? 0, places[to] ?? whole.length] as const);
  const first = spans[0]?.[0] ?? 0;
  const wanted = first <= before || whole.length <= most ? 0 : first - before;
  // From the beginning of a word on, and never within a character of two halves.
  const blank = wanted === 0 ? -1 : whole.indexOf(' ', wanted);
  const start = blank >= 0 && blank < first ? blank + 1 : wanted === 0 ? 0 : first;
  const limit = Math.min(whole.length, start + most);
  const end = /[\uD800-\uDBFF]/.test(whole.charAt(limit - 1)) && limit < whole.length ? limit - 1 : limit;
  const head = start > 0 ? '… ' : '';
  const shown = spans.filter(([from]) => from >= start && from < end);
  return {
    snippet: `${head}${whole.slice(start, end)}${end < whole.length ? '…' : ''}`,
    matches: mergeSpans(shown).map(([from, to]) => ({ from: from - start + head.length, to: Math.min(to, end) - start + head.length })),
  };
}

/** Spans of which none reaches into another. */
function mergeSpans(spans: readonly (readonly [from: number, to: number])[]): [from: number, to: number][] {
  const merged: [number, number][] = [];
  for (const [from, to] of spans) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}
