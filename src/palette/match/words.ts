/** Words of folded labels and queries: letters and digits. */
import { fold } from '#contract/text/fold.ts';

/** Checks whether a character of folded text belongs to a word. */
export const isWordCode = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code > 127 && code !== 0xa0 && !(code >= 0x2010 && code <= 0x2027) && code !== 0xb7);

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
/** Checks whether the character at a place of folded text is the point of a number: `1.5` is one word. */
export const isDecimalPoint = (folded: string, at: number): boolean =>
  folded.charCodeAt(at) === 46 && isDigit(folded.charCodeAt(at - 1)) && isDigit(folded.charCodeAt(at + 1));

export const isApostrophe = (code: number): boolean => code === 39 || code === 0x2019;

/** The words of folded text. An apostrophe inside a word is skipped: `O'Neil` is `oneil`. */
export function splitWords(folded: string): string[] {
  const words: string[] = [];
  let word = '';
  for (let at = 0; at < folded.length; at += 1) {
    const code = folded.charCodeAt(at);
    if (isWordCode(code) || isDecimalPoint(folded, at)) word += folded[at];
    else if (isApostrophe(code) && word !== '') continue;
    else if (word !== '') {
      words.push(word);
      word = '';
    }
  }
  if (word !== '') words.push(word);
  return words;
}

/** The digits of a phone number as typed or stored, or of a link to one; null when the text is not one, as `1.5`. */
export function extractPhoneDigits(text: string): string | null {
  if (!/^(tel:)?[\d\s()+.\-\u2010-\u2015]+$/i.test(text) || /^\d{1,3}\.\d{1,2}$/.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  return digits.length >= 2 ? digits : null;
}

/** The first phone number that stands in a text, as it is written there. */
export const findPhone = (text: string): string | undefined => /\+\d[\d ()\-\u2010-\u2015]{6,}\d/.exec(text)?.[0];

/** A query, read once per keystroke. */
export interface Query {
  readonly words: readonly string[];
  /** Set when it is a phone number or a part of one. */
  readonly digits: string | null;
  /** All letters together, for initials and words run together. */
  readonly joined: string;
}

let last: { readonly text: string; readonly query: Query } | null = null;

/** Reads a query; the one before is at hand, as every row on screen asks for the same. */
export function parseQuery(text: string): Query {
  if (last?.text !== text) last = { text, query: parseWords(text) };
  return last.query;
}

function parseWords(text: string): Query {
  const words = splitWords(fold(text))
    .slice(0, 8)
    .map((word) => word.slice(0, 32));
  return { words, digits: extractPhoneDigits(text.trim()), joined: words.join('') };
}
