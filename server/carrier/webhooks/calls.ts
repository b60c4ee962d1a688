/** Calls as the carrier tells of them: one row a call, one item in its thread when it is over, one voicemail when a recording is there. */
import { sql } from 'kysely';
import type { CallsTable } from '../../db/tables/index.ts';
import { companyId, db } from '../../db/tenancy.ts';
import { isBlockedOn } from '../../domains/blocks/lookup.ts';
import { addItem, findOrCreateConversation, lockConversations, refreshLatest, tell } from '../../domains/conversations/thread.ts';
import { normalisePhone } from '../../phone.ts';
import type { Services } from '../../services.ts';
import type { StoredWebhook } from './apply.ts';
import type { DirectoryEntry } from './directory.ts';
import { type KeptFile, keepFile, recordFile } from './files.ts';
import type { CallEvent } from './payloads.ts';

type Step = { step: string; at: number; detail: string | null };
interface CallRow {
  readonly id: number;
  readonly result: NonNullable<CallsTable['result']['__select__']>;
  readonly startedAt: Date;
  readonly steps: readonly Step[];
}

/** What a withheld caller is called. */
const anonymous = 'anonymous';
/** Statuses after which a call is over. */
const over = new Set(['completed', 'busy', 'failed', 'no-answer', 'canceled']);

/** Applies one event of a call. */
export async function applyCall(services: Services, webhook: StoredWebhook, event: CallEvent, entry: DirectoryEntry): Promise<null> {
  const recording =
    webhook.kind === 'call.recording' && event.RecordingUrl !== undefined && event.RecordingSid !== undefined
      ? await keepFile(services, entry.companyId, event.RecordingSid, event.RecordingUrl)
      : null;
  await services.tenancy.company([entry.companyId], null, async () => {
    const call = await lockCall(event, entry, webhook.receivedAt);
    const since = Math.max(0, Math.round((webhook.receivedAt.getTime() - call.startedAt.getTime()) / 1000));
    if (webhook.kind === 'call.dialed') await applyDial(call, event, since);
    if (webhook.kind === 'call.recording' && recording) await applyRecording(call, event, entry, recording, webhook.receivedAt, since);
    if (webhook.kind === 'call.status' && over.has(event.CallStatus ?? '')) await applyEnd(call, event, entry, since);
  });
  return null;
}

/** The row of the call, made by whichever event comes first, locked until the transaction ends. */
async function lockCall(event: CallEvent, entry: DirectoryEntry, at: Date): Promise<CallRow> {
  await db()
    .insertInto('calls')
    .values({
      company_id: companyId(),
      number_id: entry.numberId,
      recipient: callerOf(event),
      is_inbound: true,
      started_at: at,
      steps: JSON.stringify([{ step: 'Started', at: 0, detail: null }]),
      carrier_sid: event.CallSid,
    })
    .onConflict((conflict) => conflict.column('carrier_sid').doNothing())
    .execute();
  const row = await db()
    .selectFrom('calls')
    .select(['id', 'result', 'started_at', 'steps'])
    .where('company_id', '=', companyId())
    .where('carrier_sid', '=', event.CallSid)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { id: row.id, result: row.result, startedAt: row.started_at, steps: row.steps };
}

const callerOf = (event: CallEvent) => normalisePhone(event.From) ?? anonymous;

/** Results in the order in which one outweighs another: a call that left a voicemail is no missed call, whatever comes later. */
const weight = { none: 0, missed: 1, blocked: 2, voicemail: 3, answered: 4 } as const;

async function settleCall(
  call: CallRow,
  result: CallRow['result'],
  step: Step | null,
  more: { duration?: number; ring_seconds?: number; answered_by?: string | null } = {},
) {
  const steps = step === null || call.steps.some((known) => known.step === step.step) ? call.steps : [...call.steps, step].sort((a, b) => a.at - b.at);
  await db()
    .updateTable('calls')
    .set({ result: weight[result] > weight[call.result] ? result : call.result, steps: JSON.stringify(steps), ...more })
    .where('id', '=', call.id)
    .where('company_id', '=', companyId())
    .execute();
  await tellOfCall(call.id);
}

async function applyDial(call: CallRow, event: CallEvent, since: number): Promise<void> {
  const talked = event.DialCallDuration ?? 0;
  if (event.DialCallStatus === 'completed') {
    const ring = Math.max(0, since - talked);
    await settleCall(call, 'answered', { step: 'Connected', at: ring, detail: null }, { ring_seconds: ring });
  } else await settleCall(call, 'missed', { step: 'No Answer', at: since, detail: null }, { ring_seconds: since });
}

async function applyRecording(call: CallRow, event: CallEvent, entry: DirectoryEntry, recording: KeptFile, at: Date, since: number): Promise<void> {
  const carrierSid = event.RecordingSid ?? null;
  const known = await db().selectFrom('items').select('id').where('company_id', '=', companyId()).where('carrier_sid', '=', carrierSid).executeTakeFirst();
  if (known) return;
  const duration = event.RecordingDuration ?? 0;
  const fileId = await recordFile(recording);
  await settleCall(call, 'voicemail', { step: 'Voicemail', at: Math.max(0, since - duration), detail: null });
  const recipient = callerOf(event);
  const thread = await findOrCreateConversation({ numberId: entry.numberId, recipient, at });
  await addItem({
    conversationId: thread.id,
    numberId: entry.numberId,
    recipient,
    type: 'voicemail',
    isInbound: true,
    createdAt: at,
    callId: call.id,
    duration,
    carrierSid,
    mediaFileIds: [fileId],
  });
}

async function applyEnd(call: CallRow, event: CallEvent, entry: DirectoryEntry, since: number): Promise<void> {
  const duration = event.CallDuration ?? 0;
  const recipient = callerOf(event);
  const isBlocked = call.result === 'none' && (await isBlockedOn(entry.numberId, recipient));
  if (isBlocked) await settleCall(call, 'blocked', { step: 'Blocked', at: since, detail: null });
  else await settleCall(call, 'missed', { step: 'Hangup', at: Math.max(since, duration), detail: null }, { duration });
  const thread = await findOrCreateConversation({ numberId: entry.numberId, recipient, at: call.startedAt });
  await addItem({
    conversationId: thread.id,
    numberId: entry.numberId,
    recipient,
    type: 'call',
    isInbound: true,
    createdAt: call.startedAt,
    callId: call.id,
    duration,
    carrierSid: event.CallSid,
  });
}

/** The line of the thread follows: the call may be its newest item, and its result may be told after its end. */
async function tellOfCall(callId: number): Promise<void> {
  const items = await db()
    .selectFrom('items')
    .select(['id', 'conversation_id'])
    .where('company_id', '=', companyId())
    .where('call_id', '=', callId)
    .where('type', '=', 'call')
    .where(sql<boolean>`deleted_at is null`)
    .execute();
  for (const item of items) {
    if (item.conversation_id !== null) {
      await lockConversations([item.conversation_id]);
      await refreshLatest(item.conversation_id);
    }
    tell('item-updated', item.id, item.conversation_id);
  }
}
