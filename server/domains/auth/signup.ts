/** Sign-up with a mailed code (RULE-177). Nothing here tells whether an account exists; the mail does, to whom it belongs. */
import { sql } from 'kysely';
import type { routes } from '#contract/index.ts';
import { db } from '../../db/tenancy.ts';
import { Refusal } from '../../http/errors.ts';
import type { Handler } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { audit } from './audit.ts';
import { rememberDevice } from './devices.ts';
import { signupHash, signupMinutes } from './mails.ts';
import { mostTries } from './mfa.ts';
import { hashNewPassword } from './newPassword.ts';
import { sameText } from './secrets.ts';
import { giveSession } from './sessions.ts';
import { makeEntry } from './signin.ts';
import { countedAddress, countTries, tooMany } from './throttle.ts';

/** POST /client/signup/check: mails a code, at most three an hour for an address. */
export const signupCheck: Handler<typeof routes.auth.signupCheck> = async ({ body, request, services }) => {
  const wait = await services.tenancy.identity(async () => {
    const seconds = await countTries([
      { allowance: 'signupCodes', whose: body.email },
      { allowance: 'mailAddress', whose: countedAddress(request.ip) },
    ]);
    if (seconds === 0) await services.jobs.enqueue('auth.mail', { kind: 'signup', email: body.email });
    return seconds;
  });
  if (wait > 0) throw tooMany(wait);
  return { message: `A code is on its way to this address. It works once, within ${signupMinutes} minutes.` };
};

/** Takes the address's code, once, within five tries, under the lock of its row. In the open transaction. */
async function takeCode(email: string, code: string, services: Services): Promise<boolean> {
  const challenge = await db()
    .selectFrom('challenges')
    .select(['id_hash', 'tries', 'data'])
    .where('kind', '=', 'signup')
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!challenge) return false;
  const fits = sameText(String(challenge.data.code), signupHash(email, code, services));
  const isOver = fits || challenge.tries + 1 >= mostTries;
  await db()
    .updateTable('challenges')
    .set({ tries: challenge.tries + 1, ...(isOver ? { used_at: sql<Date>`now()` } : {}) })
    .where('id_hash', '=', challenge.id_hash)
    .execute();
  return fits;
}

/** POST /client/signup/create: makes the account and signs in. */
export const signupCreate: Handler<typeof routes.auth.signupCreate> = async ({ body, request, reply, services }) => {
  const passwordHash = await hashNewPassword(body.password, [body.email]);
  const entry = await services.tenancy.identity(async () => {
    if (!(await takeCode(body.email, body.code, services))) return null;
    const person = await db()
      .insertInto('users')
      .values({ email: body.email, password_hash: passwordHash })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!person) return null;
    await audit({ action: 'account.created', userId: person.id }, request);
    return makeEntry({ userId: person.id, remember: false, how: 'signup' }, request, services);
  });
  if (!entry) throw new Refusal('code_wrong', { field: 'code' });
  giveSession(entry.made, reply, services);
  rememberDevice(entry.user.id, request, reply, services);
  return { result: 'success', user: entry.user };
};
