/**
 * Following a request: the carrier is asked how it stands, when it says that something happened and every ten minutes besides. Each step is written down once; a
 * number that came over becomes one of the company's.
 */

import { finalPortStatuses, type PortNumberStatus, type PortStatus } from '#contract/porting/enums.ts';
import { displayPhone } from '#contract/text/phone.ts';
import type { CarrierPortStatus } from '../../carrier/porting.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { loadMonthlyCosts, toNumberTypes } from '../purchase/searchAvailableNumbers.ts';
import { forgotten, formatPortKey } from './createPortRequest.ts';
import { portsFollow } from './jobs.ts';

interface Job {
  readonly companyId: number;
  readonly portId: number;
}

/** Between two looks, when the carrier tells nothing by itself. */
const everyMs = 600_000;
/** The first look at what the carrier says is done and does not show yet; the next ones come the later, the longer it lasts. */
const soonMs = 10_000;
/** By then somebody has to ask the carrier. */
const lateMs = 86_400_000;

/** Nothing comes after these for a number; one that was rejected may still be put right with the carrier. */
const settled: readonly PortNumberStatus[] = ['completed', 'canceled'];
const isEnd = (status: PortStatus) => finalPortStatuses.includes(status);

/** The worker of `ports.follow`. Rejects when the carrier does not answer: the job comes back. */
export async function pollPortStatus(services: Services, { companyId: company, portId }: Job): Promise<void> {
  const within = <T>(work: () => Promise<T>) => services.tenancy.company([company], null, work);
  const open = await within(() =>
    currentTransaction()
      .selectFrom('port_requests')
      .select('carrier_sid')
      .where('company_id', '=', companyId())
      .where('id', '=', portId)
      .where('finished_at', 'is', null)
      .executeTakeFirst(),
  );
  if (!open || open.carrier_sid === null) return;
  const standing = await services.carrier.porting.standing(open.carrier_sid);
  failpoint('ports.follow: after asking');
  const here = await bringIn(services, within, portId, standing);
  failpoint('ports.follow: after bringing in');
  await within(() => apply(services, portId, standing, here));
  failpoint('ports.follow: after settling');
}

/** A number that is with us, as the carrier keeps it. */
interface Arrived {
  readonly carrierSid: string;
  readonly monthlyCost: number;
}

/** Takes into our hands what came over and is not one of ours yet. One the carrier does not list yet is left for the next look. */
async function bringIn(
  services: Services,
  within: <T>(work: () => Promise<T>) => Promise<T>,
  portId: number,
  { numbers }: CarrierPortStatus,
): Promise<Map<string, Arrived>> {
  const done = numbers.filter(({ status }) => status === 'completed').map(({ number }) => number);
  if (done.length === 0) return new Map();
  const waiting = await within(() =>
    currentTransaction()
      .selectFrom('port_numbers')
      .select('number')
      .where('company_id', '=', companyId())
      .where('port_id', '=', portId)
      .where('status', 'not in', [...settled])
      .where('number', 'in', done)
      .execute(),
  );
  if (waiting.length === 0) return new Map();
  const costOf = await loadMonthlyCosts(services.carrier.numbers);
  const here = new Map<string, Arrived>();
  for (const { number } of waiting) {
    const carrierSid = await services.carrier.numbers.adopt(number, `keyline port ${portId}`);
    if (carrierSid !== null) here.set(number, { carrierSid, monthlyCost: costOf(number) });
  }
  return here;
}

/** Writes down how the request and its numbers stand. */
async function apply({ jobs }: Services, portId: number, standing: CarrierPortStatus, here: ReadonlyMap<string, Arrived>): Promise<void> {
  const row = await currentTransaction()
    .selectFrom('port_requests')
    .select(['status', 'finished_at', 'reason', 'waiting_since'])
    .where('company_id', '=', companyId())
    .where('id', '=', portId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.finished_at !== null) return;
  const touched = await applyNumbers(portId, standing, here);
  const now = new Date();
  const { status, reason, waitingSince } = judged(row, standing, await missing(portId, standing), now);
  const isNew = status !== row.status;
  if (isNew) await currentTransaction().insertInto('port_steps').values({ company_id: companyId(), port_id: portId, status, detail: reason }).execute();
  const ends = isEnd(status);
  if (isNew || touched || waitingSince?.getTime() !== row.waiting_since?.getTime())
    await currentTransaction()
      .updateTable('port_requests')
      .set({ status, reason, waiting_since: waitingSince, updated_at: now, ...(ends ? { finished_at: now, ...forgotten } : {}) })
      .where('company_id', '=', companyId())
      .where('id', '=', portId)
      .execute();
  if (ends) await closeNumbers(portId);
  else {
    const waited = waitingSince === null ? everyMs : now.getTime() - waitingSince.getTime();
    const startAt = new Date(now.getTime() + Math.min(everyMs, Math.max(soonMs, waited)));
    await jobs.enqueue(portsFollow, { companyId: companyId(), portId }, { key: formatPortKey(portId), startAt });
  }
  if (isNew || touched) recordChange({ kind: 'port-updated', id: portId });
}

/** Numbers that the carrier is done with and that are not here. */
async function missing(portId: number, { status, numbers }: CarrierPortStatus): Promise<readonly string[]> {
  const left = await currentTransaction()
    .selectFrom('port_numbers')
    .select('number')
    .where('company_id', '=', companyId())
    .where('port_id', '=', portId)
    .where('status', 'not in', [...settled, 'rejected'])
    .execute();
  const isDone = (number: string) => status === 'completed' || numbers.some((each) => each.number === number && each.status === 'completed');
  return left.map(({ number }) => number).filter(isDone);
}

/**
 * Determines our status of a request. The carrier may be done before its list of numbers shows them all: the request is over when ours is, and after a day a
 * person has to contact the carrier.
 */
function judged(
  row: { readonly status: PortStatus; readonly waiting_since: Date | null },
  standing: CarrierPortStatus,
  left: readonly string[],
  now: Date,
): { readonly status: PortStatus; readonly reason: string | null; readonly waitingSince: Date | null } {
  const told = standing.status ?? row.status;
  const reason = standing.reason ?? standing.numbers.find((each) => each.status === 'rejected')?.reason ?? null;
  if (!isEnd(told) || left.length === 0) return { status: told, reason: told === 'completed' ? null : reason, waitingSince: null };
  const waitingSince = row.waiting_since ?? now;
  if (now.getTime() - waitingSince.getTime() < lateMs) return { status: row.status, reason, waitingSince };
  const [first = ''] = left;
  const them = left.length === 1 ? `${displayPhone(first)} is` : `${displayPhone(first)} and ${left.length - 1} more are`;
  return { status: 'action_required', reason: `The carrier marked the request completed, but ${them} missing. Contact the carrier.`, waitingSince };
}

/** A request that is over holds no number: they may be asked for anew, and what did not come is not with the carrier. */
async function closeNumbers(portId: number): Promise<void> {
  const ofIt = () => currentTransaction().updateTable('port_numbers').where('company_id', '=', companyId()).where('port_id', '=', portId);
  await ofIt()
    .set({ status: 'canceled' })
    .where('status', 'not in', [...settled, 'rejected'])
    .execute();
  await ofIt().set({ is_open: false }).execute();
}

/** True when one of them stands otherwise than before. */
async function applyNumbers(portId: number, standing: CarrierPortStatus, here: ReadonlyMap<string, Arrived>): Promise<boolean> {
  const rows = await currentTransaction().selectFrom('port_numbers').selectAll().where('company_id', '=', companyId()).where('port_id', '=', portId).execute();
  let touched = false;
  for (const told of standing.numbers) {
    const row = rows.find(({ number }) => number === told.number);
    const arrived = here.get(told.number);
    // `requested` is the carrier's word for what it has not begun: ours is further already.
    const status = told.status === 'requested' || (told.status === 'completed' && !arrived) ? null : told.status;
    if (
      !row ||
      settled.includes(row.status) ||
      status === null ||
      (row.status === status && row.port_date?.getTime() === told.portDate?.getTime() && row.reason === told.reason)
    )
      continue;
    touched = true;
    const kept = arrived ? await keepNumber(told.number, arrived) : null;
    const lost = arrived && kept === null ? 'This number belongs to another company. Contact support.' : null;
    const now = lost === null ? status : 'canceled';
    await currentTransaction()
      .updateTable('port_numbers')
      .set({
        status: now,
        port_date: told.portDate,
        reason: lost ?? told.reason,
        number_id: kept,
        // A rejected number may be asked for anew.
        is_open: row.is_open && now !== 'rejected' && !settled.includes(now),
      })
      .where('company_id', '=', companyId())
      .where('id', '=', row.id)
      .execute();
    if (row.status !== now)
      await currentTransaction()
        .insertInto('port_steps')
        .values({ company_id: companyId(), port_id: portId, status: now, number: told.number, detail: lost ?? told.reason })
        .execute();
  }
  return touched;
}

/** The company's number; null when it stands in another company's list. */
async function keepNumber(number: string, { carrierSid, monthlyCost }: Arrived): Promise<number | null> {
  const mine = await currentTransaction()
    .selectFrom('phone_numbers')
    .select('id')
    .where('company_id', '=', companyId())
    .where('number', '=', number)
    .where('status', '<>', 2)
    .executeTakeFirst();
  if (mine) return mine.id;
  const kind = toNumberTypes(number, 1);
  const made = await currentTransaction()
    .insertInto('phone_numbers')
    .values({
      company_id: companyId(),
      number,
      label: displayPhone(number),
      category: 1,
      provider_id: kind.providerId,
      type: kind.type,
      line_type: kind.lineType,
      sms_enabled: true,
      routing_type: 'standard',
      carrier_sid: carrierSid,
      monthly_cost: monthlyCost,
    })
    .onConflict((conflict) => conflict.column('number').where('status', '<>', 2).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) recordChange({ kind: 'number-updated', id: made.id });
  return made?.id ?? null;
}
