/** Visitor sessions as the script begins and continues them. Each call opens its own transactions; no address of a visitor reaches a row. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { dniSourceLabel } from '#contract/dni/enums.ts';
import { dniLimits } from '#contract/dni/limits.ts';
import { isAllowedOrigin } from '#contract/dni/origins.ts';
import { companyId, currentTransaction, executePrepared, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { countAttempts } from '../auth/rateLimiter.ts';
import { endLease, extendLease, type LeasedNumber, takeNumber } from './leases.ts';
import { choosePool, cleanText, isBot, parseVisit, readDevice, toPage, toSource, type Visit } from './visits.ts';

/** A request of a company's script and what its connection says. `address`: only its keyed hash is counted, nothing is stored of it. */
export interface VisitorRequest {
  readonly company: number;
  readonly origin: string;
  readonly userAgent: string;
  readonly address: string;
}

export interface SessionInput {
  readonly session?: string | undefined;
  readonly visitor?: string | undefined;
  readonly url: string;
  readonly referrer?: string | undefined;
  readonly title?: string | undefined;
  /** Id that Google Analytics gave the visitor. */
  readonly ga?: string | null | undefined;
}

/** Answer to the script. `number` null: the page keeps its own. `targets`: numbers of the page to replace. */
interface SessionReply {
  readonly session: string | null;
  readonly visitor: string | null;
  readonly number: string | null;
  readonly targets: readonly string[];
  /** Seconds for which the number stays with the visitor after this answer. */
  readonly holdSeconds: number;
}

const nothing: SessionReply = { session: null, visitor: null, number: null, targets: [], holdSeconds: 0 };
const createKey = () => randomBytes(16).toString('base64url');

/** Counter key of an address. The signature alone: nothing of the address can be read from it. */
const hashAddress = ({ sealer }: Services, { address }: VisitorRequest): string => sealer.sign('dni address', address).split('.').at(-1) ?? '';

/** The company whose script has a key. Refuses one that none has. */
export async function findCompanyOfScript({ tenancy }: Services, key: string): Promise<number> {
  const { rows } = await tenancy.identityReading(() =>
    sql<{ company: number | null }>`select dni_site_company(${key}) as company`.execute(currentTransaction()),
  );
  const company = rows[0]?.company ?? null;
  if (company === null) throw new AppError('not_found');
  return Number(company);
}

/** Pools that are on for the open company. */
const selectLivingPools = () =>
  currentTransaction()
    .selectFrom('dni_pools')
    .leftJoin('phone_numbers as fallback', 'fallback.id', 'dni_pools.fallback_number_id')
    .select([
      'dni_pools.id',
      'dni_pools.name',
      'dni_pools.source',
      'dni_pools.source_value',
      'dni_pools.origins',
      'dni_pools.target_numbers',
      'dni_pools.session_minutes',
      'dni_pools.hold_minutes',
      sql<string | null>`case when fallback.status = 0 then fallback.number end`.as('fallback'),
    ])
    .where('dni_pools.is_active', '=', true)
    .where((eb) =>
      eb.or([
        eb('dni_pools.company_id', '=', companyId()),
        eb('dni_pools.organization_id', '=', eb.selectFrom('companies').select('organization_id').where('id', '=', companyId())),
      ]),
    );
type LivingPool = Awaited<ReturnType<ReturnType<typeof selectLivingPools>['execute']>>[number];

/** Pools for a site. Refuses a site that none is for: a copied key swaps nothing elsewhere. */
async function listPools(origin: string): Promise<LivingPool[]> {
  const pools = (await executePrepared(selectLivingPools())).rows.filter(({ origins }) => isAllowedOrigin(origins, origin));
  if (pools.length === 0) throw new AppError('forbidden', { message: 'This website isn’t one of the pool’s' });
  return pools;
}

/** A session that is not over, locked; null for any other. Sessions of another company are not seen. */
async function findLivingSession({ session, visitor }: { readonly session?: string | undefined; readonly visitor?: string | undefined }, at: Date) {
  if (session === undefined && visitor === undefined) return null;
  const row = await currentTransaction()
    .selectFrom('dni_sessions')
    .select(['id', 'key', 'visitor_key', 'pool_id', 'page', 'pages', 'last_seen_at', 'hold_minutes'])
    .where('company_id', '=', companyId())
    // A page on another host of the site knows the visitor alone.
    .where((eb) => (session === undefined ? eb('visitor_key', '=', visitor ?? '') : eb('key', '=', session)))
    .orderBy('started_at', 'desc')
    .limit(1)
    .where(sql<boolean>`last_seen_at > ${at}::timestamptz - make_interval(mins => session_minutes)`)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}
type LivingSession = NonNullable<Awaited<ReturnType<typeof findLivingSession>>>;

/** The first visit of a visitor: where it came from. */
const findFirstVisit = (visitor: string) =>
  currentTransaction()
    .selectFrom('dni_sessions')
    .select('first_source')
    .where('company_id', '=', companyId())
    .where('visitor_key', '=', visitor)
    .orderBy('started_at')
    .limit(1)
    .executeTakeFirst();

/** Time of the last notice to each company's feed. Each notice is a row of its changes, which anyone could fill by visits. */
const feedTold = new Map<number, number>();
const feedMs = 5_000;

function publishSession(id: number, at: Date): void {
  if (at.getTime() - (feedTold.get(companyId()) ?? 0) < feedMs) return;
  feedTold.set(companyId(), at.getTime());
  recordChange({ kind: 'dni-session', id });
}

const toReply = (pool: LivingPool, session: Pick<LivingSession, 'key' | 'visitor_key'>, number: LeasedNumber | null): SessionReply => ({
  session: session.key,
  visitor: session.visitor_key,
  number: number?.number ?? pool.fallback,
  targets: pool.target_numbers,
  holdSeconds: (number?.holdMinutes ?? pool.hold_minutes) * 60,
});

async function createSession(
  pool: LivingPool,
  visit: Visit,
  { visitor, device, ga }: { visitor: string | undefined; device: ReturnType<typeof readDevice>; ga: string | null },
  at: Date,
) {
  const { source, detail } = toSource(pool, visit);
  const before = visitor === undefined ? undefined : await findFirstVisit(visitor);
  const row = await currentTransaction()
    .insertInto('dni_sessions')
    .values({
      company_id: companyId(),
      key: createKey(),
      visitor_key: visitor ?? createKey(),
      pool_id: pool.id,
      pool_name: pool.name,
      source: dniSourceLabel[source],
      source_detail: detail,
      first_source: before?.first_source ?? dniSourceLabel[source],
      is_first: before === undefined,
      medium: visit.medium,
      campaign: visit.campaign,
      term: visit.term,
      click_parameter: visit.clickParameter,
      click_id: visit.clickId,
      ga_client_id: ga,
      landing: visit.landing,
      referrer: visit.referrer,
      page: visit.landing,
      device_type: device.deviceType,
      browser: device.browser,
      session_minutes: pool.session_minutes,
      hold_minutes: pool.hold_minutes,
      started_at: at,
      last_seen_at: at,
    })
    .returning(['id', 'key', 'visitor_key'])
    .executeTakeFirstOrThrow();
  return row;
}

const addPage = (sessionId: number, page: string, title: string, at: Date) =>
  currentTransaction().insertInto('dni_events').values({ company_id: companyId(), session_id: sessionId, type: 'page', at, title, detail: page }).execute();

/** Marks a session as seen, with the page it is on; the number it has. A number that its pool no longer offers is given back, and another one taken. */
async function continueSession(
  pool: LivingPool,
  session: LivingSession,
  { url, title, ga }: Pick<SessionInput, 'url' | 'title' | 'ga'>,
  isView: boolean,
  at: Date,
) {
  const page = toPage(url) ?? session.page;
  await currentTransaction()
    .updateTable('dni_sessions')
    .set((eb) => ({ last_seen_at: at, page, ...(isView ? { pages: eb('pages', '+', 1) } : {}), ...(ga ? { ga_client_id: ga } : {}) }))
    .where('company_id', '=', companyId())
    .where('id', '=', session.id)
    .execute();
  // Endless reloads fill no timeline.
  if (isView && session.pages < dniLimits.pagesOfSession) await addPage(session.id, page, cleanText(title) ?? page, at);
  const kept = await extendLease(session.id, at);
  if (kept !== null) return kept;
  await endLease(session.id, at);
  return lease(pool, session.id, at);
}

/** Leases a number to a session that has none. */
const lease = (pool: LivingPool, sessionId: number, at: Date) => takeNumber({ poolId: pool.id, sessionId, holdMinutes: pool.hold_minutes, at });

/** A visit that no session is known for yet. */
interface NewVisit {
  readonly pool: LivingPool;
  readonly visit: Visit;
}

/** Goes on with the session that the script names; a visit that needs a new one is returned as it is. In the company's transaction. */
async function continueKnown(request: VisitorRequest, input: SessionInput, at: Date): Promise<SessionReply | NewVisit> {
  const pools = await listPools(request.origin);
  if (isBot(request.userAgent)) return nothing;
  // A page of the same site, or of one beside it, is no place that visitors come from.
  const isOwn = input.referrer != null && pools.some(({ origins }) => isAllowedOrigin(origins, input.referrer ?? ''));
  const visit = parseVisit(input.url, isOwn ? null : (input.referrer ?? null));
  if (visit === null) return nothing;
  const known = await findLivingSession(input, at);
  const own = known && pools.find(({ id }) => id === known.pool_id);
  if (known && own) {
    const number = await continueSession(own, known, input, true, at);
    publishSession(known.id, at);
    return toReply(own, known, number);
  }
  const pool = choosePool(pools, visit);
  return pool === null ? nothing : { pool, visit };
}

/** True while an address may begin another session in a company: each takes a number of the pool, which one address alone could empty. */
async function mayBegin(services: Services, request: VisitorRequest): Promise<boolean> {
  const whose = `${request.company}:${hashAddress(services, request)}`;
  return services.tenancy.identity(async () => {
    // A count that a crash takes back is no harm.
    const unwaited = sql`set local synchronous_commit = off`.execute(currentTransaction());
    const [wait] = await Promise.all([countAttempts([{ allowance: 'visitorBegins', whose }]), unwaited]);
    return wait === 0;
  });
}

/**
 * Begins a session, or goes on with the one that the script names, and leases a number to it. Programs that read pages get none, and nothing is written of them; an
 * address that begins too many is shown the fallback number.
 */
export async function startSession(services: Services, request: VisitorRequest, input: SessionInput, at = new Date()): Promise<SessionReply> {
  if (toPage(input.url) === null) throw new AppError('invalid', { field: 'url', message: 'Send the address of the page' });
  const { tenancy } = services;
  // A visit that names no session goes on with none: nothing is written then.
  const open = input.session === undefined && input.visitor === undefined ? tenancy.companyReading : tenancy.company;
  const known = await open([request.company], null, () => continueKnown(request, input, at));
  if (!('visit' in known)) return known;
  const { pool, visit } = known;
  if (!(await mayBegin(services, request))) return { ...nothing, number: pool.fallback, targets: pool.target_numbers };
  return services.tenancy.company([request.company], null, async () => {
    const started = await createSession(pool, visit, { visitor: input.visitor, device: readDevice(request.userAgent), ga: input.ga ?? null }, at);
    const page = addPage(started.id, visit.landing, cleanText(input.title) ?? visit.landing, at);
    const [number] = await Promise.all([lease(pool, started.id, at), page]);
    publishSession(started.id, at);
    return toReply(pool, started, number);
  });
}

/** A beat of a page that is seen; with `isView` another page of a single-page site. A session that is over answers null: the script begins another one. */
export async function beat(
  services: Services,
  request: VisitorRequest,
  input: {
    readonly session: string;
    readonly url: string;
    readonly title?: string | undefined;
    readonly isView?: boolean | undefined;
    readonly ga?: string | null | undefined;
  },
  at = new Date(),
): Promise<SessionReply> {
  return services.tenancy.company([request.company], null, async () => {
    const pools = await listPools(request.origin);
    const session = await findLivingSession({ session: input.session }, at);
    const pool = session && pools.find(({ id }) => id === session.pool_id);
    if (!session || !pool) return nothing;
    const number = await continueSession(pool, session, input, input.isView === true, at);
    publishSession(session.id, at);
    return toReply(pool, session, number);
  });
}
