/**
 * Connections under way (OAuth): each is bound to a session, a company and a provider, is good for ten minutes and for one return. The state travels through the vendor;
 * only its hash is stored.
 */
import { sql } from 'kysely';
import { calculatePKCECodeChallenge, randomPKCECodeVerifier, randomState } from 'openid-client';
import type { OAuthProvider } from '#contract/integrations/enums.ts';
import { integrationLimits } from '#contract/integrations/limits.ts';
import type { ActingUser } from '../../access/companyTransaction.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';

/** The person who connects, in their session. */
export interface Connector extends ActingUser {
  readonly authUser: Pick<AuthUser, 'userId' | 'onlyCompanyId' | 'apiKey' | 'sessionId'>;
}

const purpose = 'oauth transaction';

/** Begins a connection, in the open transaction of the company. `challenge` null: the vendor takes none. */
export async function beginTransaction(
  { sealer }: Pick<Services, 'sealer'>,
  { authUser }: Connector,
  provider: OAuthProvider,
  usesPkce: boolean,
): Promise<{ readonly state: string; readonly challenge: string | null }> {
  const state = randomState();
  const verifier = usesPkce ? randomPKCECodeVerifier() : null;
  await currentTransaction()
    .deleteFrom('oauth_transactions')
    .where('company_id', '=', companyId())
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  await currentTransaction()
    .insertInto('oauth_transactions')
    .values({
      id_hash: sealer.hash(state),
      company_id: companyId(),
      user_id: authUser.userId,
      session_id: authUser.sessionId,
      provider,
      verifier: verifier === null ? null : sealer.seal(purpose, verifier),
      expires_at: sql<Date>`now() + make_interval(mins => ${integrationLimits.oauthMinutes})`,
    })
    .execute();
  return { state, challenge: verifier === null ? null : await calculatePKCECodeChallenge(verifier) };
}

/** A connection that was under way: which company it is for, and its proof. */
interface TakenTransaction {
  readonly companyId: number;
  readonly verifier: string | null;
}

/**
 * Takes a connection under way, once: by its state, or without one where the session has exactly one with this provider. Refuses one that is unknown, old, used, another
 * provider's or another session's (410).
 */
export async function takeTransaction(
  { tenancy, sealer }: Pick<Services, 'tenancy' | 'sealer'>,
  authUser: Pick<AuthUser, 'userId' | 'sessionId'>,
  provider: OAuthProvider,
  state: string | undefined,
): Promise<TakenTransaction> {
  const isPending = sql<boolean>`used_at is null and expires_at > now() and session_id = ${authUser.sessionId} and user_id = ${authUser.userId} and provider = ${provider}`;
  const taken = await tenancy.identity(async () => {
    const pending = currentTransaction().selectFrom('oauth_transactions').select('id_hash').where(isPending);
    const named = state === undefined ? pending : pending.where('id_hash', '=', sealer.hash(state));
    const [only, ...more] = await named.limit(2).execute();
    if (!only || more.length > 0) return null;
    return currentTransaction()
      .updateTable('oauth_transactions')
      .set({ used_at: sql<Date>`now()` })
      .where('id_hash', '=', only.id_hash)
      .where(isPending)
      .returning(['company_id', 'verifier'])
      .executeTakeFirst();
  });
  if (!taken) throw new AppError('link_expired', { message: 'This connection was not started here, is too old, or was already completed. Connect again.' });
  const verifier = taken.verifier === null ? null : sealer.open(purpose, taken.verifier);
  if (taken.verifier !== null && verifier === null) throw new AppError('link_expired');
  return { companyId: taken.company_id, verifier };
}

/** The same for a return into the company that is open. One of another company is refused in words (409), and is used up. */
export async function takeOwnTransaction(
  services: Pick<Services, 'tenancy' | 'sealer'>,
  { authUser, membership }: Connector,
  provider: OAuthProvider,
  state: string | undefined,
): Promise<TakenTransaction> {
  const taken = await takeTransaction(services, authUser, provider, state);
  if (taken.companyId !== membership.companyId)
    throw new AppError('conflict', {
      message: 'This connection was started in another company, so nothing was connected. Switch to that company and connect again.',
    });
  return taken;
}
