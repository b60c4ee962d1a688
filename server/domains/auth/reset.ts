/** Password reset by a single-use mailed link (spec 2.7, 2.8; FLOW-023 to FLOW-025). */

import { sql } from 'kysely';
import { messages } from '#contract/core/messages.ts';
import type { routes } from '#contract/index.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Handler } from '../../http/handlers.ts';
import { getAskedHost } from './askedHost.ts';
import { audit } from './audit.ts';
import { resetMinutes } from './authEmailJobs.ts';
import { saveKnownDevice } from './devices.ts';
import { authMail } from './jobs.ts';
import { hashNewPassword, listOwnWords } from './newPassword.ts';
import { countAttempts, toCountedAddress, tooManyRequestsError } from './rateLimiter.ts';
import { lockPerson } from './users.ts';

/** POST /password/forgot: the same answer, as quickly, whether there is such an account or not. */
export const forgotPassword: Handler<typeof routes.auth.forgotPassword> = async ({ body, request, services }) => {
  const wait = await services.tenancy.identity(async () => {
    const seconds = await countAttempts([
      { allowance: 'forgotAccount', whose: body.email },
      { allowance: 'mailAddress', whose: toCountedAddress(request.ip) },
    ]);
    if (seconds === 0) await services.jobs.enqueue(authMail, { kind: 'reset', email: body.email, ...getAskedHost(request) });
    return seconds;
  });
  if (wait > 0) throw tooManyRequestsError(wait);
  return { message: `If an account exists for this email, we’ve sent a reset link. It works once and expires in ${resetMinutes} minutes.` };
};

const openLink = (idHash: string) =>
  currentTransaction()
    .selectFrom('challenges as c')
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 'c.user_id').on('u.disabled_at', 'is', null))
    .select('u.id')
    .where('c.id_hash', '=', idHash)
    .where('c.kind', '=', 'reset')
    .where('c.used_at', 'is', null)
    .where('c.expires_at', '>', sql<Date>`now()`);

/** POST /password/reset: sets the password, once, and ends every session of the person. Refuses a used, old or unknown link alike (410). */
export const resetPassword: Handler<typeof routes.auth.resetPassword> = async ({ body, request, reply, services }) => {
  const idHash = services.sealer.hash(body.token);
  const known = await services.tenancy.identity(async () => {
    const person = await openLink(idHash).executeTakeFirst();
    return person ? { id: person.id, own: await listOwnWords(person.id) } : null;
  });
  if (!known) throw new AppError('reset_link_expired');
  const passwordHash = await hashNewPassword(body.password, known.own);
  const userId = await services.tenancy.identity(async () => {
    await lockPerson(known.id);
    const person = await openLink(idHash).forUpdate('c').executeTakeFirst();
    if (!person) return null;
    await currentTransaction().updateTable('users').set({ password_hash: passwordHash }).where('id', '=', person.id).execute();
    await currentTransaction()
      .updateTable('challenges')
      .set({ used_at: sql`now()` })
      .where('user_id', '=', person.id)
      .where('kind', 'in', ['reset', 'mfa_token'])
      .where('used_at', 'is', null)
      .execute();
    await currentTransaction().deleteFrom('sessions').where('user_id', '=', person.id).execute();
    await audit({ action: 'login.password_changed', userId: person.id }, request);
    return person.id;
  });
  if (userId === null) throw new AppError('reset_link_expired');
  // The holder of the mailed link owns the account: guesses from elsewhere do not keep this browser out.
  saveKnownDevice(userId, request, reply, services);
  services.realtime.user(userId, { kind: 'login-event', event: 'password_changed' });
  services.realtime.endSubscriptions(userId);
  return { message: messages.passwordReset };
};
