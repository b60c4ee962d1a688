/**
 * Following a request: the carrier is asked how it stands, when it says that something happened and every ten minutes besides. Each step is written down once; a
 * number that came over becomes one of the company's.
 */
import { displayPhone } from '#contract/phone.ts';
import { type PortNumberStatus, type PortStatus, portEnds } from '#contract/porting.ts';
import type { PortStanding } from '../../carrier/porting.ts';
import { changed, companyId, db } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { kindOf, monthlyCosts } from '../purchase/locate.ts';

interface Job {
  readonly companyId: number;
  readonly portId: number;
}

/** Between two looks, when the carrier tells nothing by itself. */
const everyMs = 600_000;

/** Nothing comes after these for a number; one that was rejected may still be put right with the carrier. */
const settled: readonly PortNumberStatus[] = ['completed', 'canceled'];
const isEnd = (status: PortStatus) => portEnds.includes(status);

/** The worker of `ports.follow`. Rejects when the carrier does not answer: the job comes back. */
export async function followPort(services: Services, { companyId: company, portId }: Job): Promise<void> {
  const within = <T>(work: () => Promise<T>) => services.tenancy.company([company], null, work);
  const open = await within(() =>
    db()
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
  { numbers }: PortStanding,
): Promise<Map<string, Arrived>> {
  const done = numbers.filter(({ status }) => status === 'completed').map(({ number }) => number);
  if (done.length === 0) return new Map();
  const waiting = await within(() =>
    db()
      .selectFrom('port_numbers')
      .select('number')
      .where('company_id', '=', companyId())
      .where('port_id', '=', portId)
      .where('status', 'not in', [...settled])
      .where('number', 'in', done)
      .execute(),
  );
  if (waiting.length === 0) return new Map();
  const costOf = await monthlyCosts(services.carrier.numbers);
  const here = new Map<string, Arrived>();
  for (const { number } of waiting) {
    const carrierSid = await services.carrier.numbers.adopt(number, `keyline port ${portId}`);
    if (carrierSid !== null) here.set(number, { carrierSid, monthlyCost: costOf(number) });
  }
  return here;
}

/** Writes down how the request and its numbers stand. */
async function apply({ jobs }: Services, portId: number, standing: PortStanding, here: ReadonlyMap<string, Arrived>): Promise<void> {
  const row = await db()
    .selectFrom('port_requests')
    .select(['status', 'finished_at'])
    .where('company_id', '=', companyId())
    .where('id', '=', portId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.finished_at !== null) return;
  const touched = await applyNumbers(portId, standing, here);
  const left = await db()
    .selectFrom('port_numbers')
    .select('number')
    .where('company_id', '=', companyId())
    .where('port_id', '=', portId)
    .where('status', 'not in', [...settled, 'rejected'])
    .execute();
  const told = standing.status ?? row.status;
  // The carrier may be done before its list of numbers shows them all: the request is over when ours is.
  const isWaiting = told === 'completed' && left.length > 0;
  const status = isWaiting ? row.status : told;
  const reason = standing.reason ?? standing.numbers.find((each) => each.status === 'rejected')?.reason ?? null;
  if (status !== row.status)
    await db()
      .insertInto('port_steps')
      .values({ company_id: companyId(), port_id: portId, status, detail: status === 'completed' ? null : reason })
      .execute();
  const ends = isEnd(status);
  if (status !== row.status || touched)
    await db()
      .updateTable('port_requests')
      .set({ status, reason: status === 'completed' ? null : reason, updated_at: new Date(), ...(ends ? { finished_at: new Date() } : {}) })
      .where('company_id', '=', companyId())
      .where('id', '=', portId)
      .execute();
  if (ends) await db().updateTable('port_numbers').set({ is_open: false }).where('company_id', '=', companyId()).where('port_id', '=', portId).execute();
  else {
    const startAt = new Date(Date.now() + (isWaiting ? everyMs / 60 : everyMs));
    await jobs.enqueue('ports.follow', { companyId: companyId(), portId }, { key: `port-${portId}`, startAt });
  }
  if (status !== row.status || touched) changed({ kind: 'port-updated', id: portId });
}

/** True when one of them stands otherwise than before. */
async function applyNumbers(portId: number, standing: PortStanding, here: ReadonlyMap<string, Arrived>): Promise<boolean> {
  const rows = await db().selectFrom('port_numbers').selectAll().where('company_id', '=', companyId()).where('port_id', '=', portId).execute();
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
    const lost = arrived && kept === null ? 'It stands in another company here: ask support' : null;
    const now = lost === null ? status : 'canceled';
    await db()
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
      await db()
        .insertInto('port_steps')
        .values({ company_id: companyId(), port_id: portId, status: now, number: told.number, detail: lost ?? told.reason })
        .execute();
  }
  return touched;
}

/** The company's number; null when it stands in another company's list. */
async function keepNumber(number: string, { carrierSid, monthlyCost }: Arrived): Promise<number | null> {
  const mine = await db()
    .selectFrom('phone_numbers')
    .select('id')
    .where('company_id', '=', companyId())
    .where('number', '=', number)
    .where('status', '<>', 2)
    .executeTakeFirst();
  if (mine) return mine.id;
  const kind = kindOf(number, 1);
  const made = await db()
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
      routing_type: 'voicemail',
      carrier_sid: carrierSid,
      monthly_cost: monthlyCost,
    })
    .onConflict((conflict) => conflict.column('number').where('status', '<>', 2).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) changed({ kind: 'number-updated', id: made.id });
  return made?.id ?? null;
}
