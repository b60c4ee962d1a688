/**
 * Scores how well a label fits a query: 0 not at all, about 1 exactly. A fit that takes a typing error scores one less, so that everything that fits
 * without one comes before it.
 */
import { computePrefixDistance, getMaxErrors } from './distance.ts';
import type { Query } from './words.ts';

/** A label taken apart once, when it is added. */
export interface Prepared {
  readonly title: readonly string[];
  /** Other words for the same. */
  readonly keywords: readonly string[];
  /** The words beside the title. */
  readonly extra: readonly string[];
  readonly digits: string;
  readonly initials: string;
  readonly letters: number;
}

/** Scores of a word with a typing error lie between those of a part of a word (up to 0.6) and those of a beginning (from 0.88). */
const isTypo = (wordScore: number): boolean => wordScore > 0.6 && wordScore < 0.88;

/** A typed word against one word of a label, with so many typing errors at most. */
function scoreWord(typed: string, word: string, allowed: number): number {
  if (word.startsWith(typed)) return word.length === typed.length ? 1 : 0.88 + 0.08 * (typed.length / word.length);
  if (allowed > 0) {
    const errors = computePrefixDistance(typed, word, allowed);
    if (errors <= allowed) {
      const close = Math.abs(word.length - typed.length) <= errors ? 0.05 : 0;
      // A wrong first letter is the rarest error, so it says most against the word.
      const head = typed.charCodeAt(0) === word.charCodeAt(0) ? 0 : 0.06;
      return 0.8 - 0.1 * (errors - 1) + close - head;
    }
  }
  return typed.length >= 2 && word.includes(typed) ? 0.5 + 0.1 * (typed.length / word.length) : 0;
}

interface Best {
  score: number;
  at: number;
}
function findBest(typed: string, words: readonly string[], used: number, allowed = getMaxErrors(typed.length)): Best {
  const best: Best = { score: 0, at: -1 };
  for (let at = 0; at < words.length; at += 1) {
    if (used & (1 << at)) continue;
    const score = scoreWord(typed, words[at] ?? '', allowed);
    if (score > best.score) {
      best.score = score;
      best.at = at;
      if (score === 1) break;
    }
  }
  return best;
}

/** Orders two fits of one word: any without a typing error before any with one; 0 fits not at all. */
const rankFit = (raw: number, weight: number): number => (raw === 0 ? -2 : isTypo(raw) ? raw * weight - 1 : raw * weight);

/** A keyword typed in full says nearly as much as the title; a part of one, or a word beside the title, less. */
const weighKeyword = (raw: number): number => (raw === 1 ? 0.96 : 0.7);
const extraWeight = 0.62;

/**
 * By itself a word of three or four letters with an error in it fits far too much. Beside so many letters of the title that are right, one such word is
 * forgiven: "Dana Wtie" is Dana Wite.
 */
const lettersThatForgive = 4;
const isForgivable = (typed: string, query: Query): boolean => query.words.length > 1 && typed.length >= 3 && getMaxErrors(typed.length) === 0;

/** Each typed word finds a word of its own; one that finds none makes the whole 0. */
function scoreWords(query: Query, label: Prepared): number {
  let sum = 0;
  let letters = 0;
  let used = 0;
  let usedKeywords = 0;
  let usedExtra = 0;
  let hasTypo = false;
  let inOrder = true;
  let last = -1;
  let inTitle = 0;
  let right = 0;
  let forgiven = false;
  for (const typed of query.words) {
    let title = findBest(typed, label.title, used);
    let fit = rankFit(title.score, 1);
    let place = title;
    if (title.score < 0.88) {
      const keyword = findBest(typed, label.keywords, usedKeywords);
      const extra = findBest(typed, label.extra, usedExtra);
      const keywordFit = rankFit(keyword.score, weighKeyword(keyword.score));
      const extraFit = rankFit(extra.score, extraWeight);
      if (keywordFit > fit) [fit, place] = [keywordFit, keyword];
      if (extraFit > fit) [fit, place] = [extraFit, extra];
      if (fit === -2 && isForgivable(typed, query) && !forgiven) {
        title = findBest(typed, label.title, used, 1);
        [fit, place] = [rankFit(title.score, 1), title];
        forgiven = true;
      }
      if (fit === -2) return 0;
      if (place === keyword) usedKeywords |= 1 << keyword.at;
      else if (place === extra) usedExtra |= 1 << extra.at;
    }
    if (place === title) {
      used |= 1 << title.at;
      if (title.at < last) inOrder = false;
      last = title.at;
      inTitle += typed.length;
      if (title.score >= 0.88) right += typed.length;
    }
    if (fit < 0) hasTypo = true;
    sum += (fit < 0 ? fit + 1 : fit) * typed.length;
    letters += typed.length;
  }
  if (forgiven && right < lettersThatForgive) return 0;
  const covered = Math.min(1, inTitle / Math.max(1, label.letters));
  const fromStart = used & 1 ? 0.06 : 0;
  return 0.8 * (sum / letters) + fromStart + (inOrder ? 0.02 : 0) + 0.1 * covered - (hasTypo ? 1 : 0);
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

/** The score of one label; 0 where it does not fit, below 0 where only a typing error explains it. */
export function scoreLabel(query: Query, label: Prepared): number {
  const digits = query.digits === null || label.digits === '' ? 0 : scoreDigits(query.digits, label);
  if (query.words.length === 0) return digits;
  const words = scoreWords(query, label);
  if (words > 0.8) return Math.max(words, digits);
  const other = Math.max(digits, scoreInitials(query, label), scoreJoined(query, label));
  return words < 0 && other === 0 ? words : Math.max(words, other);
}
