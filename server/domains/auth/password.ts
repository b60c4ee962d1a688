/** Passwords by argon2id. An unknown account costs the same time and gets the same answer as a wrong password. */
import { hash, verify } from '@node-rs/argon2';
import type { FastifyRequest } from 'fastify';
import type { routes } from '#contract/index.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Handler } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { audit, publishLogin } from './audit.ts';
import { completeSignIn } from './cookieSignIn.ts';
import { isAllowedHere } from './demo.ts';
import { acquirePasswordAttempt, resetPasswordAttempts } from './lanes.ts';
import { createSecret } from './secrets.ts';

/** The argon2id hash of a password, with the library's parameters (19 MiB, 2 passes). */
export const hashPassword = (password: string) => hash(password);

/** Hash compared for an account without a password; its own password is random and unknown. */
const nobodysHash = hash(createSecret());

/** Does the password fit? Takes as long when there is no hash. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const verified = await verify(passwordHash ?? (await nobodysHash), password);
  return verified && passwordHash !== null;
}

/** User a password authenticated. */
export interface PasswordCheck {
  readonly id: number;
  readonly hasMfa: boolean;
}

const findAccount = (email: string, services: Services) =>
  currentTransaction()
    .selectFrom('users')
    .select(['id', 'email', 'password_hash', 'mfa_enabled_at'])
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .where(isAllowedHere('users', services))
    .executeTakeFirst();

/** Returns the user of this e-mail and password. Refuses with 422 alike for unknown, disabled and wrong; with 429 after too many tries. */
export async function checkPassword(email: string, password: string, request: FastifyRequest, services: Services, deviceName?: string): Promise<PasswordCheck> {
  const account = await services.tenancy.identity(() => findAccount(email, services));
  const tries = await acquirePasswordAttempt(email, account?.id ?? null, request, services, deviceName);
  const proved = await verifyPassword(account?.password_hash ?? null, password);
  await services.tenancy.identity(async () => {
    if (proved) return resetPasswordAttempts(tries);
    await audit({ action: 'login.failed', userId: account?.id ?? null, subject: email }, request);
    publishLogin('failed', account?.id ?? null, services);
  });
  if (!proved || !account) throw new AppError('credentials');
  return { id: account.id, hasMfa: account.mfa_enabled_at !== null };
}

/** POST /sanctum/login: signs in by cookie, or asks for the second factor (RULE-170). */
export const login: Handler<typeof routes.auth.login> = async ({ body, request, reply, services }) => {
  const proved = await checkPassword(body.email, body.password, request, services);
  return completeSignIn({ userId: proved.id, hasMfa: proved.hasMfa, remember: body.remember ?? false, how: 'password' }, request, reply, services);
};
