/** Webhooks of calls that are handed on or picked up: the carrier asks where a caller goes who was led away, and tells the end of each round of a transfer. */
import * as z from 'zod/mini';
import { type CallEvent as FlowEvent, hasMusic } from '#machines/call/index.ts';
import { type LegRef, readLegToken } from '../../carrier/callbackUrls.ts';
import { formatHangupTwiml } from '../../carrier/twiml.ts';
import { digits, sid } from '../../carrier/webhooks/fields.ts';
import { store } from '../../carrier/webhooks/store.ts';
import type { Payload, Webhook } from '../../carrier/webhooks/webhook.ts';
import type { Services } from '../../services.ts';
import { applyCallEvent, type CallRow, computeSecondsSince, lockCall } from './callRepository.ts';
import { formatCallerTwiml } from './callWebhooks.ts';
import { enqueueHoldMusicJob } from './holdMusicEvents.ts';
import { isOpen, takeTransfer } from './transfers.ts';

const from = 'carrier.form';
const unreadable = 'The transfer cannot be read';

const Asked = z.object({ CallSid: sid, token: z.string(), transfer: z.uuid() });
const Ended = z.object({
  CallSid: sid,
  token: z.string(),
  round: z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000)),
  DialCallStatus: z.optional(z.string().check(z.maxLength(20))),
  DialCallDuration: z.optional(digits),
  DialBridged: z.optional(z.string().check(z.maxLength(20))),
});

/** Handles one event of a call, whose row is locked; null for one that is none of it. */
type Handle<T> = (row: CallRow, told: T, at: Date) => Promise<CallRow | null>;

/** Gives an event to its call; the next instructions, or null when it is none of ours. */
async function apply<T extends { readonly token: string }>(services: Services, told: T, handle: Handle<T>, at: Date): Promise<string | null> {
  const leg: LegRef | null = readLegToken(services.sealer, told.token);
  if (leg === null) return null;
  return services.tenancy.company([leg.companyId], null, async () => {
    const row = await handle(await lockCall({ carrierSid: leg.callSid, numberId: leg.numberId, caller: null }, at), told, at);
    // Phones that rang for a caller in a queue are calls of their own: they are let go.
    if (row && hasMusic(row.kept.context)) await enqueueHoldMusicJob(services, row);
    return row && formatCallerTwiml(services, row, leg);
  });
}

const endRound: Handle<z.output<typeof Ended>> = async (row, told, at) => {
  const isAnswered = told.DialCallStatus === 'completed' && told.DialBridged !== 'false';
  // Ringing that was broken off: the caller is being led to who picked the call up.
  if (!isAnswered && (await isOpen(row.id))) return row;
  const event: FlowEvent = { type: 'dial.ended', round: told.round, isAnswered, seconds: told.DialCallDuration ?? 0, at: computeSecondsSince(row, at) };
  return applyCallEvent(row, event, at);
};

const createWebhook = <S extends z.ZodMiniType<{ readonly token: string }>>(kind: string, path: string, schema: S, handle: Handle<z.output<S>>): Webhook => ({
  kind,
  from,
  path: `/webhooks/carrier/calls/${path}/:token`,
  async answer(services: Services, payload: Payload) {
    const told = schema.safeParse(payload).data;
    const isOurs = told !== undefined && readLegToken(services.sealer, told.token) !== null;
    const stored = await services.tenancy.identity(() => store({ kind, from }, payload, isOurs ? null : unreadable));
    const twiml = told && isOurs ? await apply(services, told, handle, new Date()) : null;
    return { id: isOurs ? (stored?.id ?? null) : null, twiml: twiml ?? formatHangupTwiml() };
  },
  async apply(services, { payload, receivedAt }) {
    const told = schema.safeParse(payload).data;
    return told && (await apply(services, told, handle, receivedAt)) !== null ? null : unreadable;
  },
});

export const transferWebhooks: readonly Webhook[] = [
  createWebhook('call.transferred', 'transferred', Asked, (row, { transfer }, at) => takeTransfer(row, transfer, at)),
  createWebhook('call.transferEnded', 'transfer-ended', Ended, endRound),
];
