/** Visitor sessions as people read them: the feed, one with its timeline, and those behind a call. Runs in the open transaction of one company. */
import { type Selectable, sql } from 'kysely';
import type { CallSource, DniActivity, TimelineEvent } from '#contract/dni/entities.ts';
import { dniLimits } from '#contract/dni/limits.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { canAccessNumber, limitToAccessibleNumbers } from '../../access/numbers.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';
import type { DniTables } from './tables.ts';

/** Two beats and a little: a page that is seen says so once a minute. */
const onlineMs = 2.5 * dniLimits.beatSeconds * 1_000;

/** Sessions whose number the person works; those that got none are for all. */
const selectSessions = ({ numberIds }: Membership) =>
  currentTransaction()
    .selectFrom('dni_sessions')
    .leftJoin('phone_numbers', 'phone_numbers.id', 'dni_sessions.number_id')
    .selectAll('dni_sessions')
    .select(['phone_numbers.number'])
    .select((eb) =>
      eb
        .selectFrom('dni_call_visitors')
        .select((inner) => inner.fn.countAll<number>().as('calls'))
        .whereRef('dni_call_visitors.session_id', '=', 'dni_sessions.id')
        .as('calls'),
    )
    .where('dni_sessions.company_id', '=', companyId())
    .where((eb) => eb.or([eb('dni_sessions.number_id', 'is', null), limitToAccessibleNumbers('dni_sessions.number_id', numberIds)]));

type SessionRow = Selectable<DniTables['dni_sessions']> & { readonly number: string | null; readonly calls: number | null };

function toActivity(row: SessionRow, now: Date): DniActivity {
  return {
    id: row.id,
    poolId: row.pool_id,
    poolName: row.pool_name,
    number: row.number_id === null || row.number === null ? null : { id: row.number_id, number: row.number },
    source: row.source,
    sourceDetail: row.source_detail,
    firstSource: row.first_source,
    isFirstVisit: row.is_first,
    medium: row.medium,
    campaign: row.campaign,
    term: row.term,
    landingPage: row.landing,
    currentPage: row.page,
    pages: row.pages,
    referrer: row.referrer,
    deviceType: row.device_type,
    startedAt: row.started_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    isOnline: now.getTime() - row.last_seen_at.getTime() < onlineMs,
    calls: Number(row.calls ?? 0),
  };
}

/** Sessions, the last seen first; of a pool alone where one is named. */
export async function readFeed(membership: Membership, poolId: number | undefined, now = new Date()) {
  const rows = await selectSessions(membership)
    .$if(poolId !== undefined, (query) => query.where('dni_sessions.pool_id', '=', poolId ?? 0))
    .orderBy('dni_sessions.last_seen_at', 'desc')
    .orderBy('dni_sessions.id', 'desc')
    .limit(dniLimits.feed)
    .execute();
  const data = rows.map((row) => toActivity(row, now));
  return { data, meta: { total: data.length, online: data.filter(({ isOnline }) => isOnline).length } };
}

/** A session with its events and the calls of its number, in their order. */
export async function readTimeline(membership: Membership, id: number, now = new Date()) {
  const row = await selectSessions(membership).where('dni_sessions.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  const events = await currentTransaction()
    .selectFrom('dni_events')
    .select(['id', 'type', 'at', 'title', 'detail'])
    .where('company_id', '=', companyId())
    .where('session_id', '=', id)
    .orderBy('id')
    .execute();
  const calls = await currentTransaction()
    .selectFrom('dni_call_visitors')
    .innerJoin('calls', 'calls.id', 'dni_call_visitors.call_id')
    .select(['calls.id', 'calls.started_at', 'calls.recipient', 'calls.number_id', 'dni_call_visitors.share'])
    .where('dni_call_visitors.company_id', '=', companyId())
    .where('dni_call_visitors.session_id', '=', id)
    .execute();
  const source = [row.source, row.source_detail].filter((part) => part !== null).join(', ');
  const entries: readonly TimelineEvent[] = [
    { type: 'visit', at: row.started_at.toISOString(), title: source, detail: row.referrer, callId: null },
    ...events.map(
      (event): TimelineEvent =>
        event.type === 'number'
          ? { type: 'number', at: event.at.toISOString(), title: displayPhone(event.title), detail: row.pool_name, callId: null }
          : { type: 'page', at: event.at.toISOString(), title: event.title, detail: event.detail, callId: null },
    ),
    ...calls
      .filter((call) => canAccessNumber(membership, call.number_id))
      .map(
        (call): TimelineEvent => ({
          type: 'call',
          at: call.started_at.toISOString(),
          title: displayPhone(call.recipient),
          detail: call.share < 0.995 ? `${Math.round(call.share * 100)}% likely` : null,
          callId: call.id,
        }),
      ),
  ];
  const data = entries.map((event, index) => ({ event, index })).sort((a, b) => a.event.at.localeCompare(b.event.at) || a.index - b.index);
  return { activity: toActivity(row, now), data: data.map(({ event }) => event), meta: { total: data.length } };
}

/** Source of a call. Refuses one that is missing, another company's, or of a number the person does not work. */
export async function readCallSource(membership: Membership, callId: number): Promise<CallSource> {
  const call = await currentTransaction()
    .selectFrom('calls')
    .leftJoin('dni_pools', 'dni_pools.id', 'calls.dni_pool_id')
    .select(['calls.number_id', 'calls.traffic_source', 'calls.dni_pool_id', 'dni_pools.name'])
    .where('calls.company_id', '=', companyId())
    .where('calls.id', '=', callId)
    .executeTakeFirst();
  if (!call || !canAccessNumber(membership, call.number_id)) throw new AppError('not_found');
  const visitors = await currentTransaction()
    .selectFrom('dni_call_visitors')
    .selectAll()
    .where('company_id', '=', companyId())
    .where('call_id', '=', callId)
    .orderBy(sql`share desc`)
    .orderBy('id')
    .execute();
  return {
    callId,
    source: call.traffic_source,
    pool: call.dni_pool_id === null ? null : { id: call.dni_pool_id, name: call.name },
    visitors: visitors.map((row) => ({
      activityId: row.session_id,
      share: row.share,
      source: row.source,
      sourceDetail: row.source_detail,
      firstSource: row.first_source,
      medium: row.medium,
      campaign: row.campaign,
      landingPage: row.landing,
      lastPage: row.last_page,
      lastSeenAt: row.last_seen_at.toISOString(),
      deviceType: row.device_type,
    })),
  };
}
