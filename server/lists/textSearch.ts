/** Converts the text of a search to the form the database compares. */
import { type RawBuilder, sql } from 'kysely';
import { extractDigits, isPhoneLike } from '#contract/text/phone.ts';

/** More words than these narrow nothing further. */
const most = 6;

/** The words all of which must be there: lower case; a phone number in any spelling becomes its digits alone. */
export function searchWords(typed: string): string[] {
  const clean = typed.normalize('NFC').trim().toLowerCase();
  if (clean === '') return [];
  if (isPhoneLike(clean)) return [extractDigits(clean)];
  return [...new Set(clean.split(/\s+/))].slice(0, most);
}

/** A word as `like` looks for it anywhere in a text: its own signs mean themselves. */
export const toLikePattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** A condition: a text holds the word, whatever their case and accents. For lists that no index of words is for. */
export const holdsWord = (text: RawBuilder<unknown>, word: string): RawBuilder<boolean> =>
  sql<boolean>`strpos(lower(public.unaccent(${text})), lower(public.unaccent(${word}))) > 0`;

/** A condition on an id: its row's search text has all the words, with or without their accents. `most`: any so many of them; `how`: anywhere, or each as a whole word. */
export function matchesSearch(
  column: string,
  kind: 'contacts' | 'conversations',
  companyId: number,
  words: readonly string[],
  most: number | null = null,
  how: 'contains' | 'words' = 'contains',
): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} in (select find_rows(${kind}, array[${companyId}::bigint], ${words}::text[], ${how}, ${most}::int))`;
}
