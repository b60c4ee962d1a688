/** Scores how well a label fits a query: 0 not at all, about 1 exactly. */
import { computePrefixDistance, getMaxErrors } from './distance.ts';
import type { Query } from './words.ts';

/** A label taken apart once, when it is added. */
export interface Prepared {
  readonly title: readonly string[];
  /** Keywords, the words beside the title. */
  readonly extra: readonly string[];
  readonly digits: string;
  readonly initials: string;
  readonly letters: number;
}

/** A typed word against one word of a label. */
function scoreWord(typed: string, word: string, isOneOfMany: boolean): number {
  if (word.startsWith(typed)) return word.length === typed.length ? 1 : 0.88 + 0.08 * (typed.length / word.length);
  const allowed = getMaxErrors(typed.length, isOneOfMany);
  if (allowed > 0) {
    const errors = computePrefixDistance(typed, word, allowed);
    if (errors <= allowed) {
      const close = Math.abs(word.length - typed.length) <= errors ? 0.06 : 0;
      // A wrong first letter is the rarest error, so it says most against the word.
      const head = typed.charCodeAt(0) === word.charCodeAt(0) ? 0 : 0.08;
      return 0.78 - 0.14 * (errors - 1) + close - head;
    }
  }
  return typed.length >= 2 && word.includes(typed) ? 0.5 + 0.1 * (typed.length / word.length) : 0;
}

interface Best {
  score: number;
  at: number;
}
function findBest(typed: string, words: readonly string[], used: number, isOneOfMany: boolean): Best {
  const best: Best = { score: 0, at: -1 };
  for (let at = 0; at < words.length; at += 1) {
    if (used & (1 << at)) continue;
    const score = scoreWord(typed, words[at] ?? '', isOneOfMany);
    if (score > best.score) {
      best.score = score;
      best.at = at;
      if (score === 1) break;
    }
  }
  return best;
}

/** Each typed word finds a word of its own; one that finds none makes the whole 0. */
function scoreWords(query: Query, label: Prepared): number {
  const many = query.words.length > 1;
  let sum = 0;
  let letters = 0;
  let used = 0;
  let usedExtra = 0;
  let inOrder = true;
  let last = -1;
  let inTitle = 0;
  for (const typed of query.words) {
    const title = findBest(typed, label.title, used, many);
    const extra = title.score < 0.55 ? findBest(typed, label.extra, usedExtra, many) : { score: 0, at: -1 };
    const fromExtra = extra.score * 0.62;
    if (title.score === 0 && fromExtra === 0) return 0;
    if (title.score >= fromExtra) {
      used |= 1 << title.at;
      if (title.at < last) inOrder = false;
      last = title.at;
      inTitle += typed.length;
    } else usedExtra |= 1 << extra.at;
    sum += Math.max(title.score, fromExtra) * typed.length;
    letters += typed.length;
  }
  const covered = Math.min(1, inTitle / Math.max(1, label.letters));
  const fromStart = used & 1 ? 0.06 : 0;
  return 0.8 * (sum / letters) + fromStart + (inOrder ? 0.02 : 0) + 0.1 * covered;
}

/** `dw` for Dana Whitfield; nearly as good as the words when it takes all of them. */
function scoreInitials(query: Query, label: Prepared): number {
  const { joined } = query;
  if (query.words.length !== 1 || joined.length < 2 || joined.length > 6) return 0;
  const at = label.initials.indexOf(joined);
  if (at < 0) return 0;
  return 0.66 + (at === 0 ? 0.06 : 0) + 0.08 * (joined.length / label.initials.length);
}

/** The letters of words run together: `danawhit`, `add la` typed as `addla`. */
function scoreJoined(query: Query, label: Prepared): number {
  if (query.words.length !== 1 || query.joined.length < 4 || label.title.length < 2) return 0;
  let rest = query.joined;
  let taken = 0;
  for (const word of label.title) {
    let shared = 0;
    while (shared < word.length && shared < rest.length && word[shared] === rest[shared]) shared += 1;
    if (shared > 0) taken += 1;
    rest = rest.slice(shared);
    if (rest === '') return 0.6 + 0.1 * Math.min(1, query.joined.length / label.letters) + (taken > 1 ? 0.02 : 0);
  }
  return 0;
}

/** Digits anywhere in the number; best at its end, where people remember it, or at its start with or without the country. */
function scoreDigits(digits: string, label: Prepared): number {
  const at = label.digits.indexOf(digits);
  if (at < 0) return 0;
  const share = digits.length / label.digits.length;
  const ends = at + digits.length === label.digits.length;
  return 0.6 + 0.3 * share + (ends ? 0.08 : at <= 1 ? 0.06 : 0);
}

/** The score of one label. */
export function scoreLabel(query: Query, label: Prepared): number {
  const digits = query.digits === null || label.digits === '' ? 0 : scoreDigits(query.digits, label);
  if (query.words.length === 0) return digits;
  const words = scoreWords(query, label);
  if (words > 0.8) return Math.max(words, digits);
  return Math.max(words, digits, scoreInitials(query, label), scoreJoined(query, label));
}
