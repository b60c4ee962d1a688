/** Recordings: fetched from the carrier, kept, and hung where they belong: a voicemail in its thread, a conversation on its call. Each once. */

import type { LegRef } from '../../carrier/callbackUrls.ts';
import { storeCarrierFile } from '../../carrier/webhooks/files.ts';
import type { StoredWebhook } from '../../carrier/webhooks/webhook.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { recordFile, type StoredFile } from '../../files/storedFiles.ts';
import { anonymous } from '../../phone.ts';
import type { Services } from '../../services.ts';
import { enqueueTranscription } from '../calls/transcriptionJob.ts';
import { addItem, findOrCreateConversation } from '../conversations/repository.ts';
import { applyCallEvent, computeSecondsSince, lockCall, publishCallChange } from './callRepository.ts';
import type { RecordingEvent } from './webhookPayloads.ts';

interface Recording {
  readonly event: RecordingEvent;
  readonly leg: LegRef;
  readonly file: StoredFile;
  readonly at: Date;
}

/** Applies the callback of a recording. A recording that the carrier lost, or that is too large, leaves the call as it is. */
export async function applyRecording(services: Services, webhook: StoredWebhook, event: RecordingEvent, leg: LegRef): Promise<string | null> {
  const file = await storeCarrierFile(services, leg.companyId, event.RecordingSid, event.RecordingUrl, 'recording');
  if (!file) return 'The carrier has lost the recording';
  if (file === 'too large') return 'The recording is too large to be kept';
  const recording = { event, leg, file, at: webhook.receivedAt };
  await services.tenancy.company([leg.companyId], null, () =>
    event.of === 'call' ? keepConversation(services, recording) : keepVoicemail(services, recording),
  );
  return null;
}

const toCallRef = ({ leg }: Recording) => ({ carrierSid: leg.callSid, numberId: leg.numberId, caller: null });

async function keepVoicemail(services: Services, recording: Recording): Promise<void> {
  const { event, leg, file, at } = recording;
  const carrierSid = event.RecordingSid;
  const row = await lockCall(toCallRef(recording), at);
  const known = await currentTransaction()
    .selectFrom('items')
    .select('id')
    .where('company_id', '=', companyId())
    .where('carrier_sid', '=', carrierSid)
    .executeTakeFirst();
  if (known) return;
  const duration = event.RecordingDuration;
  const fileId = await recordFile(file);
  await applyCallEvent(row, { type: 'message.recorded', seconds: duration, at: computeSecondsSince(row, at) }, at);
  const recipient = row.caller ?? anonymous;
  const thread = await findOrCreateConversation({ numberId: leg.numberId, recipient, at });
  await addItem({
    conversationId: thread.id,
    numberId: leg.numberId,
    recipient,
    type: 'voicemail',
    isInbound: true,
    createdAt: at,
    callId: row.id,
    duration,
    carrierSid,
    mediaFileIds: [fileId],
  });
  await enqueueTranscription(services, leg.numberId, fileId);
}

async function keepConversation(services: Services, recording: Recording): Promise<void> {
  const { leg, file, at } = recording;
  const row = await lockCall(toCallRef(recording), at);
  const call = await currentTransaction()
    .selectFrom('calls')
    .select('recording_file_id')
    .where('company_id', '=', companyId())
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  if (call.recording_file_id !== null) return;
  const fileId = await recordFile(file);
  await currentTransaction().updateTable('calls').set({ recording_file_id: fileId }).where('company_id', '=', companyId()).where('id', '=', row.id).execute();
  await enqueueTranscription(services, leg.numberId, fileId);
  await publishCallChange(row.id);
}
