/** API keys as callers: a company's own software, in the name of the owner who made the key. */
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { currentTransaction } from '../db/tenancy.ts';
import { isBearer, readCredential } from '../domains/auth/cookies.ts';
import { isAllowedHere } from '../domains/auth/demo.ts';
import type { FoundCaller } from '../domains/auth/sessions.ts';
import { formatUserName } from '../domains/auth/users.ts';
import type { Services } from '../services.ts';

/** First characters of every key: told from a session's token at a glance, and by scanners of source code. */
export const apiKeyPrefix = 'keyline_';

/** The key the request carries; null for any other credential. */
export function readApiKey(request: FastifyRequest): string | null {
  const credential = isBearer(request) ? readCredential(request) : null;
  return credential?.startsWith(apiKeyPrefix) ? credential : null;
}

const touch = (id: number) => async () => {
  await currentTransaction().updateTable('api_keys').set({ last_used_at: sql<Date>`now()` }).where('id', '=', id).execute();
};

/**
 * Finds the caller of a key: null where there is no such key, it expired, or who made it is not an owner of its company any more. Runs in an identity transaction that
 * may be a reading one.
 */
export async function findKeyCaller(secret: string, { tenantHost }: FastifyRequest, services: Services): Promise<FoundCaller | null> {
  const row = await currentTransaction()
    .selectFrom('api_keys as k')
    .innerJoin('companies as c', 'c.id', 'k.company_id')
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 'k.created_by').on('u.disabled_at', 'is', null))
    .innerJoin('memberships as m', (join) => join.onRef('m.company_id', '=', 'k.company_id').onRef('m.user_id', '=', 'k.created_by').on('m.role', '=', 'owner'))
    .where('k.secret_hash', '=', services.sealer.hash(secret))
    .where(sql<boolean>`(k.expires_at is null or k.expires_at > now())`)
    .where(isAllowedHere('u', services))
    .select(['k.id', 'k.uuid', 'k.company_id', 'k.name', 'k.role', 'k.scope', 'c.account_status', 'm.number_ids'])
    .select(['u.id as user_id', 'u.email', 'u.first_name', 'u.last_name'])
    .select(sql<boolean>`(k.last_used_at is null or k.last_used_at < now() - interval '1 minute')`.as('is_stale'))
    .executeTakeFirst();
  // At a company's own host the keys of that company alone.
  if (!row || (tenantHost !== null && tenantHost.companyId !== row.company_id)) return null;
  const caller = {
    userId: row.user_id,
    name: formatUserName(row),
    email: row.email,
    isStaff: false,
    sessionId: row.uuid,
    sessionKind: 'key' as const,
    impersonatorId: null,
    onlyCompanyId: row.company_id,
    apiKey: {
      id: row.id,
      companyId: row.company_id,
      name: row.name,
      role: row.role,
      numberIds: row.number_ids,
      mayWrite: row.scope === 'write',
      accountStatus: row.account_status,
    },
  };
  return { caller, touch: row.is_stale ? touch(row.id) : null };
}
