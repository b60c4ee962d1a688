/** People named in a search of items: contacts and phones outside, and the company's own users. */

import { sql } from 'kysely';
import { normalisePhone } from '#contract/text/e164.ts';
import { extractDigits, isPhoneLike } from '#contract/text/phone.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser } from '../../http/handlers.ts';
import { matchesSearch, searchWords } from '../../lists/textSearch.ts';

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

async function listContactPhones(typed: string): Promise<string[]> {
  const rows = await currentTransaction()
    .selectFrom('contacts')
    .select('number')
    .where('company_id', '=', companyId())
    .where('deleted_at', 'is', null)
    .where(matchesSearch('contacts.id', 'contacts', companyId(), searchWords(typed), most + 1))
    .execute();
  return rows.map((row) => row.number);
}

async function listUsers(typed: string): Promise<number[]> {
  let users = currentTransaction()
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.id')
    .where('memberships.company_id', '=', companyId());
  for (const word of searchWords(typed)) users = users.where(sql<boolean>`strpos(lower(users.first_name || ' ' || users.last_name), ${word}) > 0`);
  return (await users.limit(most).execute()).map((row) => row.id);
}

/** Finds who is meant: `me`, digits of a phone, or a name; `none` where nobody is. Refuses a name that too many have. */
export async function findPeople(typed: string, authUser: AuthUser, { withUsers }: { readonly withUsers: boolean }): Promise<People | 'none'> {
  if (withUsers && typed.toLowerCase() === 'me') return { phones: [], userIds: [authUser.userId] };
  const isPhone = isPhoneLike(typed);
  const phones = isPhone ? await listPhones(typed) : await listContactPhones(typed);
  if (phones.length > most) throw new AppError('invalid', { field: 'q', message: `“${typed}” matches more than ${most} people. Type more of the name.` });
  const userIds = withUsers && !isPhone ? await listUsers(typed) : [];
  return phones.length === 0 && userIds.length === 0 ? 'none' : { phones, userIds };
}
