/** The second factor: TOTP (RFC 6238) with recovery codes. A code works once; a pending session takes five tries. */
import { randomInt } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Insertable, sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { routes } from '#contract/index.ts';
import type { Database } from '../../db/tables.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { assertInPerson } from '../../http/authorize.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Handler } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { audit, publishLogin } from './audit.ts';
import { createSignInSession } from './cookieSignIn.ts';
import { readSessionSecret } from './cookies.ts';
import { findKnownDevice, saveKnownDevice } from './devices.ts';
import { verifyPassword } from './password.ts';
import { consumeAttempt, countAttempts, resetAttempts, tooManyRequestsError } from './rateLimiter.ts';
import { computeKeyedHash } from './secrets.ts';
import { setSessionCookies } from './sessions.ts';
import { loadCurrentUser, lockPerson } from './users.ts';

const purpose = 'mfa';
const recoveryCodes = 10;
/** Letters and digits that are not taken for one another. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
/** Wrong codes a challenge takes before the person starts over. */
export const mostTries = 5;

const totp = (secret: string, label: string) => new TOTP({ issuer: 'Keyline', label, secret: Secret.fromBase32(secret) });
const plainCode = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, '');
const recoveryHash = (userId: number, code: string, services: Services) => computeKeyedHash(services, 'recovery', `${userId}.${plainCode(code)}`);

function makeRecoveryCode(): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

const lockedPerson = (userId: number) =>
  currentTransaction()
    .selectFrom('users')
    .select(['id', 'email', 'password_hash', 'mfa_secret', 'mfa_enabled_at', 'mfa_last_step'])
    .where('id', '=', userId)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
type Person = NonNullable<Awaited<ReturnType<typeof lockedPerson>>>;

/** The step of a right code; null when it is wrong or not newer than the last one used. */
function stepOf(person: Person, code: string, services: Services): number | null {
  const secret = person.mfa_secret === null ? null : services.sealer.open(purpose, person.mfa_secret);
  if (secret === null) return null;
  const authenticator = totp(secret, person.email);
  const delta = authenticator.validate({ token: code, window: 1 });
  if (delta === null) return null;
  const step = authenticator.counter() + delta;
  return step > (person.mfa_last_step ?? -1) ? step : null;
}

/** Takes a code of the authenticator or a recovery code, once. In the open transaction, under the lock of the person's row. */
export async function acceptCode(userId: number, code: string, request: FastifyRequest, services: Services): Promise<boolean> {
  const person = await lockedPerson(userId);
  if (!person || person.mfa_enabled_at === null) return false;
  const digits = code.replace(/\s/g, '');
  if (/^\d{6}$/.test(digits)) {
    const step = stepOf(person, digits, services);
    if (step === null) return false;
    await currentTransaction().updateTable('users').set({ mfa_last_step: step }).where('id', '=', userId).execute();
    return true;
  }
  const used = await currentTransaction()
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', recoveryHash(userId, code, services))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  if (used) await audit({ action: 'mfa.recovery_used', userId }, request);
  return used !== undefined;
}

/** POST /sanctum/mfa: the code after the password (RULE-171). Five wrong ones, and the person starts over (401). */
export const mfa: Handler<typeof routes.auth.mfa> = async ({ body, request, reply, services }) => {
  const secret = readSessionSecret(request);
  const outcome = await services.tenancy.identity(async () => {
    const find = currentTransaction()
      .selectFrom('sessions')
      .select(['id', 'user_id', 'tries', 'remember'])
      .where('secret_hash', '=', services.sealer.hash(secret ?? ''))
      .where('mfa_pending', '=', true)
      .where(sql<boolean>`host is not distinct from ${request.tenantHost?.host ?? null}`)
      .where('expires_at', '>', sql<Date>`now()`);
    await lockPerson((await find.executeTakeFirst())?.user_id);
    const pending = await find.forUpdate().executeTakeFirst();
    if (!pending) return { refusal: new AppError('unauthenticated') };
    const device = findKnownDevice(pending.user_id, request, services);
    const counted = { allowance: 'mfaAccount', whose: device === null ? pending.user_id : `${pending.user_id}.${device}` } as const;
    const wait = await countAttempts([counted]);
    if (wait > 0) return { refusal: tooManyRequestsError(wait) };
    if (await acceptCode(pending.user_id, body.code, request, services)) {
      await resetAttempts(counted);
      return {
        entry: await createSignInSession({ userId: pending.user_id, remember: pending.remember, how: 'mfa' }, request, services),
        userId: pending.user_id,
      };
    }
    await audit({ action: 'login.failed', userId: pending.user_id, detail: { how: 'mfa' } }, request);
    publishLogin('failed', pending.user_id, services);
    if (pending.tries + 1 < mostTries) {
      await currentTransaction()
        .updateTable('sessions')
        .set({ tries: pending.tries + 1 })
        .where('id', '=', pending.id)
        .execute();
      return { refusal: new AppError('code_wrong', { field: 'code' }) };
    }
    await currentTransaction().deleteFrom('sessions').where('id', '=', pending.id).execute();
    return { refusal: new AppError('unauthenticated', { message: 'Too many incorrect codes. Sign in again.' }) };
  });
  if ('refusal' in outcome) throw outcome.refusal;
  setSessionCookies(outcome.entry.made, reply, services);
  saveKnownDevice(outcome.userId, request, reply, services);
  return { result: 'success', user: outcome.entry.user };
};

async function provesOwnPassword(authUser: AuthUser, password: string, services: Services): Promise<void> {
  assertInPerson(authUser);
  const account = { allowance: 'ownPassword', whose: authUser.userId } as const;
  await consumeAttempt([account], services);
  const row = await services.tenancy.identity(() =>
    currentTransaction().selectFrom('users').select('password_hash').where('id', '=', authUser.userId).executeTakeFirst(),
  );
  if (!(await verifyPassword(row?.password_hash ?? null, password))) throw new AppError('credentials', { message: 'Incorrect password', field: 'password' });
  await services.tenancy.identity(() => resetAttempts(account));
}

/** POST /user/mfa: a new secret, worth nothing until its first code. */
export const beginMfaEnrollment: Handler<typeof routes.auth.startMfa> = async ({ body, authUser, services }) => {
  await provesOwnPassword(authUser, body.password, services);
  const secret = new Secret({ size: 20 }).base32;
  const { numUpdatedRows } = await services.tenancy.identity(() =>
    currentTransaction()
      .updateTable('users')
      .set({ mfa_secret: services.sealer.seal(purpose, secret), mfa_last_step: null })
      .where('id', '=', authUser.userId)
      .where('mfa_enabled_at', 'is', null)
      .executeTakeFirst(),
  );
  if (numUpdatedRows === 0n) throw new AppError('conflict', { message: 'Two-factor authentication is already on' });
  return { secret, otpauthUrl: totp(secret, authUser.email).toString() };
};

/** POST /user/mfa/confirm: turns the second factor on; the recovery codes are shown this once. */
export const confirmMfa: Handler<typeof routes.auth.confirmMfa> = async ({ body, authUser, request, services }) => {
  assertInPerson(authUser);
  await consumeAttempt([{ allowance: 'mfaAccount', whose: authUser.userId }], services);
  const codes = Array.from({ length: recoveryCodes }, makeRecoveryCode);
  await services.tenancy.identity(async () => {
    const person = await lockedPerson(authUser.userId);
    if (!person || person.mfa_enabled_at !== null) throw new AppError('conflict', { message: 'Two-factor authentication is already on' });
    const step = stepOf(person, body.code.replace(/\s/g, ''), services);
    if (step === null) throw new AppError('code_wrong', { field: 'code' });
    await currentTransaction().updateTable('users').set({ mfa_enabled_at: sql`now()`, mfa_last_step: step }).where('id', '=', person.id).execute();
    await currentTransaction().updateTable('sessions').set({ mfa_at: sql`now()` }).where('id', '=', authUser.sessionId).execute();
    await currentTransaction().deleteFrom('recovery_codes').where('user_id', '=', person.id).execute();
    const rows = codes.map((code): Insertable<Database['recovery_codes']> => ({ user_id: person.id, code_hash: recoveryHash(person.id, code, services) }));
    await currentTransaction().insertInto('recovery_codes').values(rows).execute();
    await resetAttempts({ allowance: 'mfaAccount', whose: person.id });
    await audit({ action: 'mfa.enabled', userId: person.id, sessionId: authUser.sessionId }, request);
  });
  return { recoveryCodes: codes };
};

/** POST /user/mfa/prove: takes a code again and notes when, in this session. */
export const proveMfa: Handler<typeof routes.auth.proveMfa> = async ({ body, authUser, request, services }) => {
  assertInPerson(authUser);
  const counted = { allowance: 'mfaAccount', whose: `${authUser.userId}.${authUser.sessionId}` } as const;
  await consumeAttempt([counted], services);
  const user = await services.tenancy.identity(async () => {
    if (!(await acceptCode(authUser.userId, body.code, request, services))) return null;
    await currentTransaction().updateTable('sessions').set({ mfa_at: sql`now()` }).where('id', '=', authUser.sessionId).execute();
    await resetAttempts(counted);
    await audit({ action: 'mfa.proved', userId: authUser.userId, sessionId: authUser.sessionId }, request);
    return loadCurrentUser(authUser.sessionId);
  });
  if (!user) throw new AppError('code_wrong', { field: 'code' });
  return user;
};

/** DELETE /user/mfa: turns the second factor off, with password and code. */
export const disableMfa: Handler<typeof routes.auth.stopMfa> = async ({ body, authUser, request, services }) => {
  await provesOwnPassword(authUser, body.password, services);
  await consumeAttempt([{ allowance: 'mfaAccount', whose: authUser.userId }], services);
  const isOff = await services.tenancy.identity(async () => {
    if (!(await acceptCode(authUser.userId, body.code, request, services))) return false;
    await currentTransaction()
      .updateTable('users')
      .set({ mfa_secret: null, mfa_enabled_at: null, mfa_last_step: null })
      .where('id', '=', authUser.userId)
      .execute();
    await currentTransaction().deleteFrom('recovery_codes').where('user_id', '=', authUser.userId).execute();
    await resetAttempts({ allowance: 'mfaAccount', whose: authUser.userId });
    await audit({ action: 'mfa.disabled', userId: authUser.userId, sessionId: authUser.sessionId }, request);
    return true;
  });
  if (!isOff) throw new AppError('code_wrong', { field: 'code' });
  return undefined;
};
