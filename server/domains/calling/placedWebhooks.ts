/**
 * Webhooks of calls that people make from the app. The carrier asks the application's address when a browser connects; what it dials is answered from the
 * sealed leave alone. The phone that is dialled tells of itself; its end is the end of the call.
 */
import * as z from 'zod/mini';
import { type CallEvent as FlowEvent, getInstructions, spokenTexts } from '#machines/call/index.ts';
import { createCallAddresses, readLegToken } from '../../carrier/callbackUrls.ts';
import { emptyTwiml, formatHangupTwiml, formatWordsTwiml, toTwiml } from '../../carrier/twiml.ts';
import { findCallEntry } from '../../carrier/webhooks/directory.ts';
import { digits, sid } from '../../carrier/webhooks/fields.ts';
import { store } from '../../carrier/webhooks/store.ts';
import type { Payload, StoredWebhook, Webhook, WebhookAnswer } from '../../carrier/webhooks/webhook.ts';
import type { Services } from '../../services.ts';
import { applyCallEvent, type CallRow, computeSecondsSince, lockCall, recordLegDuration } from './callRepository.ts';
import { openLeave, useLeave } from './placedCalls.ts';
import { isHandedOn, keepPartySid } from './transfers.ts';
import type { PhoneEvent } from './webhookPayloads.ts';

const from = 'carrier.form';
const foreign = 'The call has no leave of ours';
/** Statuses after which a call is over. */
const isOver: ReadonlySet<string> = new Set(['completed', 'busy', 'failed', 'no-answer', 'canceled']);

/** A browser that calls. `From` is the browser; `leave` is ours, from its token. */
const Connecting = z.object({ CallSid: sid, From: z.string().check(z.maxLength(80)), leave: z.string().check(z.maxLength(2_000)) });

/** The end of the dialled part, and of the whole call. */
const Ended = z.object({
  CallSid: sid,
  CallStatus: z.optional(z.string().check(z.maxLength(20))),
  CallDuration: z.optional(digits),
  DialCallStatus: z.optional(z.string().check(z.maxLength(20))),
  DialCallDuration: z.optional(digits),
  token: z.optional(z.string()),
});

/** Answers a browser that calls: what to dial, or in words why nothing is dialled. */
async function answerConnecting(services: Services, payload: Payload, at = new Date()): Promise<WebhookAnswer> {
  const told = Connecting.safeParse(payload).data;
  const leave = told ? openLeave(services.sealer, told.leave) : null;
  // The leave itself is of no use once it is read, and is not kept.
  const kept = { ...payload, ...('leave' in payload ? { leave: leave === null ? 'unreadable' : leave.id } : {}) };
  const stored = await services.tenancy.identity(() => store({ kind: 'call.connecting', from }, kept, leave === null ? foreign : null));
  const id = leave === null ? null : (stored?.id ?? null);
  if (!told || leave === null) return { id, twiml: formatWordsTwiml('This call isn’t allowed. Call again from the app.', true) };
  // As the person: who has left the company since, or whose company was suspended, calls nobody.
  const twiml = await services.tenancy.company([leave.companyId], leave.userId, async () => {
    const dialling = await useLeave(leave, { callSid: told.CallSid, from: told.From }, at);
    if ('fault' in dialling) return formatWordsTwiml(dialling.fault, true);
    const { state: value, context } = dialling.row.kept;
    // It was handed on: nothing is left for who called.
    if (context.transfer) return formatHangupTwiml();
    const addresses = createCallAddresses(services.config, services.sealer, { ...leave, callSid: told.CallSid });
    return toTwiml(getInstructions({ value, context }), { ...addresses, dialed: addresses.placed, greeting: () => null, offer: () => ({}) });
  });
  return { id, twiml };
}

/** A call that was never answered to the carrier is not dialled by it: there is nothing left to do. */
async function applyConnecting({ tenancy }: Services, { payload }: StoredWebhook): Promise<string | null> {
  const told = z.object({ CallSid: sid }).safeParse(payload).data;
  const entry = told ? await tenancy.identity(() => findCallEntry({ CallSid: told.CallSid, To: '' })) : null;
  return entry ? null : 'The call was not dialled';
}

const computeEnd = (row: CallRow, at: Date, seconds: number): FlowEvent => {
  const moment = computeSecondsSince(row, at);
  return { type: 'call.ended', seconds: Math.max(moment, seconds), at: Math.max(moment, seconds) };
};

/** Applies the end of a call by what the carrier tells: of the dialled part, or of the whole. */
async function applyEnd({ tenancy, sealer }: Services, { payload, receivedAt: at }: StoredWebhook): Promise<string | null> {
  const told = Ended.safeParse(payload).data;
  if (!told) return 'The call cannot be read';
  // Of the whole call only its end counts: it tells nothing of the phone before.
  if (told.DialCallStatus === undefined && !isOver.has(told.CallStatus ?? '')) return null;
  const leg = told.token === undefined ? null : readLegToken(sealer, told.token);
  const found = leg ?? (await tenancy.identity(() => findCallEntry({ CallSid: told.CallSid, To: '' })));
  if (!found || (told.token !== undefined && leg === null)) return foreign;
  return tenancy.company([found.companyId], null, async () => {
    const row = await lockCall({ carrierSid: leg?.callSid ?? told.CallSid, numberId: found.numberId, caller: null }, at);
    if (!row.kept.context.placed) return foreign;
    // The browser's leg has ended; the end of the call is told by the other party's leg.
    if (await isHandedOn(row)) return null;
    const moment = computeSecondsSince(row, at);
    const isAnswered = told.DialCallStatus === 'completed';
    const dialled: FlowEvent = { type: 'dial.ended', round: 0, isAnswered, seconds: told.DialCallDuration ?? 0, at: moment };
    const now = told.DialCallStatus === undefined ? row : await applyCallEvent(row, dialled, at);
    await applyCallEvent(now, computeEnd(now, at, told.CallDuration ?? 0), at);
    return null;
  });
}

/** Handles what the dialled phone of a call from the app tells, and returns what whoever picks up hears first. `own`: the event the report is by itself. */
export async function handlePlacedPhone(row: CallRow, told: PhoneEvent, own: FlowEvent | null, number: string, at: Date): Promise<string> {
  const status = told.CallStatus ?? '';
  const moment = computeSecondsSince(row, at);
  const seconds = told.CallDuration ?? 0;
  if (told.CallSid !== undefined) await keepPartySid(row, number, told.CallSid);
  let now = own === null ? row : await applyCallEvent(row, own, at);
  if (!isOver.has(status)) return emptyTwiml;
  now = await applyCallEvent(now, { type: 'dial.ended', round: told.round, isAnswered: status === 'completed', seconds, at: moment }, at);
  await applyCallEvent(now, computeEnd(now, at, (now.kept.context.connectedAt ?? 0) + seconds), at);
  if (status === 'completed') await recordLegDuration(row.id, told.round, number, seconds);
  return emptyTwiml;
}

/** Returns the TwiML for whoever picks up a call from the app. */
export const formatPlacedGreeting = (row: CallRow): string =>
  row.kept.context.placed?.isAnnounced === true ? formatWordsTwiml(spokenTexts.consent, false) : row.kept.state === 'ended' ? formatHangupTwiml() : emptyTwiml;

export const placedWebhooks: readonly Webhook[] = [
  {
    kind: 'call.connecting',
    from,
    path: '/webhooks/carrier/calls/outgoing',
    answer: answerConnecting,
    apply: applyConnecting,
  },
  { kind: 'call.placed', from, path: '/webhooks/carrier/calls/placed/:token', apply: applyEnd },
  { kind: 'call.placedStatus', from, path: '/webhooks/carrier/calls/outgoing-status', apply: applyEnd },
];
