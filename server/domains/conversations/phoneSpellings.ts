/** Spellings of a phone in a text, for searching: an index of words knows `(415) 555-0199` as three words and `4155550199` as one. */
import { extractDigits, isPhoneLike } from '#contract/text/phone.ts';

/** The usual spellings of what is typed as a phone of 7 to 15 digits, signs between them as blanks; none for what is no phone. */
export function listPhoneSpellings(typed: string): readonly string[] {
  if (!isPhoneLike(typed)) return [];
  const digits = extractDigits(typed);
  if (digits.length < 7 || digits.length > 15) return [];
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  const [area, exchange, last] = [national.slice(0, -7), national.slice(-7, -4), national.slice(-4)];
  if (national.length === 7) return [national, `${exchange} ${last}`];
  if (national.length !== 10) return [digits];
  return [national, `1${national}`, `${area} ${exchange} ${last}`, `${area} ${exchange}${last}`];
}
