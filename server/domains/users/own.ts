/** The person’s own data: name, time zone, password (spec 2.7; FLOW-026, FLOW-205). Another person’s is as good as missing. */
import { sql } from 'kysely';
import type { routes } from '#contract/index.ts';
import { userMessages } from '#contract/users/texts.ts';
import { currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Handler } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { audit } from '../auth/audit.ts';
import { acceptCode } from '../auth/mfa.ts';
import { hashNewPassword, listOwnWords } from '../auth/newPassword.ts';
import { verifyPassword } from '../auth/password.ts';
import { consumeAttempt, resetAttempts } from '../auth/rateLimiter.ts';
import { publishSessionEnded } from '../auth/sessions.ts';
import { loadCurrentUser, lockPerson } from '../auth/users.ts';
import { assertWholePerson } from '../companies/wholePerson.ts';

function checkOwn(authUser: AuthUser, userId: number): void {
  if (authUser.userId !== userId) throw new AppError('not_found');
}

/** PUT /users/{userId}: the companies of the person hear of it. */
export const updateOwn: Handler<typeof routes.users.update> = async ({ params: { userId }, body, authUser, services }) => {
  checkOwn(authUser, userId);
  const lastName = body.clear?.includes('lastName') ? '' : body.lastName;
  const changes = {
    ...(body.firstName === undefined ? {} : { first_name: body.firstName }),
    ...(lastName === undefined ? {} : { last_name: lastName }),
    ...(body.timezone === undefined ? {} : { timezone: body.timezone }),
  };
  if (Object.keys(changes).length === 0) throw new AppError('invalid', { message: 'Send first_name, last_name or timezone' });
  await assertWholePerson(services, authUser, 'Your name and time zone');
  const { user, companyIds } = await services.tenancy.identity(async () => {
    await currentTransaction().updateTable('users').set(changes).where('id', '=', userId).execute();
    const memberships = await currentTransaction().selectFrom('memberships').select('company_id').where('user_id', '=', userId).execute();
    return { user: await loadCurrentUser(authUser.sessionId), companyIds: memberships.map(({ company_id: company }) => company) };
  });
  // As the system: the person may not enter a company that is suspended, which hears of it all the same.
  if (companyIds.length > 0)
    await services.tenancy.company(companyIds, null, async () => {
      for (const company of companyIds) recordChange({ kind: 'user-updated', id: userId, actorId: userId }, company);
    });
  return user;
};

async function checkCurrent(authUser: AuthUser, password: string, services: Services): Promise<void> {
  const account = { allowance: 'ownPassword', whose: authUser.userId } as const;
  await consumeAttempt([account], services);
  const row = await services.tenancy.identity(() =>
    currentTransaction().selectFrom('users').select('password_hash').where('id', '=', authUser.userId).executeTakeFirst(),
  );
  if (!(await verifyPassword(row?.password_hash ?? null, password)))
    throw new AppError('credentials', { message: 'Incorrect password', field: 'current_password' });
  await services.tenancy.identity(() => resetAttempts(account));
}

/** PUT /users/{userId}/update-password: the session that asked stays, all others of the person end. */
export const updatePassword: Handler<typeof routes.users.updatePassword> = async ({ params: { userId }, body, authUser, services, request }) => {
  checkOwn(authUser, userId);
  await checkCurrent(authUser, body.currentPassword, services);
  if (body.code !== undefined) await consumeAttempt([{ allowance: 'mfaAccount', whose: userId }], services);
  const passwordHash = await hashNewPassword(body.password, await services.tenancy.identity(() => listOwnWords(userId)));
  const ended = await services.tenancy.identity(async () => {
    await lockPerson(userId);
    const person = await currentTransaction()
      .selectFrom('users')
      .select(['mfa_enabled_at', 'password_hash'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    // Another window may have changed it between the check and the lock.
    if (!(await verifyPassword(person.password_hash, body.currentPassword))) throw new AppError('conflict');
    if (person.mfa_enabled_at !== null && (body.code === undefined || !(await acceptCode(userId, body.code, request, services)))) {
      if (body.code === undefined) throw new AppError('code_wrong', { field: 'code', message: 'Enter a 6-digit code or a recovery code' });
      throw new AppError('code_wrong', { field: 'code' });
    }
    await currentTransaction().updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
    await currentTransaction()
      .updateTable('challenges')
      .set({ used_at: sql`now()` })
      .where('user_id', '=', userId)
      .where('kind', 'in', ['reset', 'mfa_token'])
      .where('used_at', 'is', null)
      .execute();
    const gone = await currentTransaction()
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('id', '<>', authUser.sessionId)
      .returning('id')
      .execute();
    await audit({ action: 'login.password_changed', userId, sessionId: authUser.sessionId }, request);
    return gone;
  });
  services.realtime.user(userId, { kind: 'login-event', event: 'password_changed', sessionId: authUser.sessionId });
  for (const { id } of ended) publishSessionEnded(userId, id, services);
  return { message: userMessages.passwordChanged };
};
