/** Leases of numbers to visitor sessions. Runs in the open transaction of one company. */
import { sql } from 'kysely';
import { companyId, currentTransaction, executePrepared } from '../../db/tenancy.ts';

/** A lease to take. `holdMinutes`: how long the number stays after the last beat. */
interface LeaseRequest {
  readonly poolId: number;
  readonly sessionId: number;
  readonly holdMinutes: number;
  readonly at: Date;
}

/** `holdMinutes`: of the lease, which the pool's of today does not change. */
export interface LeasedNumber {
  readonly id: number;
  readonly number: string;
  readonly holdMinutes: number;
}

/**
 * Takes the number of a pool that was used least recently and is free, in one statement: its slot is locked, others who ask meanwhile skip it; the lease that ran
 * out ends, the new one begins, and its session names it. Null where none is free. A lease that another transaction began and ended in between is not seen by the statement: it writes
 * nothing then, and the next look sees it.
 */
export async function takeNumber(request: LeaseRequest): Promise<LeasedNumber | null> {
  for (let look = 0; look < maxLooks; look += 1) {
    const { rows } = await executePrepared(take(request));
    const [row] = rows;
    if (row && row.number !== null) return { id: Number(row.id), number: row.number, holdMinutes: request.holdMinutes };
    if (!row || Number(row.slots) === 0) return null;
  }
  return null;
}

const maxLooks = 5;

const take = ({ poolId, sessionId, holdMinutes, at }: LeaseRequest) => sql<{ slots: number; id: number | null; number: string | null }>`
    with slot as (
      select number_id from dni_slots
      where pool_id = ${poolId} and company_id = ${companyId()} and (until is null or until < ${at})
      order by used_at nulls first, number_id limit 1 for update skip locked
    ), ended as (
      update dni_leases set ended_at = least(until, ${at}) from slot
      where dni_leases.number_id = slot.number_id and dni_leases.ended_at is null returning dni_leases.id
    ), taken as (
      insert into dni_leases (company_id, pool_id, number_id, session_id, taken_at, beat_at, until, hold_minutes)
      select ${companyId()}, ${poolId}, slot.number_id, ${sessionId}, ${at}, ${at}, ${at}::timestamptz + make_interval(mins => ${holdMinutes}::int), ${holdMinutes}
      from slot where (select count(*) from ended) >= 0
      on conflict (number_id) where ended_at is null do nothing
      returning number_id, until
    ), used as (
      update dni_slots set used_at = ${at}, until = taken.until from taken where dni_slots.number_id = taken.number_id
    ), shown as (
      update dni_sessions set number_id = taken.number_id from taken where dni_sessions.id = ${sessionId} and dni_sessions.company_id = ${companyId()}
    ), event as (
      insert into dni_events (company_id, session_id, type, at, title)
      select ${companyId()}, ${sessionId}, 'number', ${at}, n.number from taken join phone_numbers n on n.id = taken.number_id
    )
    select (select count(*) from slot) as slots, n.id, n.number
    from (values (1)) one (row) left join taken on true left join phone_numbers n on n.id = taken.number_id`;

/** The slot of the number a session has, locked before its lease: taking a number locks in this order too, so that no two wait for each other. */
const lockSlot = (sessionId: number) => sql`
  select number_id, pool_id from dni_slots where number_id in (
    select number_id from dni_leases where session_id = ${sessionId} and ended_at is null and company_id = ${companyId()}
  ) for update`;

/** Extends the living lease of a session by a beat; the number, null where it has none any more. */
export async function extendLease(sessionId: number, at: Date): Promise<LeasedNumber | null> {
  const { rows } = await executePrepared(sql<{ id: number; number: string; hold: number }>`
    with slot as (${lockSlot(sessionId)}), kept as (
      update dni_leases set beat_at = greatest(beat_at, ${at}), until = greatest(until, ${at}::timestamptz + make_interval(mins => hold_minutes)) from slot
      where dni_leases.number_id = slot.number_id and dni_leases.pool_id = slot.pool_id and session_id = ${sessionId} and ended_at is null
      returning dni_leases.number_id, until, hold_minutes
    ), held as (
      update dni_slots set until = kept.until, used_at = ${at} from kept where dni_slots.number_id = kept.number_id returning dni_slots.number_id, kept.hold_minutes as hold
    )
    select n.id, n.number, held.hold from held join phone_numbers n on n.id = held.number_id`);
  const [row] = rows;
  return row ? { id: Number(row.id), number: row.number, holdMinutes: row.hold } : null;
}

/** Ends the living lease of a session whose number its pool no longer offers, and takes the number off the session; the number rests its hold from the last beat on. */
export async function endLease(sessionId: number, at: Date): Promise<void> {
  await sql`
    with slot as (${lockSlot(sessionId)}), hidden as (update dni_sessions set number_id = null where id = ${sessionId} and company_id = ${companyId()})
    update dni_leases set ended_at = ${at}
    where company_id = ${companyId()} and session_id = ${sessionId} and ended_at is null and (select count(*) from slot) >= 0`.execute(currentTransaction());
}
