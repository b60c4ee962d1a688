/** Applies stored webhooks, each once: a second application, a copy, another order change nothing. What is about nothing we know is set aside. */

import { currentTransaction } from '../../db/tenancy.ts';
import { applyStatus } from '../../domains/messaging/deliveryStatus.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { readLegToken, readStatusToken } from '../callbackUrls.ts';
import { handleCallEvent, readVoice } from './callWebhooks.ts';
import { findCallEntry, findDirectoryEntry } from './directory.ts';
import { applyFax } from './faxes.ts';
import { applyIncoming } from './inboundMessages.ts';
import { IncomingMessage, MessageStatus, PortEvent, RecordingEvent, type StoredWebhook, webhookKinds } from './payloads.ts';
import { applyPortEvent } from './porting.ts';
import { applyRecording } from './recordings.ts';

/** The worker of `webhook.apply`. */
export async function applyWebhook(services: Services, webhookId: number): Promise<void> {
  const row = await services.tenancy.identity(() =>
    currentTransaction()
      .selectFrom('carrier_webhooks')
      .selectAll()
      .where('id', '=', webhookId)
      .where('applied_at', 'is', null)
      .where('quarantined', 'is', null)
      .executeTakeFirst(),
  );
  if (!row) return;
  failpoint('webhook.apply: before applying');
  const refusal = await applyKind(services, { id: row.id, kind: row.kind, payload: row.payload, receivedAt: row.received_at });
  failpoint('webhook.apply: after applying');
  await services.tenancy.identity(() =>
    currentTransaction()
      .updateTable('carrier_webhooks')
      .set(refusal === null ? { applied_at: new Date() } : { quarantined: refusal })
      .where('id', '=', webhookId)
      .execute(),
  );
}

/** Null when it was applied, else why it is set aside. */
async function applyKind(services: Services, webhook: StoredWebhook): Promise<string | null> {
  if (webhook.kind === 'message.incoming') {
    const message = IncomingMessage.safeParse(webhook.payload).data;
    const entry = message ? await services.tenancy.identity(() => findDirectoryEntry(message.To)) : null;
    if (!message) return 'The message cannot be read';
    return entry ? applyIncoming(services, webhook, message, entry) : 'The number is not ours';
  }
  if (webhook.kind === 'message.status') {
    const status = MessageStatus.safeParse(webhook.payload).data;
    const attempt = status ? readStatusToken(services.sealer, status.token) : null;
    if (!status || !attempt) return 'The status cannot be read';
    const report = { carrierSid: status.MessageSid, status: status.MessageStatus, errorCode: status.ErrorCode ?? null };
    return (await services.tenancy.company([attempt.companyId], null, () => applyStatus(attempt.attemptId, report))) ? null : 'Attempt not found';
  }
  if (webhook.kind === 'call.recording') {
    const recording = RecordingEvent.safeParse(webhook.payload).data;
    const leg = recording ? readLegToken(services.sealer, recording.token) : null;
    return recording && leg ? applyRecording(services, webhook, recording, leg) : 'The recording cannot be read';
  }
  if (webhook.kind === 'fax.told') return applyFax(services, webhook);
  if (webhook.kind === 'port.told') {
    const told = PortEvent.safeParse(webhook.payload).data;
    if (!told) return 'The port-in request cannot be read';
    return (await applyPortEvent(services, told)) ? null : 'Open request not found';
  }
  const kind = webhookKinds.find((known) => known === webhook.kind);
  const told = kind === undefined ? null : readVoice(services, kind, webhook.payload);
  if (kind === undefined || told === null) return 'The call cannot be read';
  const entry = told.kind === 'caller' ? await services.tenancy.identity(() => findCallEntry(told.event)) : null;
  if (told.kind === 'caller' && !entry) return 'The number is not ours';
  await handleCallEvent(services, kind, told, entry, webhook.receivedAt);
  return null;
}
