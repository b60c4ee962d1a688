/** Card numbers are refused wherever a body could hold one (SAFETY.md, H1): they are entered on the card vendor’s page alone. What is refused is not repeated and not logged. */
import { AppError } from './errors.ts';

const shortest = 13;
const longest = 19;
/** Fields of the specification in which a card would stand. */
const cardFields = /^cc_?(number|exp|cvc)$/i;

/** Digits of any script as ASCII: full-width and styled ones by their compatible form, others by their place in their block of ten. */
function toAscii(text: string): string {
  return text.normalize('NFKC').replace(/(?!\d)\p{Nd}/gu, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    let zero = code;
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String(code - zero);
  });
}

/** Sums of digits up to each place, where those at even and where those at odd places count double: the check of any stretch is one subtraction. */
function addUp(digits: string) {
  const sums = [new Uint32Array(digits.length + 1), new Uint32Array(digits.length + 1)] as const;
  const plain = new Uint32Array(digits.length + 1);
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(at) - 48;
    const doubled = digit > 4 ? digit * 2 - 9 : digit * 2;
    plain[at + 1] = (plain[at] ?? 0) + digit;
    sums[at % 2 === 0 ? 0 : 1][at + 1] = (sums[at % 2 === 0 ? 0 : 1][at] ?? 0) + doubled;
    sums[at % 2 === 0 ? 1 : 0][at + 1] = (sums[at % 2 === 0 ? 1 : 0][at] ?? 0) + digit;
  }
  const between = (of: Uint32Array, start: number, end: number) => (of[end] ?? 0) - (of[start] ?? 0);
  return {
    /** Luhn: from the end, each second digit counts double. Noughts alone are no card. */
    isCard: (start: number, end: number) => between(plain, start, end) > 0 && between(sums[end % 2 === 0 ? 0 : 1], start, end) % 10 === 0,
  };
}

/**
 * True where digits that follow one another without a letter between them are a card's: whole groups of them together, or a part of a group that is longer
 * than any card. Each stretch is looked at once, so that a body of nothing but digits costs no more than any other.
 */
function hasCardIn(run: string): boolean {
  const groups = run.split(/\D+/).filter((group) => group !== '');
  const { isCard } = addUp(groups.join(''));
  const starts: number[] = [];
  let end = 0;
  for (const group of groups) {
    starts.push(end);
    const from = end;
    end += group.length;
    for (let at = starts.length - 1; at >= 0; at -= 1) {
      const start = starts[at] ?? 0;
      if (end - start > longest) break;
      if (end - start >= shortest && isCard(start, end)) return true;
    }
    if (group.length <= longest) continue;
    for (let length = shortest; length <= longest; length += 1)
      for (let start = from; start + length <= end; start += 1) if (isCard(start, start + length)) return true;
  }
  return false;
}

/** Random ids (RFC 9562, version and variant checked): the digits of one in about 300 have a card's check digit. One without a letter is searched all the same. */
const uuid = /(?<![0-9a-f-])(?=[0-9-]*[a-f])[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![0-9a-f-])/gi;

/** True for text with 13 to 19 digits, whatever stands between them but letters, that have a card's check digit. Random ids are left out. */
export const hasCardNumber = (text: string): boolean => toAscii(text).replace(uuid, 'id').split(/\p{L}/u).some(hasCardIn);

/** Refuses a body with a card number or a card field anywhere in it, names included. */
export function assertNoCard(body: unknown): void {
  if (typeof body === 'string' || typeof body === 'number') {
    if (hasCardNumber(String(body)))
      throw new AppError('invalid', { title: 'Card', message: 'Card numbers are not accepted here. Enter the card on the page of the card service.' });
    return;
  }
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    if (cardFields.test(name))
      throw new AppError('invalid', {
        title: 'Card',
        message: 'Card data is not accepted here. Enter the card on the page of the card service, and send its token.',
      });
    if (!Array.isArray(body)) assertNoCard(name);
    assertNoCard(value);
  }
}
