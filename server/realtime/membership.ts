/** Subscriptions that are no longer right: of sessions that have ended, and of people who may no longer hear a company. */
import { sql } from 'kysely';
import { currentTransaction, type Tenancy } from '../db/tenancy.ts';
import type { CompanySubscription } from './channelHub.ts';
import type { AccountSubscriber } from './protocol.ts';

/** A lost subscription. `limits`: the person is still a member, but limited to some numbers, and hears the full channel. */
interface LostSubscription extends CompanySubscription {
  readonly why: 'session' | 'membership' | 'limits';
}

/**
 * Of these subscriptions, those whose session has ended (signed out, expired, or the staff behind it gone) or whose person is disabled, neither
 * a member nor an administrator of the organization, whose company is suspended or closed, or limited to some numbers on the full channel. A device's session outlives its access
 * token, which it renews.
 */
export async function findLostSubscriptions(tenancy: Tenancy, heard: readonly CompanySubscription[]): Promise<readonly LostSubscription[]> {
  const asked = JSON.stringify(heard.map(({ sessionId, userId, companyId }, at) => ({ at, session_id: sessionId, user_id: userId, company_id: companyId })));
  const { rows } = await tenancy.identity(() =>
    sql<{ at: number; is_live: boolean; is_member: boolean; has_limit: boolean }>`
      select asked.at, session.id is not null as is_live, coalesce(membership.is_member, false) as is_member, coalesce(membership.has_limit, false) as has_limit
      from jsonb_to_recordset(${asked}::jsonb) as asked (at int, session_id uuid, user_id bigint, company_id bigint)
      left join lateral (
        select s.id
        from sessions s
        join users u on u.id = s.user_id and u.disabled_at is null
        left join users staff on staff.id = s.impersonator_id
        left join sessions parked on parked.id = s.staff_session_id
        where s.id = asked.session_id and s.user_id = asked.user_id and not s.mfa_pending
          and s.expires_at > now() and (s.kind = 'token' or s.idle_expires_at > now())
          and (s.impersonator_id is null or (staff.is_staff and staff.disabled_at is null and parked.expires_at > now()))
      ) session on true
      left join lateral (
        select true as is_member, o.user_id is null and m.number_ids is not null as has_limit
        from companies c
        left join memberships m on m.user_id = asked.user_id and m.company_id = c.id
        left join organization_users o on o.user_id = asked.user_id and o.organization_id = c.organization_id
        where c.id = asked.company_id and c.account_status = 'active' and (m.user_id is not null or o.user_id is not null)
      ) membership on true`.execute(currentTransaction()),
  );
  return rows.flatMap(({ at, is_live: isLive, is_member: isMember, has_limit: hasLimit }): LostSubscription[] => {
    const subscription = heard[at];
    if (!subscription) return [];
    if (!isLive) return [{ ...subscription, why: 'session' }];
    if (subscription.companyId === null) return [];
    if (!isMember) return [{ ...subscription, why: 'membership' }];
    return hasLimit && !subscription.isLimited ? [{ ...subscription, why: 'limits' }] : [];
  });
}

/** Sessions of catalog accounts that have ended, of those that subscribe. */
export async function findEndedAccountSessions(tenancy: Tenancy, heard: readonly AccountSubscriber[]): Promise<readonly string[]> {
  const asked = JSON.stringify(heard.map(({ accountId, sessionId }) => ({ account_id: accountId, session_id: sessionId })));
  const { rows } = await tenancy.identityReading(() =>
    sql<{ session_id: string }>`
      select asked.session_id
      from jsonb_to_recordset(${asked}::jsonb) as asked (account_id bigint, session_id uuid)
      where not exists (select from catalog_sessions s where s.id = asked.session_id and s.account_id = asked.account_id and s.expires_at > now())`.execute(
      currentTransaction(),
    ),
  );
  return rows.map(({ session_id }) => session_id);
}
