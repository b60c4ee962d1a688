/**
 * Calls whose caller hears hold music: what is told of them, beyond what every call tells, and what is kept of it. Whatever they need of the carrier
 * is asked for by a job (`hold.ts`) that is enqueued with what is kept.
 */

import { type CallContext, type CallEvent as FlowEvent, isRoundOver } from '#machines/call/index.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';
import { applyCallEvent, type CallRow, computeSecondsSince } from './callRepository.ts';
import { callHold } from './jobs.ts';
import type { CallEvent, CallWebhookKind, PhoneEvent } from './webhookPayloads.ts';

type Moment = readonly [kind: CallWebhookKind, at: number];
const failed: ReadonlySet<string> = new Set(['queue-full', 'system-error', 'error']);

/** Converts the event that a caller left the queue: both have talked, or there was no queue to wait in. */
export function toCallerFlowEvent(kind: CallWebhookKind, told: Pick<CallEvent, 'QueueResult' | 'round'>, row: CallRow, at: number): FlowEvent | null {
  if (kind !== 'call.dequeued') return null;
  const { round: now, transfer, pickups } = row.kept.context;
  // The queue out of which a caller was led tells nothing of what came after.
  const round = transfer === undefined && pickups === undefined ? now : told.round;
  if (told.QueueResult === 'bridged') return { type: 'dial.ended', round, isAnswered: true, seconds: 0, at };
  return failed.has(told.QueueResult ?? '') ? { type: 'dial.ended', round, isAnswered: false, seconds: 0, at } : null;
}

/**
 * Converts an event of a phone that is a call of its own: picked up without a key to be pressed it takes the call; hung up without having taken it, it does
 * not.
 */
export function toPhoneFlowEvent(
  [kind, at]: Moment,
  { CallStatus: status, round }: PhoneEvent,
  number: string,
  { context }: CallRow['kept'],
): FlowEvent | null {
  if (kind === 'call.screen') return { type: 'phone.answered', number, round, at };
  if (kind !== 'call.phone' || status !== 'completed') return null;
  return { type: 'phone.ended', number, round, how: context.connectedAt === null ? 'rejected' : 'canceled', at };
}

/** Asks for what a call needs of the carrier now; within the transaction that changed it. */
export const enqueueHoldMusicJob = ({ jobs }: Pick<Services, 'jobs'>, row: CallRow, more: { readonly emptied?: string } = {}) =>
  jobs.enqueue(callHold, { companyId: companyId(), numberId: row.numberId, callSid: row.carrierSid, ...more });

const hasMoved = (before: CallRow, now: CallRow) => before.kept.state !== now.kept.state || before.kept.context.round !== now.kept.context.round;

const asks: ReadonlySet<CallWebhookKind> = new Set(['call.waiting', 'call.dequeued', 'call.status']);

/** Keeps where a caller waits; a phone is rung from then on, and let go when the caller leaves. */
export async function saveQueueState(services: Pick<Services, 'jobs'>, kind: CallWebhookKind, told: CallEvent, now: CallRow): Promise<void> {
  const emptied = kind === 'call.dequeued' ? told.QueueSid : undefined;
  const changes = {
    ...(told.CallToken === undefined || now.kept.state === 'ended' ? {} : { call_token: told.CallToken }),
    ...(kind === 'call.waiting' && told.QueueSid !== undefined ? { queue_sid: told.QueueSid } : {}),
    ...(kind === 'call.dequeued' || now.kept.state === 'ended' ? { queue_sid: null } : {}),
  };
  if (Object.keys(changes).length > 0)
    await currentTransaction().updateTable('calls').set(changes).where('company_id', '=', companyId()).where('id', '=', now.id).execute();
  if (asks.has(kind)) await enqueueHoldMusicJob(services, now, emptied === undefined ? {} : { emptied });
}

/** Statuses after which a phone is over. */
const over: ReadonlySet<string> = new Set(['completed', 'busy', 'failed', 'no-answer', 'canceled']);

/** Keeps what a phone told of itself; the round is over when all of its phones are. */
export async function savePhoneEvent(
  services: Pick<Services, 'jobs'>,
  told: PhoneEvent,
  number: string,
  before: CallRow,
  fed: CallRow,
  at: Date,
): Promise<CallRow> {
  const isOver = over.has(told.CallStatus ?? '');
  await currentTransaction()
    .updateTable('call_legs')
    .set((set) => ({ carrier_sid: told.CallSid ?? set.ref('carrier_sid'), over_at: isOver ? at : set.ref('over_at') }))
    .where('company_id', '=', companyId())
    .where('call_id', '=', fed.id)
    .where('round', '=', told.round)
    .where('number', '=', number)
    .execute();
  const now = await closeRound(fed, at);
  // One whose request was never answered is known by what it tells itself; it may be too late already.
  const isLate = now.kept.state !== 'ringing' || now.kept.context.round !== told.round;
  if (isOver || hasMoved(before, now) || isLate) await enqueueHoldMusicJob(services, now);
  return now;
}

/** Nobody is left to take the call: on to the next phones, or to voicemail. */
export async function closeRound(row: CallRow, at: Date): Promise<CallRow> {
  const { state, context } = row.kept;
  if (state !== 'ringing' || !isRoundOver(context)) return row;
  return applyCallEvent(row, { type: 'dial.ended', round: context.round, isAnswered: false, seconds: 0, at: computeSecondsSince(row, at) }, at);
}

/** Is it this phone that has the call? */
export const isAnsweredBy = (state: string, { answeredBy }: CallContext, number: string): boolean => state === 'connected' && answeredBy === number;
