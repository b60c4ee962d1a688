/**
 * The search of messages, notes and transcripts as one line of text: `invoice "walk in" from:dana after:2026-03 is:voicemail`. What can't be read yet, such as
 * `from:` without a name, narrows nothing; what can't be meant is a fault at its word.
 */

import { isDay } from './day.ts';
import { createParseError, type ParseError } from './parseError.ts';
import { extractDigits } from './phone.ts';
import { type Token, tokenize } from './queryTokens.ts';
import { addDays, formatDay } from './time.ts';

/** Words after `is:`, and what they mean. */
export const isWords = {
  message: 'texts',
  note: 'internal notes',
  voicemail: 'voicemails',
  call: 'calls',
  fax: 'faxes',
  missed: 'missed calls',
  unread: 'unread items',
  received: 'from the other side',
  sent: 'from your side',
  failed: 'texts that weren’t delivered',
  archived: 'in archived conversations',
  open: 'in open conversations',
} as const;
export type IsWord = keyof typeof isWords;
const isKnownWord = (word: string): word is IsWord => Object.hasOwn(isWords, word);

/** Words that a value follows after a colon, and what it is. */
export const messageKeys = {
  from: 'who wrote or called: from:dana, from:"Dana Whitfield", from:+1415, from:me',
  with: 'whole conversations: with:dana, with:"+1 415 555"',
  number: 'one of your numbers, by its label or digits: number:"Google ads"',
  before: 'before a day: before:2026-03-05, before:2026, before:30d',
  after: 'from a day on: after:2026-03-05, after:2026-03, after:7d',
  is: 'what it is: is:note, is:voicemail, is:missed, is:unread',
} as const;
export type MessageKey = keyof typeof messageKeys;
const isKey = (word: string): word is MessageKey => Object.hasOwn(messageKeys, word);

/** Words that are searched for: one with `isPhrase` as it stands, others also where they begin a longer word. */
export interface SearchTerm {
  readonly text: string;
  readonly isPhrase?: true;
  readonly isNot?: true;
}

/** A search. Days are written as typed: what `7d` means depends on the day and on the company's zone. */
export interface MessageQuery {
  readonly terms: readonly SearchTerm[];
  readonly from?: string;
  readonly with?: string;
  readonly numbers: readonly string[];
  readonly before?: string;
  readonly after?: string;
  readonly is: readonly IsWord[];
}

interface ParsedMessageQuery {
  readonly query: MessageQuery;
  /** Faults that leave nothing to be searched. */
  readonly faults: readonly ParseError[];
}

/** Checks whether a text has anything a search can compare. */
const isSearchable = (text: string) => /[\p{L}\p{N}]/u.test(text);

const agoPattern = /^(\d{1,4})([dwmy])$/;
/** Days that a step back takes; months and years as people count them. */
const stepDays = { d: 1, w: 7, m: 30, y: 365 } as const;

/** The first day of what is typed: a day, a month, a year, `7d` ago, today or yesterday, in a zone; null when it is none. */
export function parseFirstDay(text: string, zone: string, now = new Date()): string | null {
  const typed = text.trim().toLowerCase();
  const whole = /^\d{4}$/.test(typed) ? `${typed}-01-01` : /^\d{4}-\d{1,2}$/.test(typed) ? `${typed.slice(0, 5)}${typed.slice(5).padStart(2, '0')}-01` : typed;
  if (isDay(whole)) return whole;
  const [, count, unit] = agoPattern.exec(typed) ?? [];
  const ago = typed === 'today' ? 0 : typed === 'yesterday' ? 1 : unit === undefined ? null : Number(count) * stepDays[unit as keyof typeof stepDays];
  return ago === null || ago > 36_500 ? null : addDays(formatDay(zone, now), -ago);
}

/** Words that can't both hold. */
const opposites: readonly (readonly [IsWord, IsWord])[] = [
  ['received', 'sent'],
  ['archived', 'open'],
];

function findContradiction(word: IsWord, given: readonly IsWord[]): IsWord | undefined {
  return opposites.flatMap(([one, other]) => (one === word ? [other] : other === word ? [one] : [])).find((other) => given.includes(other));
}

type Draft = { -readonly [K in keyof MessageQuery]: MessageQuery[K] };

/** Adds a keyed word; a returned string describes the fault in it. */
function addKeyed(query: Draft, key: MessageKey, { value, isNot, text }: Token): string | null {
  const typed = value.trim();
  if (isNot) return `“${text}” can’t be negated. Use - before words only.`;
  if (typed === '') return null;
  if (key === 'number') query.numbers = [...query.numbers, typed];
  else if (key === 'is') {
    const word = typed.toLowerCase();
    if (!isKnownWord(word)) return isBegun(word) ? null : `“${typed}” isn’t one of ${Object.keys(isWords).join(', ')}`;
    const other = findContradiction(word, query.is);
    if (other) return `is:${word} conflicts with is:${other}`;
    query.is = [...new Set([...query.is, word])];
  } else if (query[key] !== undefined && query[key] !== typed) return `Use ${key}: only once`;
  else if ((key === 'before' || key === 'after') && parseFirstDay(typed, 'UTC') === null)
    return `“${typed}” is not a date. Use 2026-03-05, 2026-03, 2026 or 7d.`;
  else query[key] = typed;
  return null;
}

/** Checks whether a word of `is:` is still being typed. */
const isBegun = (word: string) => Object.keys(isWords).some((each) => each.startsWith(word));

/** A phone that goes on after a blank: `(415) 555-0100`, `+1 415 555 0100`. */
const isOpenPhone = ({ key, value, isQuoted }: Token) =>
  (key === 'from' || key === 'with' || key === 'number') &&
  !isQuoted &&
  /^[(+][\d\s().+-]*$/.test(value) &&
  extractDigits(value).length < (/^\+1/.test(value) ? 11 : 10);

/** Puts phones behind a key together: their pieces are no words of their own. */
function joinPhones(tokens: readonly Token[]): Token[] {
  const read: Token[] = [];
  for (const token of tokens) {
    const last = read.at(-1);
    const isPiece = token.key === null && !token.isQuoted && !token.isNot && /^[\d().-]+$/.test(token.value);
    if (last && isPiece && isOpenPhone(last))
      read[read.length - 1] = { ...last, text: `${last.text} ${token.text}`, value: `${last.value} ${token.value}`, to: token.to };
    else read.push(token);
  }
  return read;
}

/** Reads a line. */
export function parseMessageQuery(line: string): ParsedMessageQuery {
  const query: Draft = { terms: [], numbers: [], is: [] };
  const faults: ParseError[] = [];
  for (const token of joinPhones(tokenize(line))) {
    if (token.key !== null && isKey(token.key)) {
      const fault = addKeyed(query, token.key, token);
      if (fault !== null) faults.push(createParseError(token, fault));
      continue;
    }
    // Another word before a colon is no filter: “re:”, “10:30”, an address.
    const text = (token.key === null ? token.value : `${token.key}:${token.value}`).trim();
    const term = { text, ...(token.isQuoted ? { isPhrase: true as const } : {}), ...(token.isNot ? { isNot: true as const } : {}) };
    if (isSearchable(text)) query.terms = [...query.terms, term];
  }
  return { query, faults };
}

/** Checks whether a query asks for anything. */
export const isEmptyQuery = ({ terms, numbers, is, ...rest }: MessageQuery): boolean =>
  terms.length === 0 && numbers.length === 0 && is.length === 0 && Object.keys(rest).length === 0;

/** The plain words of a line, as a search by name or number takes them; null where it narrows in any other way. */
export function getPlainWords(line: string): string | null {
  const { query, faults } = parseMessageQuery(line);
  const { terms, numbers, is, ...rest } = query;
  if (faults.length > 0 || terms.length === 0 || numbers.length > 0 || is.length > 0 || Object.keys(rest).length > 0) return null;
  return terms.some(({ isNot, isPhrase }) => isNot || isPhrase) ? null : line.trim().slice(0, 100);
}
