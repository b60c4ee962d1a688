/** Converts the text of a search to the form the database compares. */
import { type RawBuilder, sql } from 'kysely';
import { extractDigits, isPhoneLike } from '#contract/text/phone.ts';

/** More words than these narrow nothing further. */
const most = 6;

/** The words all of which must be there: lower case; a phone number in any spelling becomes its digits alone. */
export function searchWords(typed: string): string[] {
  const clean = typed.normalize('NFC').replaceAll('\u0000', '').trim().toLowerCase();
  if (clean === '') return [];
  if (isPhoneLike(clean)) return [extractDigits(clean)];
  return [...new Set(clean.split(/\s+/))].slice(0, most);
}

/** A word as `like` looks for it anywhere in a text: its own signs mean themselves. */
export const toLikePattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** A condition on an id: its row's search text has all the words. `most`: any so many of them. */
export function matchesSearch(
  column: string,
  kind: 'contacts' | 'conversations',
  companyId: number,
  words: readonly string[],
  most: number | null = null,
): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} in (select find_rows(${kind}, array[${companyId}::bigint], ${words}::text[], 'contains', ${most}::int))`;
}
