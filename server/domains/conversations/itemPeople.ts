/** People named in a search of items: contacts and phones outside, and the company's own users. */

import { type RawBuilder, sql } from 'kysely';
import { normalisePhone } from '#contract/text/e164.ts';
import { extractDigits, isPhoneLike } from '#contract/text/phone.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser } from '../../http/handlers.ts';
import { matchesSearch, searchWords, toLikePattern } from '../../lists/textSearch.ts';

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

/** A contact or user by a name; `isWhole`: each word typed is a whole word of it. */
interface Found<T> {
  readonly key: T;
  readonly isWhole: boolean;
}

const anyOf = (words: readonly string[]) => sql`array(select unaccent(word) from unnest(${words}::text[]) word)`;
/** Whether a text without accents has all the words, anywhere in it. */
const holds = (text: RawBuilder<string>, words: readonly string[]) => sql<boolean>`${text} like all (${anyOf(words.map(toLikePattern))})`;
/** The same, each as a whole word. */
const holdsWhole = (text: RawBuilder<string>, words: readonly string[]) =>
  sql<boolean>`${text} ~ all (${anyOf(words.map((word) => `\\m${word.replace(/[^\p{L}\p{N}]/gu, '\\$&')}\\M`))})`;

/** Contacts by words, whole ones first. Names without accents are found by the index; the few with some are read as they are. */
async function listContacts(words: readonly string[]): Promise<Found<string>[]> {
  const plain = sql<string>`unaccent(search)`;
  return currentTransaction()
    .selectFrom('contacts')
    .select(['number as key', holdsWhole(plain, words).as('isWhole')])
    .where('company_id', '=', companyId())
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(id in (select find_rows('contacts', array[${companyId()}::bigint], ${anyOf(words)}, 'contains'))
        or (octet_length(search) <> length(search) and ${holds(plain, words)}))`,
    )
    .orderBy('isWhole', 'desc')
    .limit(most + 1)
    .execute();
}

async function listUsers(words: readonly string[]): Promise<Found<number>[]> {
  const name = sql<string>`unaccent(lower(users.first_name || ' ' || users.last_name))`;
  return currentTransaction()
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id as key', holdsWhole(name, words).as('isWhole')])
    .where('memberships.company_id', '=', companyId())
    .where(holds(name, words))
    .orderBy('isWhole', 'desc')
    .limit(most)
    .execute();
}

/** People of a name: where it is a whole word of some, they are meant. Too many contacts leave the users. */
async function listNamed(typed: string, withUsers: boolean): Promise<People> {
  const words = searchWords(typed);
  const [contacts, users] = [await listContacts(words), withUsers ? await listUsers(words) : []];
  const hasWhole = [...contacts, ...users].some(({ isWhole }) => isWhole);
  const pick = <T>(found: readonly Found<T>[]) => found.flatMap(({ key, isWhole }) => (isWhole || !hasWhole ? [key] : []));
  const [phones, userIds] = [pick(contacts), pick(users)];
  return phones.length > most && userIds.length > 0 ? { phones: [], userIds } : { phones, userIds };
}

/** Finds who is meant: `me`, digits of a phone, or a name; `none` where nobody is. Refuses a name that too many have. */
export async function findPeople(typed: string, authUser: AuthUser, { withUsers }: { readonly withUsers: boolean }): Promise<People | 'none'> {
  if (withUsers && typed.toLowerCase() === 'me') return { phones: [], userIds: [authUser.userId] };
  const people = isPhoneLike(typed) ? { phones: await listPhones(typed), userIds: [] } : await listNamed(typed, withUsers);
  if (people.phones.length > most)
    throw new AppError('invalid', { field: 'q', message: `“${typed}” matches more than ${most} people. Type more of the name.` });
  return people.phones.length === 0 && people.userIds.length === 0 ? 'none' : people;
}
