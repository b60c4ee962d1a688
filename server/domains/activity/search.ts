/**
 * Searching the activity list. Words name outside numbers, by contact or by conversation. Few numbers are looked up; words that name many are tried
 * against the newest items instead, since a page of matches is soon found there.
 */

import { sql } from 'kysely';
import { normalisePhone } from '#contract/text/e164.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { matchesSearch } from '../../lists/textSearch.ts';

/** Up to this many numbers (and one more, which says "many") are looked up one by one. */
const few = 2_000;

/** Outside numbers that words name; `many`: there are more than these. */
interface Named {
  readonly recipients: readonly string[];
  readonly many: boolean;
}

/** The numbers that words name, by contact, by conversation, or as a whole number; at most few unless `all` are wanted. */
export async function findNamedNumbers(words: readonly string[], typed: string, all = false): Promise<Named> {
  const most = all ? null : few + 1;
  const contacts = await currentTransaction()
    .selectFrom('contacts')
    .select('contacts.number as recipient')
    .where('contacts.company_id', '=', companyId())
    .where(matchesSearch('contacts.id', 'contacts', companyId(), words, most))
    .execute();
  const many = contacts.length > few;
  const threads =
    many && !all
      ? []
      : await currentTransaction()
          .selectFrom('conversations')
          .select('conversations.recipient')
          .where('conversations.company_id', '=', companyId())
          .where(matchesSearch('conversations.id', 'conversations', companyId(), words, most))
          .execute();
  const whole = normalisePhone(typed);
  const recipients = [...contacts, ...threads].map((row) => row.recipient);
  return { recipients: [...new Set(whole === null ? recipients : [...recipients, whole])], many: many || threads.length > few };
}

/**
 * A condition on items, by a column of outside numbers: a contact or a conversation with that number has all the words. `offset 0` keeps the planner
 * from reading every contact into a table of its own first.
 */
export function matchesContact(column: string, words: readonly string[]) {
  const has = (table: 'held' | 'thread') =>
    sql.join(
      words.map((word) => sql`strpos(${sql.ref(`${table}.search`)}, ${word}) > 0`),
      sql` and `,
    );
  return sql<boolean>`(
    exists (select from contacts held where held.company_id = ${companyId()} and held.number = ${sql.ref(column)} and held.deleted_at is null and ${has('held')} offset 0)
    or exists (select from conversations thread where thread.company_id = ${companyId()} and thread.recipient = ${sql.ref(column)} and ${has('thread')} offset 0)
  )`;
}
