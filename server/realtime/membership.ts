/** Who may still hear a company. */
import { sql } from 'kysely';
import { db, type Tenancy } from '../db/tenancy.ts';
import type { Heard } from './hub.ts';

/** A subscription that is no longer right; `isMember`: the person is still a member, but limited to some numbers. */
export interface Lost extends Heard {
  readonly isMember: boolean;
}

/** Of these subscriptions, those whose person is disabled or neither a member nor an administrator of the organization, or is limited to some numbers on the full channel. */
export async function lostSubscriptions(tenancy: Tenancy, heard: readonly Heard[]): Promise<readonly Lost[]> {
  const asked = JSON.stringify(heard.map(({ userId, companyId, isLimited }) => ({ user_id: userId, company_id: companyId, is_limited: isLimited })));
  const { rows } = await tenancy.identity(() =>
    sql<{ user_id: number; company_id: number; is_limited: boolean; is_member: boolean }>`
      select asked.user_id, asked.company_id, asked.is_limited, coalesce(seat.is_member, false) as is_member
      from jsonb_to_recordset(${asked}::jsonb) as asked (user_id bigint, company_id bigint, is_limited boolean)
      left join lateral (
        select true as is_member, o.user_id is null and m.number_ids is not null as has_limit
        from users u
        join companies c on c.id = asked.company_id
        left join memberships m on m.user_id = u.id and m.company_id = c.id
        left join organization_users o on o.user_id = u.id and o.organization_id = c.organization_id
        where u.id = asked.user_id and u.disabled_at is null and (m.user_id is not null or o.user_id is not null)
      ) seat on true
      where seat.is_member is null or (seat.has_limit and not asked.is_limited)`.execute(db()),
  );
  return rows.map((row) => ({ userId: Number(row.user_id), companyId: Number(row.company_id), isLimited: row.is_limited, isMember: row.is_member }));
}
