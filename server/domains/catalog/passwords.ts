/** Passwords of catalog accounts: changed by who knows the present one, or by a mailed code. */
import { messages } from '#contract/core/messages.ts';
import type { routes } from '#contract/index.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Handler } from '../../http/handlers.ts';
import { hashNewPassword } from '../auth/newPassword.ts';
import { verifyPassword } from '../auth/password.ts';
import { consumeAttempt, toCountedAddress } from '../auth/rateLimiter.ts';
import { requestCode, tryCode } from './codes.ts';

const toOwnWords = (...words: readonly (string | null)[]) => words.filter((word) => word !== null);

/** PUT /caddy/auth/password: ends every other session of the account. */
export const changePassword: Handler<typeof routes.catalog.changePassword> = async ({ body, account, services }) => {
  await consumeAttempt([{ allowance: 'ownPassword', whose: `catalog ${account.id}` }], services);
  const row = await services.tenancy.identityReading(() =>
    currentTransaction().selectFrom('catalog_accounts').select(['email', 'name', 'password_hash']).where('id', '=', account.id).executeTakeFirst(),
  );
  if (!row) throw new AppError('unauthenticated');
  const { email, name, password_hash: present } = row;
  if (email === null) throw new AppError('invalid', { field: 'password', message: 'This account signs in by text and has no password' });
  if (body.currentPassword === undefined) throw new AppError('invalid', { field: 'current_password', message: 'Required' });
  if (!(await verifyPassword(present, body.currentPassword))) throw new AppError('invalid', { field: 'current_password', message: 'Incorrect password' });
  const passwordHash = await hashNewPassword(body.password, toOwnWords(email, name));
  await services.tenancy.identity(async () => {
    await currentTransaction().updateTable('catalog_accounts').set({ password_hash: passwordHash }).where('id', '=', account.id).execute();
    await currentTransaction().deleteFrom('catalog_sessions').where('account_id', '=', account.id).where('token_hash', '<>', account.tokenHash).execute();
  });
  return { message: 'Password changed. Other devices are signed out.' };
};

/** POST /caddy/auth/password/reset/code: the same answer whether there is such an account or not. */
export const sendResetCode: Handler<typeof routes.catalog.sendResetCode> = async ({ body, request, services }) => {
  await requestCode(services, request, { provider: 'email', address: body.email, purpose: 'reset' });
  return { message: 'If an account exists for this email, we’ve sent a code' };
};

/** POST /caddy/auth/password/reset: refuses a wrong, used or old code and an unknown address alike. */
export const resetPassword: Handler<typeof routes.catalog.resetPassword> = async ({ body, request, services }) => {
  await consumeAttempt([{ allowance: 'catalogTries', whose: toCountedAddress(request.ip) }], services);
  const passwordHash = await hashNewPassword(body.password, [body.email]);
  const isSet = await services.tenancy.identity(async () => {
    if (!(await tryCode(services, request, { provider: 'email', address: body.email, purpose: 'reset' }, body.code))) return false;
    const row = await currentTransaction()
      .updateTable('catalog_accounts')
      .set({ password_hash: passwordHash })
      .where('email', '=', body.email)
      .returning('id')
      .executeTakeFirst();
    if (row) await currentTransaction().deleteFrom('catalog_sessions').where('account_id', '=', row.id).execute();
    return row !== undefined;
  });
  if (!isSet) throw new AppError('code_wrong');
  return { message: messages.passwordReset };
};
