/**
 * Mails of the account: reset links and sign-up codes. The request only leaves a job with the address, for known and unknown accounts alike,
 * so that its answer and its time say nothing; who it is, and the secret, come into being in the job. Repeating a job makes a new secret.
 */

import { sql } from 'kysely';
import { currentTransaction } from '../../db/tenancy.ts';
import { findPeopleBase, type PeopleBase } from '../../http/tenantHosts.ts';
import type { Mail } from '../../mail/mailer.ts';
import { findSender } from '../../mail/senders.ts';
import type { Services } from '../../services.ts';
import { selectAccountBase } from './accountBase.ts';
import type { authMail } from './jobs.ts';
import { computeKeyedHash, createSecret, createSixDigits } from './secrets.ts';
import { fromNow } from './sessions.ts';

/** Minutes a reset link and a sign-up code are good for. */
export const resetMinutes = 60;
export const signupMinutes = 30;

/** Hash of a sign-up code as it is stored: bound to its address, under the installation's secret. */
export const computeSignupHash = (email: string, code: string, services: Services) => computeKeyedHash(services, 'signup', `${email}.${code}`);

const findAccount = (email: string) =>
  currentTransaction().selectFrom('users').select(['id', 'email', 'is_staff']).where('email', '=', email).where('disabled_at', 'is', null).executeTakeFirst();

const voiding = (kind: 'reset' | 'signup', email: string) =>
  currentTransaction().updateTable('challenges').set({ used_at: sql`now()` }).where('kind', '=', kind).where('email', '=', email).where('used_at', 'is', null);

/** A mail with the base it is sent from. */
interface BasedMail {
  readonly mail: Mail;
  readonly base: PeopleBase;
}

function resetMail(email: string, asked: PeopleBase, services: Services): Promise<BasedMail | null> {
  return services.tenancy.identity(async () => {
    const account = await findAccount(email);
    if (!account) return null;
    const base = await selectAccountBase(account, asked, services);
    const token = createSecret();
    await voiding('reset', email).execute();
    await currentTransaction()
      .insertInto('challenges')
      .values({ id_hash: services.sealer.hash(token), kind: 'reset', user_id: account.id, email, expires_at: fromNow(resetMinutes * 60) })
      .execute();
    const mail = {
      to: account.email,
      subject: `Reset your ${base.product} password`,
      text: `We received a request to reset the password for ${account.email}.

Choose a new password within ${resetMinutes} minutes:
${base.url}/password/reset?token=${token}

The link works once. If this wasn’t you, ignore this email. Your password won’t change.`,
    };
    return { mail, base };
  });
}

function signupMail(email: string, address: string | null, asked: PeopleBase, services: Services): Promise<BasedMail> {
  return services.tenancy.identity(async () => {
    const account = await findAccount(email);
    if (account) {
      const base = await selectAccountBase(account, asked, services);
      const mail = {
        to: email,
        subject: `You already have a ${base.product} account`,
        text: `Someone tried to sign up with ${email}, which already has a ${base.product} account.

Sign in: ${base.url}/sign-in
Forgot password? ${base.url}/password/forgot

If this wasn’t you, ignore this email.`,
      };
      return { mail, base };
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
    const mail = {
      to: email,
      subject: `Your ${asked.product} code`,
      text: `Your code is ${code}. It works once, within ${signupMinutes} minutes.\n\nIf you didn’t request it, ignore this email.`,
    };
    return { mail, base: asked };
  });
}

/** Sends a mail of the account. */
export async function sendAuthMail(services: Services, { kind, email, address, host }: NonNullable<typeof authMail.given>): Promise<void> {
  const asked = await findPeopleBase(services, host ?? null);
  const based = kind === 'reset' ? await resetMail(email, asked, services) : await signupMail(email, address ?? null, asked, services);
  if (!based) return;
  const { mail, base } = based;
  await services.mailer.send(mail, base.companyId === null ? null : await findSender(services, base.companyId));
}
