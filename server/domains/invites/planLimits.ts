/** Users that the plan has room for (decision 0034): members and open invitations take a place each. Runs in the open transaction of a company. */
import { sql } from 'kysely';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import { findPlanLimits } from '../billing/planLimits.ts';

/** Inviting and joining take turns, so that each is counted. Holds until the transaction ends; taken before any invitation is locked. */
export const lockInvitations = () => sql`select pg_advisory_xact_lock(hashtextextended('invites', ${companyId()}::bigint))`.execute(currentTransaction());

/** Places left beside members and those invited at other addresses than `except`, with the limits; null where nothing limits them. */
export async function findUserRoom(except: readonly string[] = []) {
  const limits = await findPlanLimits();
  if (limits === null) return null;
  const { rows } = await sql<{ count: number }>`select
    (select count(*)::int from memberships where company_id = ${companyId()}) +
    (select count(*)::int from invites where company_id = ${companyId()} and accepted_at is null and removed_at is null and expires_at > now()
      and not email = any (${[...except]}::citext[])) as count`.execute(currentTransaction());
  return { ...limits, left: Math.max(0, limits.users - (rows[0]?.count ?? 0)) };
}

/** Refuses to invite more addresses than the plan has room for. */
export async function assertUsersFit(emails: readonly string[]): Promise<void> {
  const room = await findUserRoom(emails);
  if (room === null || emails.length <= room.left) return;
  const { plan, users, left } = room;
  const advice = left === 0 ? 'Remove a user or an invitation, or change the plan.' : `Invite up to ${left}, or change the plan.`;
  throw new AppError('plan_limit', { field: 'email', message: `${plan} includes ${users.toLocaleString('en-US')} users, invitations counted. ${advice}` });
}
