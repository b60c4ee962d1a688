/** Accounts of the consumer catalog as callers: known by a bearer token that no other realm takes. */
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { currentTransaction } from '../db/tenancy.ts';
import { isBearer, readCredential } from '../domains/auth/cookies.ts';
import type { Services } from '../services.ts';
import type { CatalogAccount } from './handlers.ts';

/** The last use of an account is written down once in this many seconds. */
const touchSeconds = 300;

/** Finds the account whose token the request carries; null for any other credential. */
export async function findCatalogAccount(request: FastifyRequest, { sealer, tenancy }: Pick<Services, 'sealer' | 'tenancy'>): Promise<CatalogAccount | null> {
  const token = isBearer(request) ? readCredential(request) : null;
  if (token === null) return null;
  const tokenHash = sealer.hash(token);
  const found = await tenancy.identityReading(() =>
    currentTransaction()
      .selectFrom('catalog_sessions as s')
      .innerJoin('catalog_accounts as a', 'a.id', 's.account_id')
      .where('s.token_hash', '=', tokenHash)
      .where('s.expires_at', '>', sql<Date>`now()`)
      .select(['a.id', 's.id as session_id', sql<boolean>`a.last_active_at < now() - make_interval(secs => ${touchSeconds})`.as('is_stale')])
      .executeTakeFirst(),
  );
  if (!found) return null;
  if (found.is_stale)
    await tenancy.identity(() =>
      currentTransaction().updateTable('catalog_accounts').set({ last_active_at: sql<Date>`now()` }).where('id', '=', found.id).execute(),
    );
  return { id: found.id, tokenHash, sessionId: found.session_id };
}
