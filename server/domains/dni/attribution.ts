/** Attributes a call to visitors who had its number. Runs in the transaction in which the call arrives: one indexed lookup. */
import { sql } from 'kysely';
import type { DeviceType } from '#contract/dni/enums.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';

interface Candidate {
  readonly pool_id: number | null;
  readonly pool_name: string | null;
  readonly session_id: number | null;
  readonly session_pool: number;
  readonly beat_at: Date;
  readonly source: string;
  readonly source_detail: string | null;
  readonly first_source: string;
  readonly medium: string | null;
  readonly campaign: string | null;
  readonly landing: string;
  readonly page: string;
  readonly last_seen_at: Date;
  readonly device_type: DeviceType;
}

/** Minutes after which it is half as likely that a visitor calls. */
const halfMinutes = 5;
/** Visitors below this chance are left out. */
const minShare = 0.01;

/** Chances of visitors by the time since each was last seen with the number; they sum up to 1. */
export function computeShares(lastBeats: readonly Date[], at: Date): number[] {
  const weights = lastBeats.map((beat) => 0.5 ** (Math.max(0, at.getTime() - beat.getTime()) / 60_000 / halfMinutes));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return sum === 0 ? weights.map(() => 1 / weights.length) : weights.map((weight) => weight / sum);
}

/**
 * Leases of the number that lived at the moment, or had ended within their hold before it; else its pool alone. `until` is the last beat with the hold, so that
 * another hold is the time within which a former visitor may still call.
 */
const findCandidates = async (numberId: number, at: Date): Promise<Candidate[]> =>
  (
    await sql<Candidate>`
    select p.id as pool_id, p.name as pool_name, held.*
    from phone_numbers n
    left join dni_pools p on p.id = coalesce(n.pool_id, (select f.id from dni_pools f where f.fallback_number_id = n.id order by f.id limit 1))
    left join lateral (
      select s.id as session_id, l.pool_id as session_pool, l.beat_at, s.source, s.source_detail, s.first_source, s.medium, s.campaign, s.landing, s.page, s.last_seen_at, s.device_type
      from dni_leases l join dni_sessions s on s.id = l.session_id
      where l.number_id = n.id and l.taken_at <= ${at} and l.until > ${at}::timestamptz - make_interval(mins => l.hold_minutes)
      order by l.taken_at desc limit 4
    ) held on true
    where n.id = ${numberId} and n.company_id = ${companyId()}`.execute(currentTransaction())
  ).rows;

/** Writes where a call came from. The likeliest visitor is the call’s own; a number of a pool that nobody had gives the pool’s name (the end of the precedence). */
export async function attributeCall(callId: number, numberId: number, at: Date): Promise<void> {
  const found = await findCandidates(numberId, at);
  const visitors = found.filter((row) => row.session_id !== null);
  const [pool] = found;
  if (visitors.length === 0) {
    if (pool?.pool_id === null || pool?.pool_id === undefined) return;
    await setSource(callId, { traffic_source: pool.pool_name, dni_pool_id: pool.pool_id });
    return;
  }
  const shares = computeShares(
    visitors.map((row) => row.beat_at),
    at,
  );
  const ranked = visitors.map((row, index) => ({ row, share: shares[index] ?? 0 })).sort((a, b) => b.share - a.share);
  const kept = ranked.filter(({ share }, index) => index === 0 || share >= minShare);
  const sum = kept.reduce((total, { share }) => total + share, 0);
  const [first] = kept;
  if (!first) return;
  await currentTransaction()
    .insertInto('dni_call_visitors')
    .values(
      kept.map(({ row, share }) => ({
        company_id: companyId(),
        call_id: callId,
        session_id: row.session_id,
        share: share / sum,
        source: row.source,
        source_detail: row.source_detail,
        first_source: row.first_source,
        medium: row.medium,
        campaign: row.campaign,
        landing: row.landing,
        last_page: row.page,
        last_seen_at: row.last_seen_at,
        device_type: row.device_type,
      })),
    )
    .execute();
  const { row } = first;
  await setSource(callId, {
    traffic_source: row.source,
    first_traffic_source: row.first_source === row.source ? null : row.first_source,
    dni_pool_id: row.session_pool,
    device_type: row.device_type,
    dni_session_id: row.session_id,
  });
}

interface CallSource {
  readonly traffic_source: string | null;
  readonly first_traffic_source?: string | null;
  readonly dni_pool_id: number;
  readonly device_type?: DeviceType;
  readonly dni_session_id?: number | null;
}

const setSource = (callId: number, source: CallSource) =>
  currentTransaction().updateTable('calls').set(source).where('company_id', '=', companyId()).where('id', '=', callId).execute();
