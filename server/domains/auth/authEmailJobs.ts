/**
 * Mails of the account: reset links and sign-up codes. The request only leaves a job with the address, for known and unknown accounts alike,
 * so that its answer and its time say nothing; who it is, and the secret, come into being in the job. Repeating a job makes a new secret.
 */

import { sql } from 'kysely';
import { currentTransaction } from '../../db/tenancy.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { Services } from '../../services.ts';
import type { authMail } from './jobs.ts';
import { computeKeyedHash, createSecret, createSixDigits } from './secrets.ts';
import { fromNow } from './sessions.ts';

/** Minutes a reset link and a sign-up code are good for. */
export const resetMinutes = 60;
export const signupMinutes = 30;

/** Hash of a sign-up code as it is stored: bound to its address, under the installation's secret. */
export const computeSignupHash = (email: string, code: string, services: Services) => computeKeyedHash(services, 'signup', `${email}.${code}`);

const findAccount = (email: string) =>
  currentTransaction().selectFrom('users').select(['id', 'email']).where('email', '=', email).where('disabled_at', 'is', null).executeTakeFirst();

const voiding = (kind: 'reset' | 'signup', email: string) =>
  currentTransaction().updateTable('challenges').set({ used_at: sql`now()` }).where('kind', '=', kind).where('email', '=', email).where('used_at', 'is', null);

function resetMail(email: string, services: Services): Promise<Mail | null> {
  return services.tenancy.identity(async () => {
    const account = await findAccount(email);
    if (!account) return null;
    const token = createSecret();
    await voiding('reset', email).execute();
    await currentTransaction()
      .insertInto('challenges')
      .values({ id_hash: services.sealer.hash(token), kind: 'reset', user_id: account.id, email, expires_at: fromNow(resetMinutes * 60) })
      .execute();
    return {
      to: account.email,
      subject: 'Reset your Keyline password',
      text: `We received a request to reset the password for ${account.email}.

Choose it here within ${resetMinutes} minutes:
${services.config.publicUrl}/password/reset?token=${token}

The link works once. If this wasn’t you, ignore this email. Your password won’t change.`,
    };
  });
}

function signupMail(email: string, address: string | null, services: Services): Promise<Mail> {
  return services.tenancy.identity(async () => {
    if (await findAccount(email)) {
      return {
        to: email,
        subject: 'You already have a Keyline account',
        text: `Someone tried to sign up with ${email}, which already has a Keyline account.

Sign in: ${services.config.publicUrl}/sign-in
Forgot the password: ${services.config.publicUrl}/password/forgot

If it was not you, do nothing.`,
      };
    }
    const code = createSixDigits();
    // A code asked from elsewhere stays good: whoever asks for another does not take it away.
    await voiding('signup', email).where(sql<boolean>`data ->> 'address' is not distinct from ${address}`).execute();
    await currentTransaction()
      .insertInto('challenges')
      .values({
        id_hash: services.sealer.hash(createSecret()),
        kind: 'signup',
        email,
        data: JSON.stringify({ code: computeSignupHash(email, code, services), address }),
        expires_at: fromNow(signupMinutes * 60),
      })
      .execute();
    return {
      to: email,
      subject: 'Your Keyline code',
      text: `Your code is ${code}. It works once, within ${signupMinutes} minutes.\n\nIf you didn’t request it, ignore this email.`,
    };
  });
}

/** Sends a mail of the account. */
export async function sendAuthMail(services: Services, { kind, email, address }: NonNullable<typeof authMail.given>): Promise<void> {
  const mail = kind === 'reset' ? await resetMail(email, services) : await signupMail(email, address ?? null, services);
  if (mail) await services.mailer.send(mail);
}
