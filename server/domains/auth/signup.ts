/** Sign-up with a mailed code (RULE-177). Nothing here tells whether an account exists; the mail does, to whom it belongs. */

import { sql } from 'kysely';
import type { routes } from '#contract/index.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Handler } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { getAskedHost } from './askedHost.ts';
import { audit } from './audit.ts';
import { computeSignupHash, signupMinutes } from './authEmailJobs.ts';
import { createSignInSession } from './cookieSignIn.ts';
import { saveKnownDevice } from './devices.ts';
import { authMail } from './jobs.ts';
import { mostTries } from './mfa.ts';
import { hashNewPassword } from './newPassword.ts';
import { countAttempts, toCountedAddress, tooManyRequestsError } from './rateLimiter.ts';
import { isSameText } from './secrets.ts';
import { setSessionCookies } from './sessions.ts';

/** POST /client/signup/check: mails a code, at most three an hour for an e-mail address to whoever asks from one place. */
export const signupCheck: Handler<typeof routes.auth.signupCheck> = async ({ body, request, services }) => {
  const address = toCountedAddress(request.ip);
  const wait = await services.tenancy.identity(async () => {
    // One place after another, so that who asked too often from one leaves the mails to others.
    const here = await countAttempts([
      { allowance: 'signupCodes', whose: `${body.email} ${address}` },
      { allowance: 'mailAddress', whose: address },
    ]);
    const seconds = here > 0 ? here : await countAttempts([{ allowance: 'signupMails', whose: body.email }]);
    if (seconds === 0) await services.jobs.enqueue(authMail, { kind: 'signup', email: body.email, address, ...getAskedHost(request) });
    return seconds;
  });
  if (wait > 0) throw tooManyRequestsError(wait);
  return { message: `We’ve sent a code to this address. It works once and expires in ${signupMinutes} minutes.` };
};

/**
 * Takes a code of the e-mail address, once, under the lock of its row. The code that was asked from here has five tries of its own; those asked from
 * elsewhere share a few an hour and are never used up by them, so that a stranger's guesses void nobody's code. In the open transaction.
 */
async function takeCode(email: string, code: string, address: string, services: Services): Promise<boolean> {
  const challenges = await currentTransaction()
    .selectFrom('challenges')
    .select(['id_hash', 'tries', 'data'])
    .where('kind', '=', 'signup')
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at')
    .forUpdate()
    .execute();
  const typed = computeSignupHash(email, code, services);
  const isFit = ({ data }: (typeof challenges)[number]) => isSameText(String(data.code), typed);
  const here = challenges.filter(({ data }) => data.address === address);
  const away = challenges.filter(({ data }) => data.address !== address);
  const fitsHere = here.some(isFit);
  for (const { id_hash, tries } of fitsHere ? [] : here)
    await currentTransaction()
      .updateTable('challenges')
      .set({ tries: tries + 1, ...(tries + 1 >= mostTries ? { used_at: sql<Date>`now()` } : {}) })
      .where('id_hash', '=', id_hash)
      .execute();
  const mayTryAway = !fitsHere && away.length > 0 && (await countAttempts([{ allowance: 'signupAway', whose: email }])) === 0;
  if (!fitsHere && !(mayTryAway && away.some(isFit))) return false;
  await currentTransaction()
    .updateTable('challenges')
    .set({ used_at: sql<Date>`now()` })
    .where('kind', '=', 'signup')
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .execute();
  return true;
}

/** POST /client/signup/create: makes the account and signs in. */
export const signupCreate: Handler<typeof routes.auth.signupCreate> = async ({ body, request, reply, services }) => {
  const passwordHash = await hashNewPassword(body.password, [body.email]);
  const entry = await services.tenancy.identity(async () => {
    if (!(await takeCode(body.email, body.code, toCountedAddress(request.ip), services))) return null;
    const person = await currentTransaction()
      .insertInto('users')
      .values({ email: body.email, password_hash: passwordHash })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!person) return null;
    await audit({ action: 'account.created', userId: person.id }, request);
    return createSignInSession({ userId: person.id, remember: false, how: 'signup' }, request, services);
  });
  if (!entry) throw new AppError('code_wrong', { field: 'code' });
  setSessionCookies(entry.made, reply, services);
  saveKnownDevice(entry.user.id, request, reply, services);
  return { result: 'success', user: entry.user };
};
