/** Writing down what was said: asked for when a recording is kept, done by a job that may be killed anywhere and comes again. */

import type { TranscriptSegment } from '#contract/calls/entities.ts';
import { getMusic } from '#machines/call/index.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { InvalidTranscriptError, type TranscriptionResult } from '../../transcription/transcriber.ts';
import { updateItem } from '../conversations/repository.ts';
import { recordingTranscribe } from './jobs.ts';
import type { CallFlow } from './tables.ts';
import { saveTranscript } from './transcripts.ts';

type Job = NonNullable<typeof recordingTranscribe.given>;

/** Asks for the transcript of a recording within the open transaction: where the number wants it, and somebody is there to write. Once a file. */
export async function enqueueTranscription({ jobs, transcriber }: Pick<Services, 'jobs' | 'transcriber'>, numberId: number, fileId: number): Promise<void> {
  if (transcriber === null) return;
  const number = await currentTransaction()
    .selectFrom('phone_numbers')
    .select('call_transcription_enabled')
    .where('id', '=', numberId)
    .where('company_id', '=', companyId())
    .executeTakeFirst();
  if (!number?.call_transcription_enabled) return;
  await jobs.enqueue(recordingTranscribe, { companyId: companyId(), fileId }, { key: `transcribe:${fileId}` });
}

/**
 * The carrier records first whose line dials the other: the caller's, or, since the caller heard hold music, that of who answered. Who calls from the app is
 * ours. The recording is of the first conversation, whatever came of the call afterwards.
 */
function isAgentFirst(flow: CallFlow | null): boolean {
  if (flow === null || flow.placed !== undefined) return flow !== null;
  const { transfer: _, ...before } = flow;
  return getMusic(before) !== null;
}

/** A kept recording, and what it is of; null when there is none, or its words are known already. */
async function waiting(fileId: number) {
  const row = await currentTransaction()
    .selectFrom('files')
    .leftJoin('calls', 'calls.recording_file_id', 'files.id')
    .leftJoin('transcripts', 'transcripts.call_id', 'calls.id')
    .leftJoin('item_media', 'item_media.file_id', 'files.id')
    .leftJoin('items', (join) => join.onRef('items.id', '=', 'item_media.item_id').on('items.type', '=', 'voicemail').on('items.deleted_at', 'is', null))
    .select([
      'files.storage_key',
      'files.content_type',
      'calls.id as call_id',
      'calls.started_at',
      'calls.flow',
      'transcripts.call_id as written',
      'items.id as item_id',
    ])
    .select('items.body')
    .where('files.id', '=', fileId)
    .where('files.company_id', '=', companyId())
    .executeTakeFirst();
  if (!row) return null;
  const file = { storageKey: row.storage_key, contentType: row.content_type };
  if (row.call_id !== null && row.started_at !== null && row.written === null)
    return { ...file, call: { id: row.call_id, startedAt: row.started_at, isAgentFirst: isAgentFirst(row.flow) } };
  return row.item_id !== null && row.body === null ? { ...file, itemId: row.item_id } : null;
}
type Waiting = NonNullable<Awaited<ReturnType<typeof waiting>>>;

const toSegments = ({ utterances }: TranscriptionResult, agentFirst: boolean): TranscriptSegment[] =>
  utterances.map(({ channel, start, end, transcript }) => ({
    channel,
    speaker: (channel === 0) === agentFirst ? 'agent' : 'customer',
    transcript: transcript.trim(),
    startTime: start,
    endTime: end,
  }));

async function write(recording: Waiting, heard: TranscriptionResult): Promise<void> {
  if ('itemId' in recording) {
    const words = [...heard.utterances].sort((a, b) => a.start - b.start).map(({ transcript }) => transcript.trim());
    await updateItem(recording.itemId, { body: words.join(' ') });
    return;
  }
  await saveTranscript(recording.call, toSegments(heard, recording.call.isAgentFirst), heard.channels);
  recordChange({ kind: 'call-updated', id: recording.call.id });
}

async function loadSound({ files }: Pick<Services, 'files'>, { storageKey, contentType }: Waiting) {
  const stream = await files.read(storageKey);
  if (!stream) return null;
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return { bytes: Buffer.concat(parts), contentType };
}

/** The database will not have what was heard, for what it is (classes 22 and 54: wrong data, beyond its limits): paying for it again changes nothing. */
const isContents = (error: unknown): boolean => error instanceof Error && 'code' in error && /^(22|54)...$/.test(String(error.code));

/**
 * The worker of `recording.transcribe`. The vendor is asked outside of a transaction, and what it says is written only while nothing is: a second
 * run, or a second node, changes nothing. A sound that is none, one in which nobody speaks, and words that cannot be kept leave the recording without words.
 */
export async function transcribeRecording(services: Services, { companyId: company, fileId }: Job): Promise<void> {
  const { transcriber, tenancy } = services;
  if (transcriber === null) return;
  const recording = await tenancy.company([company], null, () => waiting(fileId));
  const sound = recording && (await loadSound(services, recording));
  if (!recording || !sound) return;
  failpoint('recording.transcribe: before asking');
  const heard = await transcriber.transcribe(sound).catch((error: unknown) => {
    if (error instanceof InvalidTranscriptError) return null;
    throw error;
  });
  failpoint('recording.transcribe: before writing');
  if (!heard || heard.utterances.length === 0) return;
  await tenancy
    .company([company], null, async () => {
      const still = await waiting(fileId);
      if (still) await write(still, heard);
    })
    .catch((error: unknown) => {
      if (!isContents(error)) throw error;
    });
  failpoint('recording.transcribe: after writing');
}
