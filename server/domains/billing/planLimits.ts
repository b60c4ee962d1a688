/** Numbers and users that a plan has room for (decision 0034). */
import { sql } from 'kysely';
import { getAllowance, planLabel } from '#contract/billing/plans.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import { findBilling } from './repository.ts';

/** Limits of the open company's plan, and the plan's name; null where it has none, or one that has ended. */
export async function findPlanLimits(): Promise<{ numbers: number; users: number; plan: string } | null> {
  const subscription = (await findBilling())?.subscription;
  if (subscription == null || subscription.state === 'expired' || subscription.planCode === null) return null;
  const { numbers, users } = getAllowance(subscription.planCode);
  return { numbers, users, plan: planLabel[subscription.planCode] };
}

/** Users the plan has room for beside members and those who are invited, other than at these addresses; null where nothing limits them. */
export async function findUsersLeft(except: readonly string[] = []): Promise<number | null> {
  const limits = await findPlanLimits();
  if (limits === null) return null;
  const { rows } = await sql<{ count: number }>`select
    (select count(*)::int from memberships where company_id = ${companyId()}) +
    (select count(*)::int from invites where company_id = ${companyId()} and accepted_at is null and removed_at is null and expires_at > now()
      and not email = any (${[...except]}::citext[])) as count`.execute(currentTransaction());
  return Math.max(0, limits.users - (rows[0]?.count ?? 0));
}

/** Refuses more people than the plan has room for; `emails` are those to be invited, or who join. */
export async function assertUsersFit(emails: readonly string[]): Promise<void> {
  const left = await findUsersLeft(emails);
  if (left === null || emails.length <= left) return;
  const { users = 0, plan = '' } = (await findPlanLimits()) ?? {};
  const room = left === 0 ? 'Remove a user or an invitation, or change the plan.' : `Invite up to ${left}, or change the plan.`;
  throw new AppError('plan_limit', { field: 'email', message: `${plan} includes ${users.toLocaleString('en-US')} users, invitations counted. ${room}` });
}
