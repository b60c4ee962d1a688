/** Card numbers are refused wherever a body could hold one (SAFETY.md, H1): they are entered on the card vendor’s page alone. What is refused is not repeated and not logged. */
import { AppError } from './errors.ts';

const shortest = 13;
const longest = 19;
/** Fields of the specification in which a card would stand. */
const cardFields = /^cc_?(number|exp|cvc)$/i;

/** Digits of any script as ASCII: full-width and styled ones by their compatible form, others by their place in their block of ten. */
function toAscii(text: string): string {
  return [...text.normalize('NFKC')]
    .map((letter) => {
      if (!/\p{Nd}/u.test(letter) || /\d/.test(letter)) return letter;
      const code = letter.codePointAt(0) ?? 0;
      let zero = code;
      while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
      return String(code - zero);
    })
    .join('');
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const hasCardLength = (digits: string) => digits.length >= shortest && digits.length <= longest;

/** Digits that could be one number: groups of digits that follow one another without a letter between them, together; parts of a run longer than any card. */
function* listCandidates(run: string): Generator<string> {
  const groups = run.split(/\D+/).filter((group) => group !== '');
  for (const [first, group] of groups.entries()) {
    let digits = '';
    for (const next of groups.slice(first)) {
      digits += next;
      if (digits.length > longest) break;
      yield digits;
    }
    if (group.length <= longest) continue;
    for (let length = shortest; length <= longest; length += 1)
      for (let start = 0; start + length <= group.length; start += 1) yield group.slice(start, start + length);
  }
}

/** Random ids (RFC 9562, version and variant checked): the digits of one in about 300 have a card's check digit. One without a letter is searched all the same. */
const uuid = /(?<![0-9a-f-])(?=[0-9-]*[a-f])[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![0-9a-f-])/gi;

/** True for text with 13 to 19 digits, whatever stands between them but letters, that have a card's check digit. Random ids are left out. */
export function hasCardNumber(text: string): boolean {
  for (const run of toAscii(text)
    .replace(uuid, 'id')
    .split(/[\p{L}]/u))
    for (const digits of listCandidates(run)) if (hasCardLength(digits) && !/^0+$/.test(digits) && passesLuhn(digits)) return true;
  return false;
}

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
