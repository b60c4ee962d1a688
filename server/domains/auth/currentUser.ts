/** The signed-in person's own affairs: who they are, where they are signed in, signing out, their devices (spec 2.7). */
import { sql } from 'kysely';
import type { routes } from '#contract/index.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { assertInPerson } from '../../http/authorize.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Handler } from '../../http/handlers.ts';
import { audit } from './audit.ts';
import { readSessionSecret, setCsrfCookie } from './cookies.ts';
import { pushTokenTtlSeconds, signPushToken } from './pushToken.ts';
import { clearSessionCookies, createSessionFilter, publishSessionEnded } from './sessions.ts';
import { loadCurrentUser as personOf } from './users.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** GET /csrf-cookie */
export const csrfCookie: Handler<typeof routes.auth.csrfCookie> = async ({ request, reply, services }) => {
  setCsrfCookie(reply, services, readSessionSecret(request));
  return undefined;
};

/** GET /user */
export const currentUser: Handler<typeof routes.auth.currentUser> = ({ authUser, services }) => services.tenancy.identity(() => personOf(authUser.sessionId));

const isCurrentOrBehind = (authUser: AuthUser) =>
  sql<boolean>`(id = ${authUser.sessionId}::uuid or id = (select staff_session_id from sessions where id = ${authUser.sessionId}::uuid))`;

/** GET /sanctum/logout: ends this session; whoever acts as somebody signs out of the staff session behind it too. */
export const logout: Handler<typeof routes.auth.logout> = async ({ authUser, request, reply, services }) => {
  await services.tenancy.identity(async () => {
    await currentTransaction().deleteFrom('sessions').where(isCurrentOrBehind(authUser)).execute();
    await audit({ action: 'login.logout', userId: authUser.userId, impersonatorId: authUser.impersonatorId, sessionId: authUser.sessionId }, request);
  });
  if (authUser.sessionKind === 'cookie') clearSessionCookies(reply, services);
  publishSessionEnded(authUser.userId, authUser.sessionId, services);
  return undefined;
};

/** POST /user/whats_new_read */
export const whatsNewRead: Handler<typeof routes.auth.whatsNewRead> = ({ authUser, services }) =>
  services.tenancy.identity(async () => {
    const { at } = await currentTransaction()
      .updateTable('users')
      .set({ read_whats_new_at: sql`now()` })
      .where('id', '=', authUser.userId)
      .returning(sql<Date>`read_whats_new_at`.as('at'))
      .executeTakeFirstOrThrow();
    return { readWhatsNewAt: at.toISOString() };
  });

/** GET /user/beam-token */
export const beamToken: Handler<typeof routes.auth.beamToken> = async ({ authUser, services }) => ({
  token: signPushToken({ userId: authUser.userId, sessionId: authUser.sessionId }, services),
  expiresIn: pushTokenTtlSeconds,
});

/** POST /apns-voip-device-tokens: a device belongs to whoever registered it last. */
export const apnsVoipDeviceTokens: Handler<typeof routes.auth.apnsVoipDeviceTokens> = ({ body, authUser, services }) => {
  assertInPerson(authUser);
  const device = { user_id: authUser.userId, session_id: authUser.sessionId, device_name: body.deviceName };
  return services.tenancy.identity(async () => {
    const { id } = await currentTransaction()
      .insertInto('device_tokens')
      .values({ ...device, token: body.token.toLowerCase() })
      .onConflict((conflict) => conflict.column('token').doUpdateSet(device))
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, rings: false };
  });
};

/** GET /user/sessions: where the person is signed in, newest first; staff acting as them is shown too. At a company's own host those there alone. */
export const sessions: Handler<typeof routes.auth.sessions> = async ({ authUser, services }) => {
  const rows = await services.tenancy.identity(() =>
    currentTransaction()
      .selectFrom('sessions')
      .select(['id', 'kind', 'device_name', 'address', 'last_seen_at', 'impersonator_id', 'host'])
      .select(sql<string[]>`array(select t.device_name from device_tokens t where t.session_id = sessions.id order by t.device_name)`.as('push_devices'))
      .where('user_id', '=', authUser.userId)
      .where('mfa_pending', '=', false)
      .where('expires_at', '>', sql<Date>`now()`)
      .where((eb) => eb.or([eb('kind', '=', 'token'), eb('idle_expires_at', '>', sql<Date>`now()`)]))
      .orderBy('last_seen_at', 'desc')
      .execute(),
  );
  return {
    data: rows.filter(createSessionFilter(services, authUser)).map((row) => ({
      id: row.id,
      kind: row.kind,
      deviceName: row.impersonator_id === null ? row.device_name : 'Keyline support (impersonating you)',
      address: row.impersonator_id === null ? row.address : '',
      lastSeenAt: row.last_seen_at.toISOString(),
      isCurrent: row.id === authUser.sessionId,
      pushDevices: row.push_devices,
    })),
  };
};

/** DELETE /user/sessions/{id} */
export const endSession: Handler<typeof routes.auth.endSession> = async ({ params, authUser, request, reply, services }) => {
  assertInPerson(authUser);
  if (!uuid.test(params.id)) throw new AppError('not_found');
  await services.tenancy.identity(async () => {
    const ended = await currentTransaction()
      .deleteFrom('sessions')
      .where('id', '=', params.id)
      .where('user_id', '=', authUser.userId)
      .returning(['id', 'host'])
      .executeTakeFirst();
    // Thrown within the transaction: a session of another host stays.
    if (!ended || !createSessionFilter(services, authUser)(ended)) throw new AppError('not_found');
    await audit({ action: 'session.ended', userId: authUser.userId, sessionId: authUser.sessionId, subject: `session:${ended.id}` }, request);
  });
  if (params.id === authUser.sessionId && authUser.sessionKind === 'cookie') clearSessionCookies(reply, services);
  publishSessionEnded(authUser.userId, params.id, services);
  return undefined;
};
