/** Sessions: who calls, how a session begins, rotates and ends (spec 2.3, 2.4). A session is known by the hash of its secret alone. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { currentTransaction, executePrepared } from '../../db/tenancy.ts';
import type { AuthUser } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { clearSessionCookie, isBearer, readCredential, readSessionSecret, setSessionCookie } from './cookies.ts';
import { isAllowedHere } from './demo.ts';
import { verifyPushToken } from './pushToken.ts';
import { createSecret } from './secrets.ts';
import { formatUserName } from './users.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Lifetimes of sessions, in seconds. `idle` is without a request, `absolute` at all. */
export const sessionTtlSeconds = {
  cookie: { idle: 12 * hour, absolute: 7 * day },
  remembered: { idle: 30 * day, absolute: 90 * day },
  /** Between password and code. */
  pending: { idle: 10 * minute, absolute: 10 * minute },
  /** A member of staff acting as somebody (S-050). */
  acting: { idle: 30 * minute, absolute: 30 * minute },
  /** An access token, and what a refresh token may reach. */
  token: { access: hour, idle: 30 * day, absolute: 180 * day },
} as const;

/** Instant `seconds` from now, by the database's clock. */
export const fromNow = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

const live = sql<boolean>`s.idle_expires_at > now() and s.expires_at > now()`;
/** Acting as somebody lasts no longer than the staff session behind it. */
const mayAct = sql<boolean>`(s.impersonator_id is null or (staff.is_staff and staff.disabled_at is null and parked.expires_at > now()))`;

const callers = (services: Services) =>
  currentTransaction()
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 's.user_id').on('u.disabled_at', 'is', null))
    .leftJoin('users as staff', 'staff.id', 's.impersonator_id')
    .leftJoin('sessions as parked', 'parked.id', 's.staff_session_id')
    .select(['s.id', 's.user_id', 's.kind', 's.remember', 's.impersonator_id', 's.host', 'u.email', 'u.first_name', 'u.last_name', 'u.is_staff'])
    .select(sql<boolean>`s.last_seen_at < now() - interval '1 minute'`.as('is_stale'))
    .where(sql<boolean>`${live} and ${mayAct} and not s.mfa_pending`)
    .where(isAllowedHere('u', services))
    // Acting as someone ends with the member of staff who acts.
    .where(isAllowedHere('staff', services));

type CallerRow = Awaited<ReturnType<ReturnType<typeof callers>['executeTakeFirstOrThrow']>>;

const getIdleSeconds = (row: CallerRow) => {
  if (row.impersonator_id !== null) return sessionTtlSeconds.acting.idle;
  return row.remember ? sessionTtlSeconds.remembered.idle : sessionTtlSeconds.cookie.idle;
};

async function touch(row: CallerRow): Promise<void> {
  const seen = currentTransaction().updateTable('sessions').set({ last_seen_at: sql`now()` }).where('id', '=', row.id);
  await (row.kind === 'cookie' ? seen.set({ idle_expires_at: sql`least(expires_at, ${fromNow(getIdleSeconds(row))})` }) : seen).execute();
}

/** Sessions of the host the request came in by: a cookie made at one host is worth nothing at another (S-025). */
const ofHost = ({ tenantHost }: FastifyRequest) => sql<boolean>`s.host is not distinct from ${tenantHost?.host ?? null}`;

/** The session that a request names, as a query. */
function findCallers(request: FastifyRequest, services: Services) {
  const token = readCredential(request);
  if (token === null) return null;
  if (!isBearer(request))
    return callers(services).where('s.secret_hash', '=', services.sealer.hash(token)).where('s.kind', '=', 'cookie').where(ofHost(request));
  const beam = verifyPushToken(token, request, services);
  if (beam) return callers(services).where('s.id', '=', beam.sessionId).where('s.user_id', '=', beam.userId).where(ofHost(request));
  return callers(services).where('s.secret_hash', '=', services.sealer.hash(token)).where('s.kind', '=', 'token');
}

/** Asked for by every call. */
async function findRow(request: FastifyRequest, services: Services): Promise<CallerRow | undefined> {
  const found = findCallers(request, services);
  return found === null ? undefined : (await executePrepared(found)).rows[0];
}

/** True but for a token that was made at a tenant's host and is shown elsewhere than at the hosts of that tenant. */
const isOfSameTenant = ({ kind, host }: Pick<CallerRow, 'kind' | 'host'>, { tenantHost }: FastifyRequest, { tenantHosts }: Services): boolean =>
  kind === 'cookie' || host === null || (tenantHost !== null && tenantHosts.peek(host)?.companyId === tenantHost.companyId);

/** Returns which sessions a caller may see and end: at a company's own host those of its hosts alone. */
export const createSessionFilter =
  ({ tenantHosts }: Pick<Services, 'tenantHosts'>, { onlyCompanyId }: Pick<AuthUser, 'onlyCompanyId'>) =>
  ({ host }: { readonly host: string | null }): boolean =>
    onlyCompanyId === null || (host !== null && tenantHosts.peek(host)?.companyId === onlyCompanyId);

/** A caller, and what keeps their session alive when it is time for that. */
export interface FoundCaller {
  readonly caller: AuthUser;
  /** Writes down that the session was used; null while it is known. Runs in an identity transaction. */
  readonly touch: (() => Promise<void>) | null;
}

/** True when the request names a session at all. */
export const hasSessionCredentials = (request: FastifyRequest) => isBearer(request) || readSessionSecret(request) !== null;

/**
 * Finds the calling user: by bearer token where there is one, else by cookie. Null: none, or a user between password and code. Runs in an identity transaction
 * that may be a reading one.
 */
export async function findAuthUser(request: FastifyRequest, services: Services): Promise<FoundCaller | null> {
  const row = await findRow(request, services);
  if (!row || !isOfSameTenant(row, request, services)) return null;
  const caller = {
    userId: row.user_id,
    name: formatUserName(row),
    email: row.email,
    isStaff: row.is_staff,
    sessionId: row.id,
    sessionKind: row.kind,
    impersonatorId: row.impersonator_id,
    onlyCompanyId: request.tenantHost?.companyId ?? null,
    apiKey: null,
  };
  return { caller, touch: row.is_stale ? () => touch(row) : null };
}

/** Options of a new cookie session. */
interface CookieSession {
  readonly userId: number;
  readonly remember?: boolean;
  /** The second factor is still to come: the session can do nothing else. */
  readonly mfaPending?: boolean;
  /** The second factor was proved just now. */
  readonly hasProvedMfa?: boolean;
  readonly acting?: { readonly impersonatorId: number; readonly staffSessionId: string; readonly reason: string };
}

const getLifetime = (wanted: CookieSession) => {
  if (wanted.mfaPending) return sessionTtlSeconds.pending;
  if (wanted.acting) return sessionTtlSeconds.acting;
  return wanted.remember ? sessionTtlSeconds.remembered : sessionTtlSeconds.cookie;
};

/** A session as it was made: the secret goes to the client and is kept nowhere. */
interface MadeSession {
  readonly id: string;
  readonly secret: string;
  /** Seconds. */
  readonly maxAge: number;
}

/** Makes a cookie session in the open transaction; hand it to the browser by `giveSession` once that has committed. */
export async function createCookieSession(wanted: CookieSession, request: FastifyRequest, services: Services): Promise<MadeSession> {
  const secret = createSecret();
  const { idle, absolute } = getLifetime(wanted);
  const { id } = await currentTransaction()
    .insertInto('sessions')
    .values({
      secret_hash: services.sealer.hash(secret),
      user_id: wanted.userId,
      kind: 'cookie',
      mfa_pending: wanted.mfaPending ?? false,
      mfa_at: wanted.hasProvedMfa ? sql`now()` : null,
      remember: wanted.remember ?? false,
      impersonator_id: wanted.acting?.impersonatorId ?? null,
      staff_session_id: wanted.acting?.staffSessionId ?? null,
      reason: wanted.acting?.reason ?? null,
      address: request.ip,
      host: request.tenantHost?.host ?? null,
      idle_expires_at: fromNow(idle),
      expires_at: fromNow(absolute),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, secret, maxAge: absolute };
}

/** Hands a session to the browser, with a fresh CSRF token. */
export const setSessionCookies = (made: MadeSession, reply: FastifyReply, services: Services) => setSessionCookie(reply, services, made.secret, made.maxAge);

/** Takes the session from the browser. */
export const clearSessionCookies = (reply: FastifyReply, services: Services) => clearSessionCookie(reply, services);

/** Ends whatever session the request's cookie names, so that nothing known before a sign-in is worth anything after it. */
export async function deleteCookieSession(request: FastifyRequest, services: Services): Promise<void> {
  const secret = readSessionSecret(request);
  if (secret !== null)
    await currentTransaction().deleteFrom('sessions').where('secret_hash', '=', services.sealer.hash(secret)).where('kind', '=', 'cookie').execute();
}

/** Tells the person's browsers that a session is over, and stops it from hearing more. Call after commit. */
export function publishSessionEnded(userId: number, sessionId: string, services: Services): void {
  services.realtime.user(userId, { kind: 'login-event', event: 'logout', sessionId });
  services.realtime.endSubscriptions(userId);
}
