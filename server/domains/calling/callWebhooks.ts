/**
 * Applies the carrier's events of a call to the call's flow, and replies with the call's next instructions. A repeated, late or recovered event gets the same
 * reply.
 */
import { normalisePhone } from '#contract/text/e164.ts';
import {
  createWhisper,
  type Ending,
  type CallEvent as FlowEvent,
  getInstructions,
  getMusic,
  hasMusic,
  isOfTransfer,
  parseClient,
} from '#machines/call/index.ts';
import { createCallAddresses, type LegRef, readLegToken } from '../../carrier/callbackUrls.ts';
import { fetchTwiml, formatWaitingTwiml } from '../../carrier/queueTwiml.ts';
import { emptyTwiml, formatHangupTwiml, formatScreenTwiml, rejectTwiml, toTwiml } from '../../carrier/twiml.ts';
import type { DirectoryEntry } from '../../carrier/webhooks/directory.ts';
import type { Services } from '../../services.ts';
import { loadRoutingContext } from '../routing/routingContext.ts';
import { applyCallEvent, type CallRow, computeSecondsSince, lockCall, recordLegDuration } from './callRepository.ts';
import { loadGreetings } from './greetings.ts';
import { isAnsweredBy, savePhoneEvent, saveQueueState, toCallerFlowEvent, toPhoneFlowEvent } from './holdMusicEvents.ts';
import { loadOffers, noteRinging, reserveCall } from './offers.ts';
import { formatPlacedGreeting, handlePlacedPhone } from './placedWebhooks.ts';
import { isOpen } from './transfers.ts';
import { CallEvent, type CallWebhookKind, PhoneEvent } from './webhookPayloads.ts';

/** Statuses after which a call is over. */
const over = new Set(['completed', 'busy', 'failed', 'no-answer', 'canceled']);

/** Converts an event of the caller's side for the flow. */
function toFlowEvent(kind: CallWebhookKind, told: CallEvent, at: number): FlowEvent | null {
  if (kind === 'call.keys') return { type: 'keys.pressed', keys: told.Digits ?? '', turn: told.turn, at };
  if (kind === 'call.dialed') {
    const isAnswered = told.DialCallStatus === 'completed' && told.DialBridged !== 'false';
    return { type: 'dial.ended', round: told.round, isAnswered, seconds: told.DialCallDuration ?? 0, at };
  }
  if (kind === 'call.recorded') return (told.RecordingDuration ?? 0) > 0 ? { type: 'message.recorded', seconds: told.RecordingDuration ?? 0, at } : null;
  if (kind === 'call.status' && over.has(told.CallStatus ?? '')) {
    const seconds = told.CallDuration ?? 0;
    return { type: 'call.ended', seconds, at: Math.max(at, seconds) };
  }
  return null;
}

/** The document for a call as it stands. */
export async function formatCallerTwiml(services: Services, row: CallRow, leg: LegRef): Promise<string> {
  const { state: value, context } = row.kept;
  const instructions = getInstructions({ value, context });
  const [greetings, offers] = [await loadGreetings(services, instructions), row.kept.state === 'ringing' ? await loadOffers(services.sealer, row) : null];
  const addresses = createCallAddresses(services.config, services.sealer, leg);
  const dialed = isOfTransfer(context, context.round) ? addresses.transferEnded : addresses.dialed;
  return toTwiml(instructions, { ...addresses, dialed, greeting: (id) => greetings.get(id) ?? null, offer: (client) => offers?.get(client) ?? {} });
}

/** Handles an event of the caller's side. `entry`: the number that was called and its company. */
async function handleCallerWebhook(services: Services, kind: CallWebhookKind, told: CallEvent, entry: DirectoryEntry, at: Date): Promise<string> {
  const caller = normalisePhone(told.From);
  return services.tenancy.company([entry.companyId], null, async () => {
    const scene = kind === 'call.incoming' ? await loadRoutingContext(entry.numberId, caller, at) : null;
    if (kind === 'call.incoming' && !scene) return rejectTwiml();
    const row = await lockCall({ carrierSid: told.CallSid, numberId: entry.numberId, caller }, at, kind !== 'call.incoming');
    const moment = computeSecondsSince(row, at);
    const event: FlowEvent | null = scene
      ? { type: 'call.arrived', scene, at: 0 }
      : (toFlowEvent(kind, told, moment) ?? toCallerFlowEvent(kind, told, row, moment));
    // Ringing that was broken off: the caller is being led to who picked the call up.
    const isBrokenOff = event?.type === 'dial.ended' && !event.isAnswered && (await isOpen(row.id));
    const now = event === null || isBrokenOff ? row : await applyCallEvent(row, event, at);
    const music = getMusic(now.kept.context);
    if (hasMusic(now.kept.context)) await saveQueueState(services, kind, told, now);
    if (kind === 'call.status') return emptyTwiml;
    if (kind === 'call.waiting')
      return formatWaitingTwiml(music === null ? null : ((await loadGreetings(services, [{ kind: 'greeting', greetingId: music }])).get(music) ?? null));
    return formatCallerTwiml(services, now, { companyId: entry.companyId, numberId: entry.numberId, callSid: told.CallSid });
  });
}

const endings: Readonly<Record<string, Ending>> = { busy: 'busy', 'no-answer': 'no-answer', failed: 'failed', canceled: 'canceled' };

function phoneEvent(kind: CallWebhookKind, { CallStatus: status = '', Digits, round }: PhoneEvent, number: string, at: number): FlowEvent | null {
  if (kind === 'call.accepted')
    return Digits === '1' ? { type: 'phone.accepted', number, round, at } : { type: 'phone.ended', number, round, how: 'rejected', at };
  if (kind === 'call.screen') return null;
  if (status === 'initiated' || status === 'ringing') return { type: 'phone.rang', number, round, at };
  if (status === 'in-progress' || status === 'answered') return { type: 'phone.answered', number, round, at };
  const how = Object.hasOwn(endings, status) ? endings[status] : undefined;
  return how === undefined ? null : { type: 'phone.ended', number, round, how, at };
}

/** Reads who is rung, as the carrier names it: a browser, or a phone. */
const parseDestination = (named: string): string | null => (parseClient(named) === null ? normalisePhone(named) : named);

/** Converts an event of a browser: one that is picked up takes the call only where it is reserved for its person, which they asked for before. */
async function toBrowserFlowEvent(kind: CallWebhookKind, told: PhoneEvent, row: CallRow, number: string, at: number): Promise<FlowEvent | null> {
  const userId = parseClient(number)?.userId ?? 0;
  if (kind !== 'call.screen') {
    const event = phoneEvent(kind, told, number, at);
    return event?.type === 'phone.answered' || event?.type === 'phone.accepted' ? null : event;
  }
  if (told.round !== row.kept.context.round || !(await reserveCall(row, userId))) return null;
  return { type: 'phone.accepted', number, round: told.round, at };
}

/** Handles an event of a phone that rings for a caller, and returns the instructions for when it is picked up. */
async function handleDestinationWebhook(services: Services, kind: CallWebhookKind, told: PhoneEvent, leg: LegRef, at: Date): Promise<string> {
  const number = parseDestination(told.phone ?? told.To);
  if (number === null) return emptyTwiml;
  return services.tenancy.company([leg.companyId], null, async () => {
    const row = await lockCall({ carrierSid: leg.callSid, numberId: leg.numberId, caller: null }, at);
    const moment = computeSecondsSince(row, at);
    const isHeld = getMusic(row.kept.context) !== null;
    const client = parseClient(number);
    const isBrowser = client !== null;
    if (row.kept.context.placed && !isOfTransfer(row.kept.context, told.round))
      return kind === 'call.screen' ? formatPlacedGreeting(row) : handlePlacedPhone(row, told, phoneEvent(kind, told, number, moment), number, at);
    if (client !== null && kind === 'call.phone' && told.CallStatus === 'ringing' && told.CallSid !== undefined)
      await noteRinging(services, row, { round: told.round, userId: client.userId, carrierSid: told.CallSid });
    const own = isBrowser ? await toBrowserFlowEvent(kind, told, row, number, moment) : phoneEvent(kind, told, number, moment);
    const event = own ?? (isHeld && !(isBrowser && kind === 'call.screen') ? toPhoneFlowEvent([kind, moment], told, number, row.kept) : null);
    const fed = event === null ? row : await applyCallEvent(row, event, at);
    const now = isHeld ? await savePhoneEvent(services, told, number, row, fed, at) : fed;
    if (kind === 'call.phone') {
      if (told.CallStatus === 'completed') await recordLegDuration(row.id, told.round, number, told.CallDuration ?? 0);
      return emptyTwiml;
    }
    const addresses = createCallAddresses(services.config, services.sealer, leg);
    const { state, context } = now.kept;
    const { scene, extension } = context;
    const put = () => (isAnsweredBy(state, context, number) ? fetchTwiml(scene?.routing.recordCalls === true, addresses) : formatHangupTwiml());
    if (isBrowser) return !isAnsweredBy(state, context, number) ? formatHangupTwiml() : isHeld ? put() : emptyTwiml;
    if (kind === 'call.accepted') return event?.type === 'phone.accepted' ? (isHeld ? put() : emptyTwiml) : formatHangupTwiml();
    const said = scene ? createWhisper(scene, extension) : null;
    if (isHeld && (said === null || state !== 'ringing')) return put();
    return said ? formatScreenTwiml(said, addresses.accepted(told.round, number)) : emptyTwiml;
  });
}

/** Whose call a payload is about, as far as the payload itself says. */
type WebhookResult =
  | { readonly kind: 'caller'; readonly event: CallEvent }
  | { readonly kind: 'phone'; readonly event: PhoneEvent; readonly leg: LegRef }
  | null;

const ofPhones: ReadonlySet<CallWebhookKind> = new Set(['call.phone', 'call.screen', 'call.accepted']);

/** Reads a payload; null when it cannot be read, or its address is not one we gave. */
export function readVoice({ sealer }: Pick<Services, 'sealer'>, kind: CallWebhookKind, payload: Record<string, unknown>): WebhookResult {
  if (!ofPhones.has(kind)) {
    const event = CallEvent.safeParse(payload).data;
    return event ? { kind: 'caller', event } : null;
  }
  const event = PhoneEvent.safeParse(payload).data;
  const leg = event ? readLegToken(sealer, event.token) : null;
  return event && leg ? { kind: 'phone', event, leg } : null;
}

/** Gives it to the call; null when the number is not ours. */
export async function handleCallEvent(
  services: Services,
  kind: CallWebhookKind,
  told: NonNullable<WebhookResult>,
  entry: DirectoryEntry | null,
  at = new Date(),
): Promise<string | null> {
  if (told.kind === 'phone') return handleDestinationWebhook(services, kind, told.event, told.leg, at);
  return entry ? handleCallerWebhook(services, kind, told.event, entry, at) : null;
}
