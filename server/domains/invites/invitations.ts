/** Makes, refreshes and removes invitations (FLOW-160 to FLOW-162). One open row for each address: sent again, it is refreshed in place. */
import { sql } from 'kysely';
import type { Role } from '#contract/core/permissions.ts';
import type { routes } from '#contract/index.ts';
import { inviteLimits } from '#contract/invites/limits.ts';
import type { InviteBody } from '#contract/invites/routes.ts';
import { inviteMessages } from '#contract/invites/texts.ts';
import { checkApproved } from '../../access/approval.ts';
import { listSubjects, recordAudit } from '../../access/auditLog.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Handler, Membership } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { rejectOwnerByStaff } from '../auth/impersonationGuard.ts';
import { checkNumbers, checkRole, keepNumbers, toNumberIds } from '../users/rights.ts';
import { inviteMail } from './jobs.ts';
import { assertUsersFit, lockInvitations } from './planLimits.ts';
import { listInvites } from './queries.ts';

const expiry = sql<Date>`now() + make_interval(days => ${inviteLimits.days})`;

/** Another mail of a row: its link so far is worth nothing. The asks of the last day alone are kept, which is as far back as they are counted. */
const askedAgain = {
  token_hash: null,
  opened_at: null,
  asked: sql<number>`invites.asked + 1`,
  asked_at: sql<Date>`now()`,
  asks: sql<Date[]>`array(select ask from unnest(invites.asks) as ask where ask > now() - interval '1 day') || now()`,
};

/** Rights that an invitation confers. */
interface Grant {
  readonly role: Role;
  readonly numberIds: number[] | null;
  readonly businessUnitId: number | null;
  readonly likeUserId: number | null;
}

/** The organization of the open company, where the caller administers it; 404 for any other. */
async function checkOrganization(userId: number, businessUnitId: number): Promise<void> {
  const { rows } = await sql`
    select id from companies where id = ${companyId()} and organization_id = ${businessUnitId} and administers_organization(${userId}::bigint, organization_id)`.execute(
    currentTransaction(),
  );
  if (rows.length === 0) throw new AppError('not_found');
}

async function readColleague(userId: number) {
  const row = await currentTransaction()
    .selectFrom('memberships')
    .select(['role', 'number_ids'])
    .where('company_id', '=', companyId())
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new AppError('invalid', { field: 'like_user_id', message: 'User not found, or you don’t have access' });
  return row;
}

/** Numbers as a colleague works them. None of them may be left, which would read as all. */
async function copyNumbers(numberIds: readonly number[] | null, membership: Membership): Promise<number[] | null> {
  const list = await keepNumbers(membership, numberIds);
  if (list?.length === 0) throw new AppError('invalid', { field: 'like_user_id', message: 'All numbers of this user were removed. Choose numbers.' });
  return list;
}

/** Reads what is conferred; refused unless the caller holds all of it. An organization makes an administrator of everybody (RULE-181). */
async function readGrant(body: InviteBody, userId: number, membership: Membership): Promise<Grant> {
  const { businessUnitId = null, likeUserId = null } = body;
  if (businessUnitId !== null) await checkOrganization(userId, businessUnitId);
  const colleague = likeUserId === null ? null : await readColleague(likeUserId);
  const role = businessUnitId === null ? (body.role ?? colleague?.role) : 'administrator';
  if (role === undefined) throw new AppError('invalid', { field: 'role', message: 'Choose a role' });
  checkRole(membership, role);
  const numberIds = body.numbers === undefined ? await copyNumbers(colleague?.number_ids ?? null, membership) : toNumberIds(body.numbers);
  if (body.numbers !== undefined) await checkNumbers(membership, numberIds);
  return { role, numberIds, businessUnitId, likeUserId };
}

function readEmails({ email, emails = [] }: InviteBody): string[] {
  const all = [...new Set([...(email === undefined ? [] : [email]), ...emails])];
  if (all.length === 0) throw new AppError('invalid', { field: 'email', message: 'Enter an email address like ana@example.com' });
  return all;
}

async function checkMembers(emails: readonly string[]): Promise<void> {
  const member = await currentTransaction()
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.email')
    .where('memberships.company_id', '=', companyId())
    .where(sql<boolean>`users.email = any (${emails}::citext[])`)
    .executeTakeFirst();
  if (member) throw new AppError('conflict', { field: 'email', title: 'Email', message: `${member.email} is already a member` });
}

/** Keeps companies from filling strangers’ mailboxes: so many mails an hour, so many a day to one address, whatever was removed in between and whoever else sent some. Runs behind `lockInvitations`. */
async function checkPace(emails: readonly string[], userId: number): Promise<void> {
  // A person in several companies is counted one call after the other, too.
  await sql`select pg_advisory_xact_lock(hashtextextended('inviter', ${userId}::bigint))`.execute(currentTransaction());
  const { rows } = await sql<{ hour: number; own: number; often: string | null; everywhere: string | null }>`
    select (
      select count(*)::int from invites, unnest(asks) as ask
      where company_id = ${companyId()} and asked_at > now() - interval '1 hour' and ask > now() - interval '1 hour'
    ) as hour, count_invited_by(${userId}::bigint)::int as own, (
      select email::text from invites, unnest(asks) as ask
      where company_id = ${companyId()} and asked_at > now() - interval '1 day' and ask > now() - interval '1 day' and email = any (${emails}::citext[])
      group by email having count(*) >= ${inviteLimits.mailsPerAddressPerDay} limit 1
    ) as often, find_invited_too_often(${emails}::citext[], ${inviteLimits.mailsPerAddressEverywhere}::int) as everywhere`.execute(currentTransaction());
  const [paced] = rows;
  if (Math.max(paced?.hour ?? 0, paced?.own ?? 0) + emails.length > inviteLimits.mailsPerHour)
    throw new AppError('too_many_requests', { retryAfter: 600, message: `Up to ${inviteLimits.mailsPerHour} invitations per hour. Try again later.` });
  const refuse = (email: string, count: number) =>
    new AppError('too_many_requests', { retryAfter: 3_600, message: `${email} was sent ${count} invitations today. Try again tomorrow.` });
  if (paced?.often) throw refuse(paced.often, inviteLimits.mailsPerAddressPerDay);
  if (paced?.everywhere) throw refuse(paced.everywhere, inviteLimits.mailsPerAddressEverywhere);
}

async function enqueueMails(ids: readonly number[], services: Services): Promise<void> {
  // Asked for at once: one round trip.
  await Promise.all(ids.map((inviteId) => services.jobs.enqueue(inviteMail, { companyId: companyId(), inviteId })));
}

/** POST /company/{companyId}/invite */
export const createInvites: Handler<typeof routes.invites.create> = async ({ body, authUser, membership, services, request }) => {
  const emails = readEmails(body);
  await checkApproved();
  const grant = await readGrant(body, authUser.userId, membership);
  rejectOwnerByStaff(authUser, grant.role);
  await checkMembers(emails);
  await lockInvitations();
  await checkPace(emails, authUser.userId);
  await assertUsersFit(emails);
  const conferred = {
    role: grant.role,
    number_ids: grant.numberIds,
    business_unit_id: grant.businessUnitId,
    like_user_id: grant.likeUserId,
    invited_by: authUser.userId,
    expires_at: expiry,
  };
  const rows = await currentTransaction()
    .insertInto('invites')
    .values(emails.map((email) => ({ company_id: companyId(), email, ...conferred })))
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'email'])
        .where('accepted_at', 'is', null)
        .where('removed_at', 'is', null)
        // The link before conferred something else perhaps: it is worth nothing from here on.
        .doUpdateSet({ ...conferred, ...askedAgain }),
    )
    .returning('id')
    .execute();
  const ids = rows.map(({ id }) => id);
  for (const id of ids) recordChange({ kind: 'invite-updated', id, actorId: authUser.userId });
  const detail = { role: grant.role, numbers: grant.numberIds, count: ids.length };
  await recordAudit({ action: 'invite.created', companyId: companyId(), subject: `${listSubjects(emails)} as ${grant.role}`, detail }, authUser, request.ip);
  await enqueueMails(ids, services);
  return { data: await listInvites(ids) };
};

async function lockInvite(id: number) {
  const row = await currentTransaction()
    .selectFrom('invites')
    .select(['id', 'email', 'role', 'number_ids'])
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
}

/** GET /company/{companyId}/invite/{id}/resend */
export const resendInvite: Handler<typeof routes.invites.resend> = async ({ params: { id }, authUser, membership, services, request }) => {
  await lockInvitations();
  const invite = await lockInvite(id);
  rejectOwnerByStaff(authUser, invite.role);
  checkRole(membership, invite.role);
  await keepNumbers(membership, invite.number_ids);
  await checkMembers([invite.email]);
  await checkApproved();
  await checkPace([invite.email], authUser.userId);
  await assertUsersFit([invite.email]);
  await currentTransaction()
    .updateTable('invites')
    // The one who sends it again vouches for it from here on.
    .set({ ...askedAgain, invited_by: authUser.userId, expires_at: expiry })
    .where('id', '=', id)
    .execute();
  recordChange({ kind: 'invite-updated', id, actorId: authUser.userId });
  await recordAudit({ action: 'invite.resent', companyId: companyId(), subject: invite.email }, authUser, request.ip);
  await enqueueMails([id], services);
  return { message: inviteMessages.resent };
};

/** DELETE /company/{companyId}/invite/{id} */
export const removeInvite: Handler<typeof routes.invites.delete> = async ({ params: { id }, authUser, request }) => {
  const { email } = await lockInvite(id);
  await currentTransaction().updateTable('invites').set({ removed_at: sql<Date>`now()`, token_hash: null }).where('id', '=', id).execute();
  recordChange({ kind: 'invite-updated', id, actorId: authUser.userId });
  await recordAudit({ action: 'invite.removed', companyId: companyId(), subject: email }, authUser, request.ip);
  return undefined;
};

/** POST /company/{companyId}/invite/retract: all or none, except those that were opened meanwhile. */
export const retractInvites: Handler<typeof routes.invites.retract> = async ({ body: { ids }, authUser, request }) => {
  const ofCompany = currentTransaction()
    .selectFrom('invites')
    .select('id')
    .where('company_id', '=', companyId())
    .where(sql<boolean>`id = any (${ids}::bigint[])`);
  if ((await ofCompany.execute()).length < new Set(ids).size) throw new AppError('not_found');
  const open = currentTransaction()
    .selectFrom('invites')
    .select(['id', 'email', 'opened_at'])
    .where('company_id', '=', companyId())
    .where(sql<boolean>`id = any (${ids}::bigint[])`)
    .where('accepted_at', 'is', null)
    .where('removed_at', 'is', null);
  const rows = await open.orderBy('id').forUpdate().execute();
  const unopened = rows.filter((row) => row.opened_at === null);
  const retracted = unopened.map(({ id }) => id);
  await currentTransaction()
    .updateTable('invites')
    .set({ removed_at: sql<Date>`now()`, token_hash: null })
    .where(sql<boolean>`id = any (${retracted}::bigint[])`)
    .execute();
  for (const id of retracted) recordChange({ kind: 'invite-updated', id, actorId: authUser.userId });
  if (retracted.length > 0) {
    const subject = listSubjects(unopened.map(({ email }) => email));
    await recordAudit({ action: 'invite.removed', companyId: companyId(), subject }, authUser, request.ip);
  }
  return { retracted, opened: rows.length - retracted.length };
};
