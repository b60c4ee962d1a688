/**
 * Remote login: a member of staff acts as a person (RULE-176). The link is made for a reason, lasts a minute, works once and only in the staff
 * session that made it. That session waits aside, without a secret, until it is gone back to. The `isAdmin` header of a client is never read.
 */
import { sql } from 'kysely';
import { limits } from '#contract/core/limits.ts';
import type { routes } from '#contract/index.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { assertOwnHost } from '../../http/authorize.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Handler } from '../../http/handlers.ts';
import { audit } from './audit.ts';
import { isAllowedHere } from './demo.ts';
import { createRandomId, createSecret } from './secrets.ts';
import { clearSessionCookies, createCookieSession, fromNow, sessionTtlSeconds, setSessionCookies } from './sessions.ts';
import { loadCurrentUser } from './users.ts';

const linkSeconds = 60;

/** Staff, by cookie and as themselves: acting as somebody swaps the browser's session. */
function staffOnly(authUser: AuthUser): void {
  if (!authUser.isStaff || authUser.impersonatorId !== null) throw new AppError('forbidden');
  if (authUser.sessionKind !== 'cookie') throw new AppError('forbidden', { message: 'To impersonate a user, sign in with a browser' });
  assertOwnHost(authUser);
}

/** Refuses (403) staff without a second factor, and those who have not proved it in this session lately. In the open transaction. */
async function requireFreshMfa(authUser: AuthUser): Promise<void> {
  const row = await currentTransaction()
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.mfa_enabled_at', sql<boolean>`coalesce(s.mfa_at > now() - make_interval(secs => ${limits.mfaFreshSeconds}), false)`.as('is_fresh')])
    .where('s.id', '=', authUser.sessionId)
    .executeTakeFirst();
  if (!row?.mfa_enabled_at) throw new AppError('forbidden', { message: 'Turn on two-factor authentication first' });
  if (!row.is_fresh) throw new AppError('forbidden', { message: 'Confirm your two-factor code first' });
}

/** POST /staff/remote-logins */
export const createRemoteLogin: Handler<typeof routes.auth.createRemoteLogin> = async ({ body, authUser, request, services }) => {
  staffOnly(authUser);
  const id = createRandomId();
  return services.tenancy.identity(async () => {
    await requireFreshMfa(authUser);
    const target = await currentTransaction()
      .selectFrom('users')
      .select(['id', 'is_staff'])
      .where('id', '=', body.userId)
      .where('disabled_at', 'is', null)
      .where(isAllowedHere('users', services))
      .executeTakeFirst();
    if (!target) throw new AppError('not_found');
    if (target.is_staff) throw new AppError('forbidden', { message: 'Staff accounts can’t be impersonated' });
    const { expires_at } = await currentTransaction()
      .insertInto('challenges')
      .values({
        id_hash: services.sealer.hash(id),
        kind: 'remote_login',
        user_id: target.id,
        session_id: authUser.sessionId,
        data: JSON.stringify({ reason: body.reason }),
        expires_at: fromNow(linkSeconds),
      })
      .returning('expires_at')
      .executeTakeFirstOrThrow();
    await audit(
      { action: 'remote_login.created', userId: authUser.userId, sessionId: authUser.sessionId, subject: `user:${target.id}`, detail: { reason: body.reason } },
      request,
    );
    return { id, expiresAt: expires_at.toISOString() };
  });
};

/** GET /sanctum/remoteLogin/{id}: begins. Refuses a used, old, unknown or somebody else's link alike (410). */
export const remoteLogin: Handler<typeof routes.auth.remoteLogin> = async ({ params, authUser, request, reply, services }) => {
  staffOnly(authUser);
  const begun = await services.tenancy.identity(async () => {
    const link = await currentTransaction()
      .updateTable('challenges')
      .set({ used_at: sql`now()` })
      .where('id_hash', '=', services.sealer.hash(params.id))
      .where('kind', '=', 'remote_login')
      .where('session_id', '=', authUser.sessionId)
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(['user_id', 'data'])
      .executeTakeFirst();
    if (!link?.user_id) return null;
    const target = await currentTransaction().selectFrom('users').select(['id', 'is_staff', 'disabled_at']).where('id', '=', link.user_id).executeTakeFirst();
    if (!target || target.is_staff || target.disabled_at !== null) return null;
    await currentTransaction()
      .updateTable('sessions')
      .set({ secret_hash: services.sealer.hash(createSecret()) })
      .where('id', '=', authUser.sessionId)
      .execute();
    const reason = String(link.data.reason);
    const acting = { impersonatorId: authUser.userId, staffSessionId: authUser.sessionId, reason };
    const made = await createCookieSession({ userId: target.id, acting }, request, services);
    await audit({ action: 'remote_login.begun', userId: target.id, impersonatorId: authUser.userId, sessionId: made.id, detail: { reason } }, request);
    return { made, user: await loadCurrentUser(made.id) };
  });
  if (!begun) throw new AppError('link_expired');
  setSessionCookies(begun.made, reply, services);
  services.realtime.endSubscriptions(authUser.userId);
  return { result: 'success', user: begun.user };
};

/** POST /staff/remote-logins/leave: goes back to the staff session, under a new secret; 401 when that has run out meanwhile. */
export const leaveRemoteLogin: Handler<typeof routes.auth.leaveRemoteLogin> = async ({ authUser, request, reply, services }) => {
  if (authUser.impersonatorId === null) throw new AppError('forbidden', { message: 'You’re not impersonating anyone' });
  const secret = createSecret();
  const back = await services.tenancy.identity(async () => {
    const left = await currentTransaction().deleteFrom('sessions').where('id', '=', authUser.sessionId).returning('staff_session_id').executeTakeFirst();
    await audit({ action: 'remote_login.left', userId: authUser.userId, impersonatorId: authUser.impersonatorId, sessionId: authUser.sessionId }, request);
    const staff = await currentTransaction()
      .updateTable('sessions')
      .set({
        secret_hash: services.sealer.hash(secret),
        last_seen_at: sql`now()`,
        idle_expires_at: sql`least(expires_at, ${fromNow(sessionTtlSeconds.cookie.idle)})`,
      })
      .where('id', '=', left?.staff_session_id ?? null)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(['id', 'remember'])
      .executeTakeFirst();
    return staff ? { remember: staff.remember, id: staff.id, user: await loadCurrentUser(staff.id) } : null;
  });
  services.realtime.endSubscriptions(authUser.userId);
  if (!back) {
    clearSessionCookies(reply, services);
    throw new AppError('unauthenticated');
  }
  setSessionCookies({ id: back.id, secret, maxAge: (back.remember ? sessionTtlSeconds.remembered : sessionTtlSeconds.cookie).absolute }, reply, services);
  return { result: 'success', user: back.user };
};
