/** Changes who works in the open company (spec 2.7, FLOW-205, FLOW-206): role, numbers, removal. */
import { sql } from 'kysely';
import type { routes } from '#contract/index.ts';
import { lastOwner } from '#contract/users/texts.ts';
import { recordAudit } from '../../access/auditLog.ts';
import { companyId, currentTransaction, recordChange, runAfterCommit } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Handler, Membership } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { rejectOwnerByStaff } from '../auth/impersonationGuard.ts';
import { readUser } from './queries.ts';
import { administersOrganization, checkNumbers, checkRole, keepNumbers, toNumberIds } from './rights.ts';

interface Change {
  readonly userId: number;
  readonly authUser: AuthUser;
  readonly membership: Membership;
}

/**
 * Locks the memberships a change depends on, in one order: all owners, the caller, and the user. Two changes side by side come one after the other, and the
 * second sees what the first has left; so a caller who has lost their role in between is refused, and one owner always remains (S-009).
 */
async function lockMember({ userId, authUser, membership }: Change) {
  const rows = await currentTransaction()
    .selectFrom('memberships')
    .select(['user_id', 'role', 'number_ids'])
    .where('company_id', '=', companyId())
    .where((eb) => eb.or([eb('role', '=', 'owner'), eb('user_id', 'in', [userId, authUser.userId])]))
    .orderBy('user_id')
    .forUpdate()
    .execute();
  const member = rows.find((row) => row.user_id === userId);
  if (!member) throw new AppError('not_found');
  const caller = rows.find((row) => row.user_id === authUser.userId);
  // An administrator of the organization sits here without a membership, or above the one they have.
  const isAdministrator = await administersOrganization(authUser.userId);
  // An API key has a role of its own, for as long as its maker is an owner.
  const known = authUser.apiKey === null ? membership.role : 'owner';
  if (!isAdministrator && caller?.role !== known) throw new AppError('conflict');
  return { member, owners: rows.filter((row) => row.role === 'owner').map((row) => row.user_id) };
}

/** Refuses to take from an administrator of the organization what they have by it, membership or not. */
async function checkNoAdministrator(userId: number): Promise<void> {
  if (await administersOrganization(userId))
    throw new AppError('conflict', {
      title: 'Organization',
      message: 'This user administers the organization and is an administrator in all its companies. Remove them as organization administrator first.',
    });
}

/** Refuses to leave the company without an owner who can sign in. */
async function checkOwnerRemains(userId: number, owners: readonly number[]): Promise<void> {
  const others = owners.filter((id) => id !== userId);
  const able = await currentTransaction()
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`id = any (${others}::bigint[])`)
    .where('disabled_at', 'is', null)
    .limit(1)
    .execute();
  if (able.length === 0) throw new AppError('conflict', { title: 'Owner', message: lastOwner });
}

/** Tells the person’s open windows, and ends their sockets: what they hear next is decided anew. */
function publishMembership(userId: number, services: Services): void {
  const company = companyId();
  runAfterCommit(() => {
    services.realtime.user(userId, { kind: 'membership-changed', companyId: company });
    services.realtime.endSubscriptions(userId);
  });
}

const isSame = (one: readonly number[] | null, other: readonly number[] | null) => JSON.stringify(one?.toSorted()) === JSON.stringify(other?.toSorted());

/** PUT /company/{companyId}/user/{userId} */
export const changeMember: Handler<typeof routes.users.change> = async ({ params: { userId }, body, authUser, membership, services, request }) => {
  const { member, owners } = await lockMember({ userId, authUser, membership });
  const role = body.role ?? member.role;
  const numberIds = body.numbers === undefined ? member.number_ids : toNumberIds(body.numbers);
  const isSameNumbers = isSame(numberIds, member.number_ids);
  if (role === member.role && isSameNumbers) return readUser(userId);
  checkRole(membership, member.role);
  checkRole(membership, role);
  if (role !== member.role) rejectOwnerByStaff(authUser, role);
  // Neither role nor numbers of somebody with numbers the caller lacks: as an administrator they could undo the caller's own limit.
  await keepNumbers(membership, member.number_ids);
  if (!isSameNumbers) await checkNumbers(membership, numberIds);
  if (member.role === 'owner' && role !== 'owner') await checkOwnerRemains(userId, owners);
  if (role !== 'owner') await checkNoAdministrator(userId);
  await currentTransaction()
    .updateTable('memberships')
    .set({ role, number_ids: numberIds })
    .where('company_id', '=', companyId())
    .where('user_id', '=', userId)
    .execute();
  const user = await readUser(userId);
  const what = [role === member.role ? [] : `${member.role} → ${role}`, isSameNumbers ? [] : `${numberIds?.length ?? 'all'} numbers`].flat().join(', ');
  const detail = { userId, from: member.role, to: role, numbers: numberIds };
  await recordAudit({ action: 'user.changed', companyId: companyId(), subject: `${user.name}: ${what}`, detail }, authUser, request.ip);
  recordChange({ kind: 'user-updated', id: userId, actorId: authUser.userId });
  publishMembership(userId, services);
  return user;
};

/** DELETE /company/{companyId}/user/{userId} */
export const removeMember: Handler<typeof routes.users.remove> = async ({ params: { userId }, authUser, membership, services, request }) => {
  const { member, owners } = await lockMember({ userId, authUser, membership });
  checkRole(membership, member.role);
  await keepNumbers(membership, member.number_ids);
  if (member.role === 'owner') await checkOwnerRemains(userId, owners);
  await checkNoAdministrator(userId);
  const { name } = await readUser(userId);
  await currentTransaction().deleteFrom('memberships').where('company_id', '=', companyId()).where('user_id', '=', userId).execute();
  await currentTransaction().deleteFrom('notification_blocks').where('company_id', '=', companyId()).where('user_id', '=', userId).execute();
  await recordAudit({ action: 'user.removed', companyId: companyId(), subject: name, detail: { userId, from: member.role } }, authUser, request.ip);
  recordChange({ kind: 'user-updated', id: userId, actorId: authUser.userId });
  publishMembership(userId, services);
  return undefined;
};
