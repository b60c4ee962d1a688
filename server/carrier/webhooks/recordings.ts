/** Recordings: fetched from the carrier, kept, and hung where they belong: a voicemail in its thread, a conversation on its call. Each once. */
import { companyId, db } from '../../db/tenancy.ts';
import { anonymous, feed, lockCall, since, tellOfCall } from '../../domains/calling/record.ts';
import { askForTranscript } from '../../domains/calls/transcribing.ts';
import { addItem, findOrCreateConversation } from '../../domains/conversations/thread.ts';
import { normalisePhone } from '../../phone.ts';
import type { Services } from '../../services.ts';
import type { StoredWebhook } from './apply.ts';
import type { DirectoryEntry } from './directory.ts';
import { type KeptFile, keepFile, recordFile } from './files.ts';
import type { CallEvent } from './payloads.ts';

interface Recording {
  readonly event: CallEvent;
  readonly entry: DirectoryEntry;
  readonly file: KeptFile;
  readonly at: Date;
}

/** Applies the callback of a recording. A recording the carrier lost leaves the call as it is. */
export async function applyRecording(services: Services, webhook: StoredWebhook, event: CallEvent, entry: DirectoryEntry): Promise<string | null> {
  if (event.RecordingUrl === undefined || event.RecordingSid === undefined) return 'The recording is not named';
  const file = await keepFile(services, entry.companyId, event.RecordingSid, event.RecordingUrl);
  if (!file) return 'The carrier has lost the recording';
  const recording = { event, entry, file, at: webhook.receivedAt };
  await services.tenancy.company([entry.companyId], null, () =>
    event.of === 'call' ? keepConversation(services, recording) : keepVoicemail(services, recording),
  );
  return null;
}

const refOf = ({ event, entry }: Recording) => ({ carrierSid: event.CallSid, numberId: entry.numberId, caller: normalisePhone(event.From) });

async function keepVoicemail(services: Services, recording: Recording): Promise<void> {
  const { event, entry, file, at } = recording;
  const carrierSid = event.RecordingSid ?? null;
  const row = await lockCall(refOf(recording), at);
  const known = await db().selectFrom('items').select('id').where('company_id', '=', companyId()).where('carrier_sid', '=', carrierSid).executeTakeFirst();
  if (known) return;
  const duration = event.RecordingDuration ?? 0;
  const fileId = await recordFile(file);
  await feed(row, { type: 'message.recorded', seconds: duration, at: since(row, at) }, at);
  const recipient = row.caller ?? anonymous;
  const thread = await findOrCreateConversation({ numberId: entry.numberId, recipient, at });
  await addItem({
    conversationId: thread.id,
    numberId: entry.numberId,
    recipient,
    type: 'voicemail',
    isInbound: true,
    createdAt: at,
    callId: row.id,
    duration,
    carrierSid,
    mediaFileIds: [fileId],
  });
  await askForTranscript(services, entry.numberId, fileId);
}

async function keepConversation(services: Services, recording: Recording): Promise<void> {
  const { entry, file, at } = recording;
  const row = await lockCall(refOf(recording), at);
  const call = await db()
    .selectFrom('calls')
    .select('recording_file_id')
    .where('company_id', '=', companyId())
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  if (call.recording_file_id !== null) return;
  const fileId = await recordFile(file);
  await db().updateTable('calls').set({ recording_file_id: fileId }).where('company_id', '=', companyId()).where('id', '=', row.id).execute();
  await askForTranscript(services, entry.numberId, fileId);
  await tellOfCall(row.id);
}
