/**
 * Does at the carrier what a call needs whose caller hears hold music: rings the phones of its round, lets go those that are too late, leads the caller
 * on when nobody took the call. What is to be done follows from what is kept, so the job may come twice, late, or after a crash; a phone is marked
 * before it is rung, and what is marked is never rung again.
 */

import { findRoute, getCallerId, getMusic, hasMusic, listRounds } from '#machines/call/index.ts';
import type { LegRef } from '../../carrier/callbackUrls.ts';
import type { PhoneOrder, RingOutcome } from '../../carrier/outboundCalls.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { applyCallEvent, type CallRow, computeSecondsSince, lockCall } from './callRepository.ts';
import { closeRound, enqueueHoldMusicJob } from './holdMusicEvents.ts';
import { callHold } from './jobs.ts';
import { loadOffers } from './offers.ts';

type Job = NonNullable<typeof callHold.given>;

/** Seconds after its time at which a round is over even if its phones told nothing of it; more where who picks up is told who calls. */
const graceSeconds = { plain: 10, whispered: 20 } as const;

interface Plan {
  readonly ring: readonly PhoneOrder[];
  readonly letGo: readonly { readonly carrierSid: string; readonly isRinging: boolean }[];
  /** The queue the caller is led out of. */
  readonly leave: string | null;
  readonly round: number;
}

const toLegRef = ({ companyId: company, numberId, callSid }: Job): LegRef => ({ companyId: company, numberId, callSid });
const lock = ({ numberId, callSid }: Job, at: Date) => lockCall({ carrierSid: callSid, numberId, caller: null }, at);
const within = <T>({ tenancy }: Services, { companyId: company }: Job, work: () => Promise<T>) => tenancy.company([company], null, work);

/** The phones of the round that nobody has rung yet, marked as rung; with them, the moment at which the round is over. */
async function claim({ jobs, sealer }: Services, job: Job, { id, kept }: CallRow, callToken: string | null): Promise<PhoneOrder[]> {
  const { scene, extension, round } = kept.context;
  const route = scene ? findRoute(scene, extension) : undefined;
  const timeout = scene ? listRounds(scene, extension)[round]?.timeout : undefined;
  if (!scene || !route || timeout === undefined) return [];
  const claimed = await currentTransaction()
    .updateTable('call_legs')
    .set({ placed_at: new Date() })
    .where('company_id', '=', companyId())
    .where('call_id', '=', id)
    .where('round', '=', round)
    .where('placed_at', 'is', null)
    .returning('number')
    .execute();
  if (claimed.length === 0) return [];
  const startAt = new Date(Date.now() + (timeout + (route.confirmKey ? graceSeconds.whispered + route.confirmKeyWait : graceSeconds.plain)) * 1_000);
  await jobs.enqueue(callHold, { companyId: job.companyId, numberId: job.numberId, callSid: job.callSid, overRound: round }, { startAt });
  const given = { leg: toLegRef(job), round, timeout, callerId: getCallerId(scene, route), ownNumber: scene.called, callToken };
  const offers = await loadOffers(sealer, { id, kept });
  return claimed.map(({ number }) => ({ ...given, number, parameters: offers.get(number) ?? null }));
}

/** Plans the next actions. */
async function loadPlan(services: Services, job: Job): Promise<Plan | null> {
  const at = new Date();
  let row = await lock(job, at);
  if (!hasMusic(row.kept.context) || row.kept.context.transfer !== undefined) return null;
  if (job.overRound !== undefined && row.kept.state === 'ringing')
    row = await applyCallEvent(row, { type: 'dial.ended', round: job.overRound, isAnswered: false, seconds: 0, at: computeSecondsSince(row, at) }, at);
  const { state, context } = row.kept;
  const call = await currentTransaction()
    .selectFrom('calls')
    .select(['queue_sid', 'call_token'])
    .where('company_id', '=', companyId())
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  const isRinging = state === 'ringing';
  const ring = isRinging && getMusic(context) !== null && call.queue_sid !== null ? await claim(services, job, row, call.call_token) : [];
  const legs = await currentTransaction().selectFrom('call_legs').selectAll().where('company_id', '=', companyId()).where('call_id', '=', row.id).execute();
  const talks = (number: string) => state === 'connected' && number === context.answeredBy;
  const late = legs.filter((leg) => leg.over_at === null && !(isRinging && leg.round === context.round) && !talks(leg.number));
  const isPickedUp = (number: string) => context.legs.some((leg) => leg.number === number && (leg.state === 'answered' || leg.state === 'connected'));
  const isLeft = legs.some((leg) => talks(leg.number) && leg.over_at !== null);
  return {
    ring,
    letGo: late.flatMap(({ carrier_sid: carrierSid, number }) => (carrierSid === null ? [] : [{ carrierSid, isRinging: !isPickedUp(number) }])),
    leave: isRinging || (state === 'connected' && !isLeft) ? null : call.queue_sid,
    round: context.round,
  };
}

/** Keeps what became of a phone that was to be rung. */
async function saveRingOutcome(services: Services, job: Job, { round, number }: PhoneOrder, outcome: RingOutcome): Promise<void> {
  await within(services, job, async () => {
    const at = new Date();
    const row = await lock(job, at);
    const leg = currentTransaction()
      .updateTable('call_legs')
      .where('company_id', '=', companyId())
      .where('call_id', '=', row.id)
      .where('round', '=', round)
      .where('number', '=', number);
    if (outcome.kind === 'placed') await leg.set({ carrier_sid: outcome.carrierSid }).execute();
    if (outcome.kind === 'retriable') await leg.set({ placed_at: null }).execute();
    if (outcome.kind !== 'refused') return;
    await leg.set({ over_at: at }).execute();
    const now = await closeRound(await applyCallEvent(row, { type: 'phone.ended', number, round, how: 'failed', at: computeSecondsSince(row, at) }, at), at);
    if (now.kept.state !== row.kept.state || now.kept.context.round !== round) await enqueueHoldMusicJob(services, now);
  });
}

async function ringPhone(services: Services, job: Job, order: PhoneOrder): Promise<RingOutcome> {
  const outcome = await services.carrier.calls.ring(order);
  failpoint('call.hold: after ringing');
  await saveRingOutcome(services, job, order, outcome);
  return outcome;
}

/** The worker of `call.hold`. */
export async function runHoldMusicJob(services: Services, job: Job): Promise<void> {
  const { calls } = services.carrier;
  if (job.emptied !== undefined) await calls.dropQueue(job.emptied);
  for (let isDone = false; !isDone; ) {
    const plan = await within(services, job, () => loadPlan(services, job));
    if (plan === null) return;
    if (plan.ring.length > 0) failpoint('call.hold: before ringing');
    await Promise.all(plan.letGo.map(({ carrierSid, isRinging }) => calls.letGo(carrierSid, isRinging)));
    if (plan.leave !== null) await calls.lead(plan.leave, toLegRef(job), plan.round);
    await within(services, job, () => settle(job, plan));
    const outcomes = await Promise.all(plan.ring.map((order) => ringPhone(services, job, order)));
    if (outcomes.some(({ kind }) => kind === 'retriable')) throw new Error('The carrier was not reached');
    // Calls that changed while phones were being rung could not cancel these phones yet.
    isDone = plan.ring.length === 0;
  }
}

/** Notes that phones were let go and the caller was led on. */
async function settle({ callSid }: Job, { letGo, leave }: Plan): Promise<void> {
  const sids = letGo.map(({ carrierSid }) => carrierSid);
  if (sids.length > 0)
    await currentTransaction()
      .updateTable('call_legs')
      .set({ over_at: new Date() })
      .where('company_id', '=', companyId())
      .where('carrier_sid', 'in', sids)
      .execute();
  if (leave !== null)
    await currentTransaction().updateTable('calls').set({ queue_sid: null }).where('company_id', '=', companyId()).where('carrier_sid', '=', callSid).execute();
}
