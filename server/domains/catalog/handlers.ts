/** Every call of the area catalog. */
import type { routes } from '#contract/index.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import { invitations, invite } from './invitations.ts';
import { catalogSweep } from './jobs.ts';
import { activate, inactivity, numbers, removalDate, removeNumber } from './numbers.ts';
import { add, listOffers, lockAccount, random, replace } from './offers.ts';
import { changePassword, resetPassword, sendResetCode } from './passwords.ts';
import { decideReview, review, reviews, staffReviews } from './reviews.ts';
import { endSession } from './sessions.ts';
import { login, register } from './signing.ts';
import { uploadFiles } from './uploads.ts';
import { channelAuth, usage } from './usage.ts';

/** The profile of an account. In its transaction. */
async function readProfile(accountId: number) {
  const row = await currentTransaction()
    .selectFrom('catalog_accounts')
    .select(['id', 'email', 'phone', 'name', 'created_at'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw new AppError('unauthenticated');
  return { id: row.id, email: row.email, phoneNumber: row.phone, name: row.name, createdAt: row.created_at.toISOString() };
}

export const handlers: Handlers<typeof routes.catalog> = {
  register,
  login,
  offers: ({ account }) => listOffers(account.id),
  random,
  replace,
  add,
  removeNumber,
  activate,
  numbers,
  profile: ({ account }) => readProfile(account.id),
  saveProfile: async ({ body, account }) => {
    await currentTransaction().updateTable('catalog_accounts').set({ name: body.name }).where('id', '=', account.id).execute();
    return readProfile(account.id);
  },
  changePassword,
  sendResetCode,
  resetPassword,
  endSession: async ({ account: { tokenHash }, services }) => {
    await services.tenancy.identity(() => endSession(tokenHash));
    return undefined;
  },
  deleteAccount: async ({ account, services }) => {
    await services.tenancy.identity(async () => {
      await lockAccount(account.id);
      const mine = currentTransaction().updateTable('catalog_numbers').where('account_id', '=', account.id);
      await currentTransaction().deleteFrom('catalog_numbers').where('account_id', '=', account.id).where('state', '=', 'offered').execute();
      // Held back, so that callers of the former owner do not reach the next.
      await mine.set({ state: 'leaving', is_active: false, will_be_removed_at: removalDate() }).execute();
      const gone = await currentTransaction().deleteFrom('catalog_accounts').where('id', '=', account.id).returning(['email', 'phone']).executeTakeFirst();
      const addresses = [gone?.email, gone?.phone].filter((address) => address != null);
      // Files sent to support leave the store.
      await services.jobs.enqueue(catalogSweep, {}, { key: `catalog-account-${account.id}` });
      if (addresses.length > 0) await currentTransaction().deleteFrom('catalog_challenges').where('address', 'in', addresses).execute();
    });
    return undefined;
  },
  inactivity,
  usage,
  channelAuth,
  invite,
  invitations,
  reviews,
  review,
  staffReviews,
  decideReview,
  uploadFiles,
};
