/** API keys of a company: listing, creating and deleting them. Runs in the open transaction of one company. */
import { sql } from 'kysely';
import type { ApiKey, ApiKeyWithSecret } from '#contract/apiKeys/entities.ts';
import { apiKeyLimits as limits } from '#contract/apiKeys/limits.ts';
import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import { recordAudit } from '../../access/auditLog.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { apiKeyPrefix } from '../../http/apiKeys.ts';
import { AppError, alreadyThere } from '../../http/errors.ts';
import type { AuthUser } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { createSecret } from '../auth/secrets.ts';
import { formatUserName } from '../auth/users.ts';

type CreateBody = RouteBody<typeof routes.apiKeys.create>;

/** Acting person, and where they are. */
interface Actor {
  readonly authUser: AuthUser;
  readonly address: string;
}

/** Characters of a key behind its prefix that are shown afterwards. */
const shownCharacters = 6;

const select = () =>
  currentTransaction()
    .selectFrom('api_keys as k')
    .leftJoin('users as u', 'u.id', 'k.created_by')
    .leftJoin('memberships as m', (join) => join.onRef('m.company_id', '=', 'k.company_id').onRef('m.user_id', '=', 'k.created_by').on('m.role', '=', 'owner'))
    .where('k.company_id', '=', companyId())
    .select(['k.id', 'k.name', 'k.start', 'k.role', 'k.scope', 'k.created_by', 'k.created_at', 'k.expires_at', 'k.last_used_at', 'm.role as owns'])
    .select(['u.first_name', 'u.last_name', 'u.email'])
    .select(sql<boolean>`coalesce(k.expires_at <= now(), false)`.as('is_expired'));

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

function findState({ is_expired, owns }: Row): ApiKey['state'] {
  if (owns === null) return 'stopped';
  return is_expired ? 'expired' : 'active';
}

const toApiKey = (row: Row): ApiKey => ({
  id: row.id,
  name: row.name,
  start: row.start,
  role: row.role,
  scope: row.scope,
  state: findState(row),
  // A person who left the company is not read from it any more.
  createdBy: {
    id: row.created_by,
    name: formatUserName({ first_name: row.first_name ?? '', last_name: row.last_name ?? '', email: row.email ?? 'Removed user' }),
  },
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

/** Keys of the open company, by their name. */
export const listApiKeys = async (): Promise<ApiKey[]> => (await select().orderBy('k.name').execute()).map(toApiKey);

/** Creates a key. Refuses a name the company has, and one above the limit. */
export async function createApiKey({ sealer }: Pick<Services, 'sealer'>, body: CreateBody, { authUser, address }: Actor): Promise<ApiKeyWithSecret> {
  // Two who make one at once are counted and compared one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`api keys ${companyId()}`}, 0))`.execute(currentTransaction());
  const known = await listApiKeys();
  if (known.some(({ name }) => name === body.name))
    throw new AppError('conflict', { title: alreadyThere, field: 'name', message: 'An API key with this name exists already. Use another name.' });
  if (known.length >= limits.keys) throw new AppError('invalid', { message: `A company has up to ${limits.keys} API keys. Delete one first.` });
  const secret = `${apiKeyPrefix}${createSecret()}`;
  const { id } = await currentTransaction()
    .insertInto('api_keys')
    .values({
      company_id: companyId(),
      name: body.name,
      start: secret.slice(0, apiKeyPrefix.length + shownCharacters),
      secret_hash: sealer.hash(secret),
      role: body.role,
      scope: body.scope,
      created_by: authUser.userId,
      expires_at: body.expiresInDays == null ? null : sql<Date>`now() + make_interval(days => ${body.expiresInDays})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { role, scope } = body;
  await recordAudit({ action: 'apiKey.created', companyId: companyId(), subject: body.name, detail: { id, role, scope } }, authUser, address);
  recordChange({ kind: 'api-key-updated', id });
  const made = await select().where('k.id', '=', id).executeTakeFirstOrThrow();
  return { ...toApiKey(made), secret };
}

/** Deletes a key. */
export async function deleteApiKey(id: number, { authUser, address }: Actor): Promise<void> {
  const gone = await currentTransaction()
    .deleteFrom('api_keys')
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  if (!gone) throw new AppError('not_found');
  await recordAudit({ action: 'apiKey.deleted', companyId: companyId(), subject: gone.name, detail: { id } }, authUser, address);
  recordChange({ kind: 'api-key-updated', id });
}
