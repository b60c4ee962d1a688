/** People of a company over HTTP (spec 2.7 Users). */
import type { routes } from '#contract/index.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import type { Handlers } from '../../http/handlers.ts';
import { loadFieldsOfRows } from '../customFields/values.ts';

export const handlers: Handlers<typeof routes.users> = {
  ofCompany: async () => {
    const rows = await currentTransaction()
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['users.id', 'users.first_name', 'users.last_name', 'users.email', 'memberships.role', 'memberships.number_ids'])
      .where('memberships.company_id', '=', companyId())
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
    const data = rows.map((row) => ({
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
    return { data, meta: { total: data.length } };
  },
};
