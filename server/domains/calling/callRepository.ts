/** Reads and writes the call row. Each carrier event locks the row, applies one state-machine event and saves the result. */
import { displayPhone } from '#contract/text/phone.ts';
import {
  type CallContext,
  type CallEvent,
  type CallSnapshotData,
  initialCallState,
  isLive,
  nameDestination,
  parseClient,
  transitionCall,
} from '#machines/call/index.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import { anonymous } from '../../phone.ts';
import { followMarks } from '../calls/commands.ts';
import { addItem, findOrCreateConversation, lockConversations, publishItemChange, recomputeConversation } from '../conversations/repository.ts';
import { attributeCall } from '../dni/attribution.ts';
import { computeCents } from '../routing/limits.ts';
import { findColleagues } from '../routing/people.ts';
import { findPhoneOwners } from './live.ts';

/** Number, caller and carrier id of a call. `caller` null: anonymous. */
interface CallRef {
  readonly carrierSid: string;
  readonly numberId: number;
  readonly caller: string | null;
}

export interface CallRow extends CallRef {
  readonly id: number;
  readonly startedAt: Date;
  readonly kept: CallSnapshotData;
}

const columns = ['id', 'recipient', 'started_at', 'steps', 'flow', 'live_state', 'ended_at', 'result'] as const;

/** Selects the call's row, locked; undefined when there is none yet. */
const held = (carrierSid: string) =>
  currentTransaction().selectFrom('calls').select(columns).where('company_id', '=', companyId()).where('carrier_sid', '=', carrierSid).forUpdate();

/** The row of a call, made by whichever event comes first, locked until the transaction ends. `isExpected`: it is most likely there. */
export async function lockCall(call: CallRef, at: Date, isExpected = true): Promise<CallRow> {
  const known = isExpected ? await held(call.carrierSid).executeTakeFirst() : undefined;
  const row = known ?? (await beginCall(call, at)) ?? (await held(call.carrierSid).executeTakeFirstOrThrow());
  const steps = row.steps as CallContext['steps'];
  const context: CallContext = row.flow === null ? { ...initialCallState.context, steps } : { ...row.flow, steps };
  const state = row.live_state ?? (row.ended_at === null ? 'expected' : 'ended');
  // An event of a phone or a recording does not carry the caller; the row does.
  const caller = row.recipient === anonymous ? null : row.recipient;
  return { ...call, caller, id: row.id, startedAt: row.started_at, kept: { state, context } };
}

/** Locks the row of a call that goes on by its id; null where there is none, or it is none of the carrier's. */
export async function lockCallById(id: number, at: Date): Promise<CallRow | null> {
  const call = await currentTransaction()
    .selectFrom('calls')
    .select(['carrier_sid', 'number_id', 'recipient'])
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .executeTakeFirst();
  return call?.carrier_sid ? lockCall({ carrierSid: call.carrier_sid, numberId: call.number_id, caller: null }, at) : null;
}

/** Makes the row, with where the call came from. Of two events that come first at once, one makes it; the other waits for it, and gets nothing. */
async function beginCall(call: CallRef, at: Date) {
  const row = await currentTransaction()
    .insertInto('calls')
    .values({
      company_id: companyId(),
      number_id: call.numberId,
      recipient: call.caller ?? anonymous,
      is_inbound: true,
      started_at: at,
      steps: JSON.stringify(initialCallState.context.steps),
      carrier_sid: call.carrierSid,
    })
    .onConflict((conflict) => conflict.column('carrier_sid').doNothing())
    .returning(columns)
    .executeTakeFirst();
  if (row) await attributeCall(row.id, call.numberId, at);
  return row;
}

/** Makes the row of a call that a person makes from the app, locked until the transaction ends. */
export async function beginPlacedCall(call: CallRef, at: Date): Promise<CallRow> {
  const { id } = await currentTransaction()
    .insertInto('calls')
    .values({
      company_id: companyId(),
      number_id: call.numberId,
      recipient: call.caller ?? anonymous,
      is_inbound: false,
      started_at: at,
      steps: JSON.stringify(initialCallState.context.steps),
      carrier_sid: call.carrierSid,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...call, id, startedAt: at, kept: initialCallState };
}

/** Seconds since a call arrived. */
export const computeSecondsSince = ({ startedAt }: Pick<CallRow, 'startedAt'>, at: Date): number =>
  Math.max(0, Math.round((at.getTime() - startedAt.getTime()) / 1_000));

/** Phones that ring now and did not before: they are counted, and cost. */
async function keepLegs(row: CallRow, next: CallSnapshotData, at: Date): Promise<void> {
  const fresh = next.context.legs.slice(row.kept.context.legs.length);
  if (fresh.length === 0) return;
  await currentTransaction()
    .insertInto('call_legs')
    .values(fresh.map(({ number, round }) => ({ company_id: companyId(), call_id: row.id, round, number, started_at: at, cents: computeCents(number, 0) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Saves the duration of a phone's part of a call, once the carrier reports it. */
export async function recordLegDuration(callId: number, round: number, number: string, seconds: number): Promise<void> {
  await currentTransaction()
    .updateTable('call_legs')
    .set({ seconds, cents: computeCents(number, seconds) })
    .where('company_id', '=', companyId())
    .where('call_id', '=', callId)
    .where('round', '=', round)
    .where('number', '=', number)
    .execute();
}

/** Names who has a phone that took a call: the user, else the contact or the line it is, else the phone itself. */
async function findCallerName(number: string | null, { scene, placed, transfer }: Pick<CallContext, 'scene' | 'placed' | 'transfer'>): Promise<string | null> {
  if (number === null) return null;
  const named = transfer?.names[number];
  if (named !== undefined) return named;
  // The caller talks for the company.
  if (placed) return placed.caller;
  if (parseClient(number) !== null) return nameDestination(scene, number);
  const destinations = scene?.routing.routes.flatMap(({ forwards }) => forwards.filter((forward) => forward.number === number)) ?? [];
  const colleague = (await findColleagues(destinations.length > 0 ? destinations : [{ number }])).get(number);
  return colleague?.name ?? (await findPhoneOwners([number])).get(number) ?? displayPhone(number);
}

/** Seconds until somebody answered, the voicemail did, or the caller gave up; 0 where no phone rang. */
function computeRingSeconds({ connectedAt, legs, steps, seconds }: CallContext): number {
  return connectedAt ?? (legs.length === 0 ? 0 : (steps.find(({ step }) => step === 'Voicemail')?.at ?? seconds));
}

/** Seconds of a call from its start; 0 where nobody and nothing answered: it is no long call, however long it rang. */
const computeDuration = ({ result, seconds }: Pick<CallContext, 'result' | 'seconds'>): number =>
  result === 'answered' || result === 'voicemail' ? seconds : 0;

/** Gives a call one event and keeps what follows. Nothing is written when nothing changed. */
export async function applyCallEvent(row: CallRow, event: CallEvent, at: Date): Promise<CallRow> {
  const next = transitionCall(row.kept, event);
  if (JSON.stringify(next) === JSON.stringify(row.kept)) return row;
  const { steps, ...flow } = next.context;
  const isNewlyAnswered = flow.answeredBy !== null && row.kept.context.answeredBy === null;
  const isOver = next.state === 'ended';
  const answeredBy = isNewlyAnswered ? { answered_by: await findCallerName(flow.answeredBy, flow) } : {};
  const keepCall = currentTransaction()
    .updateTable('calls')
    .set({
      steps: JSON.stringify(steps),
      flow: JSON.stringify(flow),
      live_state: isLive(next) ? next.state : null,
      result: flow.result,
      last_heard_at: at,
      ...(flow.connectedAt !== null || isOver ? { ring_seconds: computeRingSeconds(next.context) } : {}),
      ...answeredBy,
      ...(isOver ? { duration: computeDuration(flow), ended_at: at, call_token: null } : {}),
    })
    .where('id', '=', row.id)
    .where('company_id', '=', companyId());
  await Promise.all([keepLegs(row, next, at), keepCall.execute()]);
  failpoint(`call: in ${next.state}`);
  recordChange({ kind: 'call-updated', id: row.id });
  const now = { ...row, kept: next };
  if (isOver) await (row.kept.state === 'ended' ? publishCallChange(row.id) : enterThread(now));
  return now;
}

/** A call that is over stands in its thread. */
async function enterThread(row: CallRow): Promise<void> {
  const recipient = row.caller ?? anonymous;
  const { placed } = row.kept.context;
  const thread = await findOrCreateConversation({ numberId: row.numberId, recipient, at: row.startedAt });
  await addItem({
    conversationId: thread.id,
    numberId: row.numberId,
    recipient,
    type: 'call',
    isInbound: placed === undefined,
    ...(placed ? { actor: { id: placed.userId, name: placed.caller } } : {}),
    createdAt: row.startedAt,
    callId: row.id,
    duration: computeDuration(row.kept.context),
    carrierSid: row.carrierSid,
  });
  await enterNotes(row.id, thread.id);
  await followMarks(thread.id);
}

/** Notes that were written while the call went on come into its thread with it. */
async function enterNotes(callId: number, conversationId: number): Promise<void> {
  const notes = await currentTransaction()
    .updateTable('items')
    .set({ conversation_id: conversationId })
    .where('company_id', '=', companyId())
    .where('conversation_id', 'is', null)
    .where(
      'note_id',
      'in',
      currentTransaction()
        .selectFrom('notes')
        .select('id')
        .where('company_id', '=', companyId())
        .where('model_type', '=', 'call')
        .where('model_id', '=', callId),
    )
    .returning('id')
    .execute();
  if (notes.length === 0) return;
  await recomputeConversation(conversationId);
  for (const { id } of notes) publishItemChange('item-created', id, conversationId);
}

/** The line of the thread follows: the call may be its newest item, and its result may be told after its end. */
export async function publishCallChange(callId: number): Promise<void> {
  const items = await currentTransaction()
    .selectFrom('items')
    .select(['id', 'conversation_id'])
    .where('company_id', '=', companyId())
    .where('call_id', '=', callId)
    .where('type', '=', 'call')
    .where('deleted_at', 'is', null)
    .execute();
  for (const item of items) {
    if (item.conversation_id !== null) await lockConversations([item.conversation_id]);
    // An answer that is told after the end makes a missed call an answered one, with its length.
    await currentTransaction()
      .updateTable('items')
      .set((eb) => ({ duration: eb.selectFrom('calls').select('calls.duration').where('calls.id', '=', callId).where('calls.company_id', '=', companyId()) }))
      .where('company_id', '=', companyId())
      .where('id', '=', item.id)
      .execute();
    if (item.conversation_id !== null) await recomputeConversation(item.conversation_id);
    publishItemChange('item-updated', item.id, item.conversation_id);
  }
}
