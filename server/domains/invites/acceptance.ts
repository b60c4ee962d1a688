/**
 * Accepting an invitation by its link (S-042). The link is bound to address, company and role; the address alone joins nobody. The row is locked while it is
 * accepted, so that two tries make one membership.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { CurrentUser } from '#contract/auth/entities.ts';
import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import { inviteGone } from '#contract/invites/texts.ts';
import { recordAudit } from '../../access/auditLog.ts';
import { companyId, currentTransaction, recordChange, runAfterCommit } from '../../db/tenancy.ts';
import { assertInPerson } from '../../http/authorize.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Handler } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { audit } from '../auth/audit.ts';
import { createSignInSession } from '../auth/cookieSignIn.ts';
import { saveKnownDevice } from '../auth/devices.ts';
import { hashNewPassword } from '../auth/newPassword.ts';
import { findAuthUser, setSessionCookies } from '../auth/sessions.ts';
import { formatUserName, loadCurrentUser } from '../auth/users.ts';
import { holdsGrant } from '../users/rights.ts';
import { findUserRoom, lockInvitations } from './planLimits.ts';

const gone = () => new AppError('link_expired', { message: inviteGone });

/** The invitation of a link, and the account of its address. Runs in an identity transaction. */
async function findByToken(token: string, services: Services) {
  const invite = await currentTransaction()
    .selectFrom('invites')
    .innerJoin('companies', 'companies.id', 'invites.company_id')
    .leftJoin('users', (join) => join.onRef('users.email', '=', 'invites.email'))
    .leftJoin('users as inviter', 'inviter.id', 'invites.invited_by')
    .select(['invites.id', 'invites.company_id', 'invites.email', 'invites.role', 'invites.number_ids', 'invites.invited_by'])
    .select(['invites.expires_at', 'invites.accepted_at', 'invites.accepted_by'])
    .select(['companies.name as company', 'users.id as account_id'])
    .select(['inviter.first_name', 'inviter.last_name', 'inviter.email as inviter_email'])
    .select(sql<boolean>`invites.expires_at <= now()`.as('is_expired'))
    .where('invites.token_hash', '=', services.sealer.hash(token))
    .where('invites.removed_at', 'is', null)
    .where('companies.account_status', '=', 'active')
    .executeTakeFirst();
  if (!invite) throw gone();
  return invite;
}
type Found = Awaited<ReturnType<typeof findByToken>>;

/** Refuses (410) what the inviter could not give any more: since then they were removed, or hold less. In the company's transaction. */
async function checkInviter({ invited_by: userId, ...grant }: Pick<Found, 'invited_by' | 'role' | 'number_ids'>): Promise<void> {
  if (userId === null || !(await holdsGrant(userId, grant))) throw gone();
}

/** Refuses another member than the plan has room for. In the company's transaction. */
async function checkRoom({ email, company }: Pick<Found, 'email' | 'company'>): Promise<void> {
  const room = await findUserRoom([email]);
  if (room?.left === 0) throw new AppError('plan_limit', { message: `${company} has reached its plan’s user limit. Ask the person who invited you.` });
}

/** GET /invites/{token} */
export const openInvite: Handler<typeof routes.invites.open> = async ({ params: { token }, services }) => {
  const invite = await services.tenancy.identityReading(() => findByToken(token, services));
  if (invite.accepted_at !== null || invite.is_expired) throw gone();
  await services.tenancy.company([invite.company_id], null, async () => {
    await checkInviter(invite);
    const { numUpdatedRows } = await currentTransaction()
      .updateTable('invites')
      .set({ opened_at: sql`now()` })
      .where('id', '=', invite.id)
      .where('opened_at', 'is', null)
      .where('token_hash', '=', services.sealer.hash(token))
      .executeTakeFirst();
    if (numUpdatedRows > 0n) recordChange({ kind: 'invite-updated', id: invite.id });
  });
  const { first_name: first, last_name: last, inviter_email: email } = invite;
  return {
    company: invite.company,
    email: invite.email,
    role: invite.role,
    invitedBy: email === null ? null : formatUserName({ first_name: first ?? '', last_name: last ?? '', email }),
    expiresAt: invite.expires_at.toISOString(),
    hasAccount: invite.account_id !== null,
  };
};

/** Joins a person to the company of an invitation, once; the same person again changes nothing. */
async function join(invite: Found, userId: number, token: string, request: FastifyRequest, services: Services): Promise<void> {
  await services.tenancy.company([invite.company_id], null, async () => {
    await lockInvitations();
    const row = await currentTransaction()
      .selectFrom('invites')
      .select(['role', 'number_ids', 'like_user_id', 'invited_by', 'accepted_by', 'accepted_at'])
      .select(sql<boolean>`expires_at <= now()`.as('is_expired'))
      .where('id', '=', invite.id)
      .where('token_hash', '=', services.sealer.hash(token))
      .where('removed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (row?.accepted_at && row.accepted_by === userId) return;
    if (!row || row.accepted_at !== null || row.is_expired) throw gone();
    await checkInviter(row);
    await checkRoom(invite);
    await currentTransaction()
      .insertInto('memberships')
      .values({ company_id: companyId(), user_id: userId, role: row.role, number_ids: row.number_ids })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await currentTransaction().updateTable('invites').set({ accepted_at: sql`now()`, accepted_by: userId }).where('id', '=', invite.id).execute();
    if (row.like_user_id !== null) await copyMutedNumbers(row.like_user_id, userId);
    const actor = { userId, impersonatorId: null, sessionId: null };
    await recordAudit({ action: 'invite.accepted', companyId: companyId(), subject: `${invite.email} as ${row.role}` }, actor, request.ip);
    recordChange({ kind: 'invite-updated', id: invite.id, actorId: userId });
    recordChange({ kind: 'user-updated', id: userId, actorId: userId });
    runAfterCommit(() => services.realtime.user(userId, { kind: 'membership-changed', companyId: invite.company_id }));
  });
}

/** The newcomer is as quiet as the colleague they are onboarded like. */
async function copyMutedNumbers(from: number, to: number): Promise<void> {
  await sql`
    insert into notification_blocks (company_id, user_id, number_id, channel_type)
    select company_id, ${to}::bigint, number_id, channel_type from notification_blocks where company_id = ${companyId()} and user_id = ${from}
    on conflict do nothing`.execute(currentTransaction());
}

interface Acceptance {
  readonly invite: Found;
  readonly token: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly services: Services;
}

/** Accepts for whoever is signed in, if the invitation is theirs. */
async function acceptSignedIn({ invite, token, request, services }: Acceptance, caller: AuthUser): Promise<CurrentUser> {
  assertInPerson(caller);
  if (invite.account_id !== caller.userId)
    throw new AppError('forbidden', {
      message: `This invitation is for ${invite.email}. You’re signed in as ${caller.email}. Sign out, or ask for a new one.`,
    });
  await join(invite, caller.userId, token, request, services);
  return services.tenancy.identity(() => loadCurrentUser(caller.sessionId));
}

/** Makes the account of the invited address, which the mailed link has proved, joins it and signs it in. */
async function acceptAsNewUser({ invite, token, request, reply, services }: Acceptance, body: RouteBody<typeof routes.invites.accept>): Promise<CurrentUser> {
  const { firstName = '', lastName = '', password } = body;
  if (password === undefined) throw new AppError('invalid', { field: 'password', message: 'Choose a password' });
  if (firstName === '') throw new AppError('invalid', { field: 'first_name', message: 'Enter your first name' });
  const passwordHash = await hashNewPassword(password, [invite.email, firstName, lastName, invite.company]);
  const userId = await services.tenancy.identity(async () => {
    const person = await currentTransaction()
      .insertInto('users')
      .values({ email: invite.email, first_name: firstName, last_name: lastName, password_hash: passwordHash })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!person) return null;
    await audit({ action: 'account.created', userId: person.id }, request);
    return person.id;
  });
  if (userId === null) throw signInFirst(invite);
  await join(invite, userId, token, request, services);
  const { made, user } = await services.tenancy.identity(() => createSignInSession({ userId, remember: false, how: 'signup' }, request, services));
  setSessionCookies(made, reply, services);
  saveKnownDevice(userId, request, reply, services);
  return user;
}

const signInFirst = ({ email }: Found) => new AppError('conflict', { title: 'Sign in', message: `${email} has an account. Sign in to accept.` });

/** POST /invites/{token} */
export const acceptInvite: Handler<typeof routes.invites.accept> = async ({ params: { token }, body, request, reply, services }) => {
  const { invite, caller } = await services.tenancy.identityReading(async () => ({
    invite: await findByToken(token, services),
    caller: (await findAuthUser(request, services))?.caller ?? null,
  }));
  const isOwn = caller !== null && invite.accepted_by === caller.userId;
  if (!isOwn && (invite.accepted_at !== null || invite.is_expired)) throw gone();
  // Before an account is made, which would stay though nobody was joined.
  if (!isOwn)
    await services.tenancy.company([invite.company_id], null, async () => {
      await checkInviter(invite);
      await checkRoom(invite);
    });
  const acceptance = { invite, token, request, reply, services };
  if (caller) return { companyId: invite.company_id, user: await acceptSignedIn(acceptance, caller) };
  if (invite.account_id !== null) throw signInFirst(invite);
  return { companyId: invite.company_id, user: await acceptAsNewUser(acceptance, body) };
};
