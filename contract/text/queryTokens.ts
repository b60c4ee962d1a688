/** Words of a search line: plain ones, `"phrases"`, `key:value` pairs, each with its position. */
import type { Piece } from './parseError.ts';

/** A word of the line: `key` before a colon, `value` without its quotes. */
export interface Token extends Piece {
  readonly key: string | null;
  readonly value: string;
  readonly isQuoted: boolean;
  readonly isNot: boolean;
}

const pattern = /(-)?(?:([A-Za-z][A-Za-z-]*):)?(?:["“”]((?:\\.|[^"“”\\])*)["“”]?|([^\s"“”]+))?/y;

/** Splits a line into its words. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    pattern.lastIndex = at;
    const [all = '', not, key, quoted, bare] = /\s/.test(text.charAt(at)) ? [] : (pattern.exec(text) ?? []);
    if (all === '') {
      at += 1;
      continue;
    }
    const value = quoted === undefined ? (bare ?? '') : quoted.replace(/\\(.)/g, '$1');
    tokens.push({ text: all, from: at, to: at + all.length, key: key?.toLowerCase() ?? null, value, isQuoted: quoted !== undefined, isNot: not !== undefined });
    at += all.length;
  }
  return tokens;
}

/** Returns the known word that a misspelled one most likely means. */
export const findNearest = (word: string, known: readonly string[]): string | undefined =>
  known.find((each) => each.startsWith(word.slice(0, 2)) && Math.abs(each.length - word.length) <= 2);

/** Writes a name as a value: in quotes where it has blanks or signs of the line. */
export const quoteName = (name: string) => (/[\s:"]/.test(name) ? `"${name.replace(/[\\"]/g, '\\$&')}"` : name);
