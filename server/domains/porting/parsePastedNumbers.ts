/** Reading numbers as people paste them. */
import { normalisePhone } from '#contract/text/e164.ts';

/** Between numbers: a line, a comma, a semicolon, a tab, a bullet. Blanks are part of numbers. */
const between = /[\n\r,;\t|•]+/;

export interface PastedNumbers {
  /** In E.164, each once, in the order they came. */
  readonly numbers: readonly string[];
  /** Those that stand more than once. */
  readonly twice: readonly string[];
  /** Words that are no numbers. */
  readonly unread: readonly string[];
}

/** Reads pasted numbers: `(212) 555-0123`, `212.555.0123`, `+1 212 555 0123`, `1-212-555-0123`, `tel:+12125550123`, with or without quotes. */
export function parsePhoneList(text: string): PastedNumbers {
  const words = text
    .split(between)
    .map((word) => word.replace(/^[\s"'“”‘’(]*tel:|["'“”‘’]/gi, '').trim())
    .filter((word) => word !== '');
  const numbers: string[] = [];
  const twice = new Set<string>();
  const unread: string[] = [];
  for (const word of words) {
    const number = normalisePhone(word);
    if (number === null) unread.push(word.slice(0, 60));
    else if (numbers.includes(number)) twice.add(number);
    else numbers.push(number);
  }
  return { numbers, twice: [...twice], unread };
}
