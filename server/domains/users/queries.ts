/** People of the open company, as its users see them. */
import type { CompanyUser } from '#contract/users/entities.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import { loadFieldsOfRows } from '../customFields/values.ts';

/** All people of the open company, by name; one of them where `userId` is given. */
export async function listUsers(userId?: number): Promise<CompanyUser[]> {
  const rows = await currentTransaction()
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.email', 'memberships.role', 'memberships.number_ids'])
    .where('memberships.company_id', '=', companyId())
    .$if(userId !== undefined, (query) => query.where('memberships.user_id', '=', userId ?? 0))
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('users.id')
    .execute();
  const fields = await loadFieldsOfRows(
    'User',
    rows.map(({ id }) => id),
  );
  const phones = await currentTransaction()
    .selectFrom('user_phones')
    .innerJoin('memberships', 'memberships.user_id', 'user_phones.user_id')
    .select(['user_phones.user_id', 'user_phones.number'])
    .where('memberships.company_id', '=', companyId())
    .orderBy('user_phones.position')
    .execute();
  const phonesOf = Map.groupBy(phones, (row) => row.user_id);
  return rows.map((row) => ({
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    role: row.role,
    numbers: [...(row.number_ids ?? [])],
    phones: (phonesOf.get(row.id) ?? []).map(({ number }) => number),
    eavAttributeValues: fields.get(row.id) ?? [],
  }));
}

/** One of them. Throws 404 where they are none. */
export async function readUser(userId: number): Promise<CompanyUser> {
  const [user] = await listUsers(userId);
  if (!user) throw new AppError('not_found');
  return user;
}
