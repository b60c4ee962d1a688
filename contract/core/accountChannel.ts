/** The realtime channel of an account of the consumer catalog; apart, since the app of companies never loads it. */
import * as z from 'zod/mini';

/** The private channel of an account of the consumer catalog. */
export const getAccountChannel = (accountId: number) => `private-account-${accountId}`;

/** Name of its events. */
export const accountEvent = 'account';

/** Event of the channel: the use of the account has changed, and is fetched anew. */
export const AccountEvent = z.object({ kind: z.literal('usage-updated') });
