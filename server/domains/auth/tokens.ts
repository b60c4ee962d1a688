/** Sessions of a device by bearer tokens (spec 2.3 tokens; RULE-172). Access tokens last an hour; a refresh token works once. */
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tokens } from '#contract/auth/entities.ts';
import type { routes } from '#contract/index.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { assertInPerson } from '../../http/authorize.ts';
import { AppError } from '../../http/errors.ts';
import type { Handler } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { audit, publishLogin } from './audit.ts';
import { isAllowedHere } from './demo.ts';
import { saveKnownAddress } from './devices.ts';
import { acceptCode, mostTries } from './mfa.ts';
import { checkPassword } from './password.ts';
import { countAttempts, resetAttempts, toCountedAddress, tooManyRequestsError } from './rateLimiter.ts';
import { computeKeyedHash, createSecret, isSameText } from './secrets.ts';
import { createSessionFilter, fromNow, publishSessionEnded, sessionTtlSeconds } from './sessions.ts';
import { lockPerson } from './users.ts';

type TokenSet = z.output<typeof Tokens>;
type TokenAnswer = { result: 'token'; tokens: TokenSet } | { result: 'mfa_required'; mfaToken: string };

/** Seconds between a device's password and its code. */
const mfaTokenSeconds = 600;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A refresh token names its session and proves it was made here, so that a used one is known for what it is. */
function makeRefresh(sessionId: string, services: Services): string {
  const body = `${sessionId}.${createSecret()}`;
  return `${body}.${computeKeyedHash(services, 'refresh', body)}`;
}

function sessionOfRefresh(token: string, services: Services): string | null {
  const at = token.lastIndexOf('.');
  const [sessionId = ''] = token.split('.');
  return uuid.test(sessionId) && isSameText(token.slice(at + 1), computeKeyedHash(services, 'refresh', token.slice(0, at))) ? sessionId : null;
}

async function arm(sessionId: string, services: Services): Promise<TokenSet> {
  const accessToken = createSecret();
  const refreshToken = makeRefresh(sessionId, services);
  await currentTransaction()
    .updateTable('sessions')
    .set({
      secret_hash: services.sealer.hash(accessToken),
      refresh_hash: services.sealer.hash(refreshToken),
      idle_expires_at: fromNow(sessionTtlSeconds.token.access),
      last_seen_at: sql`now()`,
    })
    .where('id', '=', sessionId)
    .execute();
  return { accessToken, refreshToken, expiresIn: sessionTtlSeconds.token.access, tokenType: 'Bearer' };
}

/** Makes a device's session in the open transaction; the device's session before ends. */
async function makeTokens(userId: number, deviceName: string, request: FastifyRequest, services: Services): Promise<TokenSet> {
  await currentTransaction().deleteFrom('sessions').where('user_id', '=', userId).where('kind', '=', 'token').where('device_name', '=', deviceName).execute();
  const { id } = await currentTransaction()
    .insertInto('sessions')
    .values({
      secret_hash: services.sealer.hash(createSecret()),
      user_id: userId,
      kind: 'token',
      device_name: deviceName,
      address: request.ip,
      host: request.tenantHost?.host ?? null,
      idle_expires_at: fromNow(sessionTtlSeconds.token.access),
      expires_at: fromNow(sessionTtlSeconds.token.absolute),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await saveKnownAddress(userId, toCountedAddress(request.ip));
  await audit({ action: 'login.success', userId, sessionId: id, detail: { how: 'token', deviceName } }, request);
  publishLogin('success', userId, services, id);
  return arm(id, services);
}

/** Signs a device in, or gives it the token that goes with the code still to come. */
export function enterByToken(
  proved: { readonly id: number; readonly hasMfa: boolean },
  deviceName: string,
  request: FastifyRequest,
  services: Services,
): Promise<TokenAnswer> {
  return services.tenancy.identity(async () => {
    if (!proved.hasMfa) return { result: 'token', tokens: await makeTokens(proved.id, deviceName, request, services) };
    const mfaToken = createSecret();
    await currentTransaction()
      .insertInto('challenges')
      .values({
        id_hash: services.sealer.hash(mfaToken),
        kind: 'mfa_token',
        user_id: proved.id,
        data: JSON.stringify({ deviceName }),
        expires_at: fromNow(mfaTokenSeconds),
      })
      .execute();
    return { result: 'mfa_required', mfaToken };
  });
}

/** POST /sanctum/createTokenSession */
export const createTokenSession: Handler<typeof routes.auth.createTokenSession> = async ({ body, request, services }) =>
  enterByToken(await checkPassword(body.email, body.password, request, services, body.deviceName), body.deviceName, request, services);

/** POST /sanctum/mfaToken: the device's code; five wrong ones, and it starts over (401). */
export const mfaToken: Handler<typeof routes.auth.mfaToken> = async ({ body, request, services }) => {
  const id = services.sealer.hash(body.mfaToken);
  const outcome = await services.tenancy.identity(async () => {
    const find = currentTransaction()
      .selectFrom('challenges')
      .select(['user_id', 'tries', 'data'])
      .where('id_hash', '=', id)
      .where('kind', '=', 'mfa_token')
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`);
    await lockPerson((await find.executeTakeFirst())?.user_id);
    const challenge = await find.forUpdate().executeTakeFirst();
    if (!challenge?.user_id || challenge.data.deviceName !== body.deviceName) return { refusal: new AppError('unauthenticated') };
    const account = { allowance: 'mfaAccount', whose: challenge.user_id } as const;
    const wait = await countAttempts([account]);
    if (wait > 0) return { refusal: tooManyRequestsError(wait) };
    const accepted = await acceptCode(challenge.user_id, body.code, request, services);
    const isOver = accepted || challenge.tries + 1 >= mostTries;
    await currentTransaction()
      .updateTable('challenges')
      .set({ tries: challenge.tries + 1, ...(isOver ? { used_at: sql<Date>`now()` } : {}) })
      .where('id_hash', '=', id)
      .execute();
    if (accepted) {
      await resetAttempts(account);
      return { tokens: await makeTokens(challenge.user_id, body.deviceName, request, services) };
    }
    await audit({ action: 'login.failed', userId: challenge.user_id, detail: { how: 'mfa' } }, request);
    publishLogin('failed', challenge.user_id, services);
    return {
      refusal: isOver
        ? new AppError('unauthenticated', { message: 'Too many incorrect codes. Sign in again.' })
        : new AppError('code_wrong', { field: 'code' }),
    };
  });
  if ('refusal' in outcome) throw outcome.refusal;
  return { result: 'token', tokens: outcome.tokens };
};

/** POST /sanctum/refreshTokenSession: a refresh token that comes twice was stolen by somebody, so the whole session ends. */
export const refreshTokenSession: Handler<typeof routes.auth.refreshTokenSession> = async ({ body, request, services }) => {
  const sessionId = sessionOfRefresh(body.refreshToken, services);
  if (sessionId === null) throw new AppError('unauthenticated');
  const outcome = await services.tenancy.identity(async () => {
    const row = await currentTransaction()
      .selectFrom('sessions as s')
      .innerJoin('users as u', (join) => join.onRef('u.id', '=', 's.user_id').on('u.disabled_at', 'is', null))
      .select(['s.user_id', 's.refresh_hash'])
      .where('s.id', '=', sessionId)
      .where(isAllowedHere('u', services))
      .where('s.expires_at', '>', sql<Date>`now()`)
      .where('s.last_seen_at', '>', sql<Date>`now() - make_interval(secs => ${sessionTtlSeconds.token.idle})`)
      .forUpdate('s')
      .executeTakeFirst();
    if (!row) return null;
    if (row.refresh_hash === services.sealer.hash(body.refreshToken)) return { tokens: await arm(sessionId, services), robbed: null };
    await currentTransaction().deleteFrom('sessions').where('id', '=', sessionId).execute();
    await audit({ action: 'token.reused', userId: row.user_id, sessionId }, request);
    return { tokens: null, robbed: row.user_id };
  });
  if (outcome?.tokens) return outcome.tokens;
  if (outcome && outcome.robbed !== null) publishSessionEnded(outcome.robbed, sessionId, services);
  throw new AppError('unauthenticated');
};

/** POST /sanctum/clearTokenSessions: signs all devices of the person out; at a company's own host those that signed in there. */
export const clearTokenSessions: Handler<typeof routes.auth.clearTokenSessions> = async ({ authUser, request, services }) => {
  assertInPerson(authUser);
  const ended = await services.tenancy.identity(async () => {
    const devices = await currentTransaction()
      .selectFrom('sessions')
      .select(['id', 'host'])
      .where('user_id', '=', authUser.userId)
      .where('kind', '=', 'token')
      .forUpdate()
      .execute();
    const rows = devices.filter(createSessionFilter(services, authUser));
    const ids = rows.map(({ id }) => id);
    await currentTransaction().deleteFrom('sessions').where(sql<boolean>`id = any (${ids}::uuid[])`).execute();
    await audit({ action: 'login.logout', userId: authUser.userId, sessionId: authUser.sessionId, detail: { devices: rows.length } }, request);
    return rows;
  });
  for (const { id } of ended) publishSessionEnded(authUser.userId, id, services);
  return undefined;
};
