/** Who may still hear a company. */
import { sql } from 'kysely';
import { db, type Tenancy } from '../db/tenancy.ts';
import type { Heard } from './hub.ts';

/** Of these subscriptions, those whose person is no longer a member nor administers the company's organization, or is disabled. */
export async function lostSubscriptions(tenancy: Tenancy, heard: readonly Heard[]): Promise<readonly Heard[]> {
  const asked = JSON.stringify(heard.map(({ userId, companyId }) => ({ user_id: userId, company_id: companyId })));
  const { rows } = await tenancy.identity(() =>
    sql<{ user_id: number; company_id: number }>`
      select asked.user_id, asked.company_id from jsonb_to_recordset(${asked}::jsonb) as asked (user_id bigint, company_id bigint)
      where not exists (
        select from users u join companies c on c.id = asked.company_id
        where u.id = asked.user_id and u.disabled_at is null and (
          exists (select from memberships m where m.user_id = u.id and m.company_id = c.id)
          or exists (select from organization_users o where o.user_id = u.id and o.organization_id = c.organization_id)
        )
      )`.execute(db()),
  );
  return rows.map((row) => ({ userId: Number(row.user_id), companyId: Number(row.company_id) }));
}
