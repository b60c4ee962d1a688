/** Sessions of catalog accounts: a bearer token, known by its hash alone, which no other realm takes. */
import { sql } from 'kysely';
import { currentTransaction } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';
import { createSecret } from '../auth/secrets.ts';
import { fromNow } from '../auth/sessions.ts';

/** Seconds a session lasts. */
const sessionSeconds = 90 * 24 * 60 * 60;

/** Begins a session of an account in the open identity transaction; what the person is told of it (RULE-229). */
export async function beginSession(accountId: number, { sealer }: Pick<Services, 'sealer'>) {
  const token = createSecret();
  await currentTransaction()
    .insertInto('catalog_sessions')
    .values({ token_hash: sealer.hash(token), account_id: accountId, expires_at: fromNow(sessionSeconds) })
    .execute();
  const { id, iap_id, plan, subscription_status } = await currentTransaction()
    .updateTable('catalog_accounts')
    .set({ last_active_at: sql<Date>`now()` })
    .where('id', '=', accountId)
    .returning(['id', 'iap_id', 'plan', 'subscription_status'])
    .executeTakeFirstOrThrow();
  return { codeSent: false, accountId: id, token, iapId: iap_id, plan, subscriptionStatus: subscription_status };
}

/** Ends a session in the open identity transaction: its token is worth nothing from the commit on. */
export const endSession = (tokenHash: string) => currentTransaction().deleteFrom('catalog_sessions').where('token_hash', '=', tokenHash).execute();
