/** Signing up and in, in two steps: without a code one is sent, with it a session begins (RULE-228 to RULE-231). */
import { messages } from '#contract/core/messages.ts';
import type { routes } from '#contract/index.ts';
import { normalisePhone } from '#contract/text/e164.ts';
import { checkMessageDestination } from '../../compliance/destinations.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Handler } from '../../http/handlers.ts';
import { resetSlowTurns, takeSlowTurns } from '../auth/lanes.ts';
import { hashNewPassword } from '../auth/newPassword.ts';
import { verifyPassword } from '../auth/password.ts';
import { consumeAttempt, formatWait, toCountedAddress } from '../auth/rateLimiter.ts';
import { type CodeAddress, requestCode, tryCode } from './codes.ts';
import { beginSession } from './sessions.ts';

interface Credentials {
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly phoneNumber?: string | undefined;
}

const missing = (field: string) => new AppError('invalid', { field: `credentials.${field}`, message: 'Required' });
const refused = () => new AppError('unauthenticated', { message: messages.notAuthorized });

/** Reads where the code goes; null for a provider that there is none of. Refuses credentials that are not those of the provider. */
function readAddress(provider: string, { email, password, phoneNumber }: Credentials): CodeAddress | null {
  if (provider === 'email') {
    if (email === undefined) throw missing('email');
    if (password === undefined) throw missing('password');
    if (phoneNumber !== undefined) throw new AppError('invalid', { field: 'credentials.phone_number', message: 'Not used with provider email' });
    return { provider, address: email };
  }
  if (provider !== 'phone_number') return null;
  if (phoneNumber === undefined) throw missing('phone_number');
  if (email !== undefined || password !== undefined)
    throw new AppError('invalid', {
      field: email === undefined ? 'credentials.password' : 'credentials.email',
      message: 'Not used with provider phone_number',
    });
  const address = normalisePhone(phoneNumber);
  const fault = address === null ? 'Enter a phone number like +1 212-555-0123' : checkMessageDestination(address);
  if (address === null || fault !== null) throw new AppError('invalid', { field: 'credentials.phone_number', message: fault ?? '' });
  return { provider, address };
}

const findAccount = ({ provider, address }: CodeAddress) =>
  currentTransaction()
    .selectFrom('catalog_accounts')
    .select(['id', 'password_hash'])
    .where(provider === 'email' ? 'email' : 'phone', '=', address)
    .executeTakeFirst();

const alreadyThere = ({ provider }: CodeAddress) =>
  new AppError('conflict', {
    title: 'Account',
    message: `An account with this ${provider === 'email' ? 'email' : 'phone number'} already exists. Sign in instead.`,
  });

/** POST /caddy/auth/register. */
export const register: Handler<typeof routes.catalog.register> = async ({ body, request, services }) => {
  const to = readAddress(body.provider, body.credentials);
  if (to === null) throw new AppError('invalid', { field: 'provider', message: 'One of: email, phone_number' });
  const { code, credentials } = body;
  // An address says whether there is an account (RULE-230): asking is counted.
  await consumeAttempt([{ allowance: 'catalogTries', whose: toCountedAddress(request.ip) }], services);
  const passwordHash = to.provider === 'email' ? await hashNewPassword(credentials.password ?? '', [to.address]) : null;
  if (code === undefined) {
    if (await services.tenancy.identityReading(() => findAccount(to))) throw alreadyThere(to);
    await requestCode(services, request, { ...to, purpose: 'register' });
    return { codeSent: true };
  }
  const made = await services.tenancy.identity(async () => {
    if (!(await tryCode(services, request, { ...to, purpose: 'register' }, code))) return 'wrong';
    const row = await currentTransaction()
      .insertInto('catalog_accounts')
      .values(to.provider === 'email' ? { email: to.address, password_hash: passwordHash } : { phone: to.address })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return row ? beginSession(row.id, services) : 'there';
  });
  if (made === 'wrong') throw new AppError('code_wrong');
  if (made === 'there') throw alreadyThere(to);
  return made;
};

const tooManyTries = (seconds: number) =>
  new AppError('too_many_requests', { retryAfter: seconds, message: `Too many sign-in attempts. Try again in ${formatWait(seconds)}.` });

/** POST /caddy/auth/login. Guesses slow an account down and lock nobody out. Texts are said to be sent to any number; a wrong password, an unknown e-mail and another provider answer alike (401). */
export const login: Handler<typeof routes.catalog.login> = async ({ body, request, services }) => {
  const to = readAddress(body.provider, body.credentials);
  if (to === null) throw refused();
  const { code, credentials } = body;
  await consumeAttempt([{ allowance: 'catalogTries', whose: toCountedAddress(request.ip) }], services);
  const turns = await takeSlowTurns(`catalog ${to.address}`, request, services, tooManyTries);
  const account = await services.tenancy.identityReading(() => findAccount(to));
  if (to.provider === 'email' && !(await verifyPassword(account?.password_hash ?? null, credentials.password ?? ''))) throw refused();
  if (code === undefined) {
    // A right password was no guess; a number has proved nothing yet.
    if (to.provider === 'email') await services.tenancy.identity(() => resetSlowTurns(turns));
    await requestCode(services, request, { ...to, purpose: 'login' });
    return { codeSent: true };
  }
  const session = await services.tenancy.identity(async () => {
    const isRight = await tryCode(services, request, { ...to, purpose: 'login' }, code);
    if (!isRight || !account) return null;
    await resetSlowTurns(turns);
    return beginSession(account.id, services);
  });
  if (session === null) throw refused();
  return session;
};
