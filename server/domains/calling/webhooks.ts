/**
 * Webhooks of calls. A call's webhook is answered with the call's instructions, so it is applied at once, and again by a sweep if the process died before the
 * reply. Recordings are fetched afterwards.
 */
import { sql } from 'kysely';
import { readLegToken } from '../../carrier/callbackUrls.ts';
import { formatHangupTwiml, rejectTwiml } from '../../carrier/twiml.ts';
import { findCallEntry } from '../../carrier/webhooks/directory.ts';
import { store } from '../../carrier/webhooks/store.ts';
import type { Payload, StoredWebhook, Webhook, WebhookAnswer } from '../../carrier/webhooks/webhook.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';
import { handleCallEvent, readVoice } from './callWebhooks.ts';
import { placedWebhooks } from './placedWebhooks.ts';
import { applyRecording } from './recordings.ts';
import { transferWebhooks } from './transferWebhooks.ts';
import { type CallWebhookKind, callPaths, RecordingEvent } from './webhookPayloads.ts';

const from = 'carrier.form';
const unreadable = 'The call cannot be read';
const foreign = 'The number is not ours';

/** Stores what was told of a call, gives it to the call's flow, and answers. */
async function answerCall(services: Services, kind: CallWebhookKind, payload: Payload): Promise<WebhookAnswer> {
  const told = readVoice(services, kind, payload);
  const quarantined = told === null ? unreadable : null;
  const { id, entry } = await services.tenancy.identity(async () => {
    // Safe in the database, if not yet on its disk: what is answered is, since the call's own commit comes behind it.
    const [number] = await Promise.all([
      told?.kind === 'caller' ? findCallEntry(told.event) : null,
      sql`set local synchronous_commit = off`.execute(currentTransaction()),
    ]);
    const stored = await store({ kind, from }, payload, quarantined ?? (told?.kind === 'caller' && !number ? foreign : null));
    return { id: stored?.id ?? null, entry: number };
  });
  if (told === null) return { id: null, twiml: formatHangupTwiml() };
  const twiml = await handleCallEvent(services, kind, told, entry);
  return { id, twiml: twiml ?? rejectTwiml() };
}

/** Applies a stored webhook whose answer the carrier no longer waits for. */
async function applyCall(services: Services, kind: CallWebhookKind, { payload, receivedAt }: StoredWebhook): Promise<string | null> {
  const told = readVoice(services, kind, payload);
  if (told === null) return unreadable;
  const entry = told.kind === 'caller' ? await services.tenancy.identity(() => findCallEntry(told.event)) : null;
  if (told.kind === 'caller' && !entry) return foreign;
  await handleCallEvent(services, kind, told, entry, receivedAt);
  return null;
}

const toWebhook = (kind: CallWebhookKind): Webhook => ({
  kind,
  from,
  path: `/webhooks/carrier/calls/${callPaths[kind]}`,
  answer: (services, payload) => answerCall(services, kind, payload),
  apply: (services, webhook) => applyCall(services, kind, webhook),
});

const recording: Webhook = {
  kind: 'call.recording',
  from,
  path: '/webhooks/carrier/calls/recording/:token',

  async apply(services, webhook) {
    const event = RecordingEvent.safeParse(webhook.payload).data;
    const leg = event ? readLegToken(services.sealer, event.token) : null;
    return event && leg ? applyRecording(services, webhook, event, leg) : 'The recording cannot be read';
  },
};

const kinds = Object.keys(callPaths) as CallWebhookKind[];
export const webhooks = [...kinds.map(toWebhook), recording, ...placedWebhooks, ...transferWebhooks];
