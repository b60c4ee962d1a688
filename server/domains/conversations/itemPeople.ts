/** People named in a search of items: contacts and phones outside, and the company's own users. */

import { sql } from 'kysely';
import { normalisePhone } from '#contract/text/e164.ts';
import { extractDigits, isPhoneLike } from '#contract/text/phone.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser } from '../../http/handlers.ts';
import { holdsWord, matchesSearch, searchWords } from '../../lists/textSearch.ts';

export interface People {
  /** Phones outside, E.164. */
  readonly phones: readonly string[];
  readonly userIds: readonly number[];
}

/** More people than these are no answer to a name. */
const most = 200;

/** Phones with these digits that a conversation is with. */
async function listPhones(typed: string): Promise<string[]> {
  const whole = normalisePhone(typed);
  if (whole !== null) return [whole];
  const rows = await currentTransaction()
    .selectFrom('conversations')
    .select('recipient')
    .distinct()
    .where('company_id', '=', companyId())
    .where(matchesSearch('conversations.id', 'conversations', companyId(), [extractDigits(typed)]))
    .limit(most + 1)
    .execute();
  return rows.map((row) => row.recipient);
}

type How = 'words' | 'contains';

async function listContactPhones(words: readonly string[], how: How): Promise<string[]> {
  const rows = await currentTransaction()
    .selectFrom('contacts')
    .select('number')
    .where('company_id', '=', companyId())
    .where('deleted_at', 'is', null)
    .where(matchesSearch('contacts.id', 'contacts', companyId(), words, most + 1, how))
    .execute();
  return rows.map((row) => row.number);
}

async function listUsers(words: readonly string[], how: How): Promise<number[]> {
  let users = currentTransaction()
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.id')
    .where('memberships.company_id', '=', companyId());
  const name = sql`users.first_name || ' ' || users.last_name`;
  for (const word of words)
    users = users.where(how === 'words' ? sql<boolean>`fold_name(${name}) ~ ('\\m' || literal_pattern(fold_name(${word})) || '\\M')` : holdsWord(name, word));
  return (await users.limit(most).execute()).map((row) => row.id);
}

/** People of a name: those it is a whole word of, else those it is a part of. Too many contacts leave the users. */
async function listNamed(typed: string, withUsers: boolean): Promise<People> {
  const words = searchWords(typed);
  for (const how of ['words', 'contains'] as const) {
    const phones = await listContactPhones(words, how);
    const userIds = withUsers ? await listUsers(words, how) : [];
    if (phones.length > most && userIds.length > 0) return { phones: [], userIds };
    if (phones.length + userIds.length > 0) return { phones, userIds };
  }
  return { phones: [], userIds: [] };
}

/** Finds who is meant: `me`, digits of a phone, or a name; `none` where nobody is. Refuses a name that too many have. */
export async function findPeople(typed: string, authUser: AuthUser, { withUsers }: { readonly withUsers: boolean }): Promise<People | 'none'> {
  if (withUsers && typed.toLowerCase() === 'me') return { phones: [], userIds: [authUser.userId] };
  const people = isPhoneLike(typed) ? { phones: await listPhones(typed), userIds: [] } : await listNamed(typed, withUsers);
  if (people.phones.length > most)
    throw new AppError('invalid', { field: 'q', message: `“${typed}” matches more than ${most} people. Type more of the name.` });
  return people.phones.length === 0 && people.userIds.length === 0 ? 'none' : people;
}
