/** Calls: one at a time for threads, and two years of them for the activity list. */

import { formatInstant } from './clock.ts';
import { computeRunningTotals } from './random.ts';
import type { CallResult, CallRow, Chunk, ItemRow, NumberRow } from './rows.ts';
import type { Shop } from './shop.ts';
import { computeBytes, type Recording } from './spoken.ts';
import { createTalk, toRecordingTranscript } from './talks.ts';

/** Properties of a call before its rows are made. Seconds throughout, `at` in milliseconds. */
interface CallPlan {
  readonly number: NumberRow;
  readonly recipient: string;
  readonly at: number;
  readonly isInbound: boolean;
  readonly result: CallResult;
  readonly ringSeconds: number;
  readonly talkSeconds: number;
  readonly answeredBy: string | null;
  readonly extension?: string | null;
  readonly recording?: Recording | null;
  /** Recording of the caller's words after the beep. */
  readonly voicemail?: Recording;
  readonly isLead?: boolean;
  readonly isAppointment?: boolean;
}

const createStep = (name: string, at: number, detail: string | null = null) =>
  `{"step":"${name}","at":${at},"detail":${detail === null ? 'null' : JSON.stringify(detail)}}`;

/** A call's history as the contract's steps, in JSON, with seconds since its start. */
function listSteps(plan: CallPlan): string {
  const { ringSeconds: ring, talkSeconds, answeredBy } = plan;
  const steps = [createStep('Started', 0)];
  if (plan.extension) steps.push(createStep('Extension Selected', Math.max(1, ring - 4), plan.extension));
  if (plan.result === 'answered') steps.push(createStep('Connected', ring, plan.isInbound ? answeredBy : null), createStep('Hangup', ring + talkSeconds));
  else if (plan.result === 'blocked') steps.push(createStep('Blocked', 0));
  else {
    if (ring > 15 || plan.result !== 'missed') steps.push(createStep('No Answer', Math.max(1, ring - 1)));
    if (plan.result === 'missed') steps.push(createStep('Missed', ring));
    if (plan.result === 'voicemail') steps.push(createStep('Voicemail', ring));
    if (plan.result !== 'missed') steps.push(createStep('Hangup', ring + talkSeconds));
  }
  return `[${steps.join(',')}]`;
}

/** The row of `files` of something in the store; one a company and key. */
export function addFile(shop: Shop, file: { key: string; name: string; contentType: string; bytes: number }): number {
  const known = shop.files.get(file.key);
  if (known !== undefined) return known;
  const id = shop.nextId('files');
  shop.files.set(file.key, id);
  const { key, name, contentType, bytes } = file;
  shop.rows.add('files', {
    id,
    company_id: shop.id,
    name,
    content_type: contentType,
    bytes,
    storage_key: key,
    created_at: formatInstant(shop.clock.now - 86_400_000),
  });
  return id;
}

/** The file of a recording. */
export const addRecordingFile = (shop: Shop, recording: Recording): number =>
  addFile(shop, { key: recording.key, name: recording.key.slice('demo/'.length), contentType: 'audio/wav', bytes: computeBytes(recording) });

/** Writes a call down and returns its row. */
export function addCall(shop: Shop, plan: CallPlan): CallRow {
  const { random } = shop;
  const isLead = plan.isLead ?? false;
  const row: CallRow = {
    id: shop.nextId('calls'),
    company_id: shop.id,
    number_id: plan.number.id,
    recipient: plan.recipient,
    is_inbound: plan.isInbound,
    result: plan.result,
    started_at: formatInstant(plan.at),
    ring_seconds: plan.ringSeconds,
    duration: plan.result === 'missed' || plan.result === 'blocked' ? 0 : plan.ringSeconds + plan.talkSeconds,
    answered_by: plan.answeredBy,
    steps: listSteps(plan),
    recording_file_id: plan.recording ? addRecordingFile(shop, plan.recording) : null,
    is_lead: isLead,
    is_appointment: plan.isAppointment ?? false,
    qualification: isLead ? 3 : plan.result === 'answered' && random.chance(0.2) ? random.int(1, 2) : null,
    value: null,
    department: null,
    outcome: null,
    is_first_contact: false,
  };
  addTranscript(shop, row, plan);
  shop.rows.add('calls', row);
  shop.calls += 1;
  return row;
}

/** Writes down the words of a call: exact where it was recorded. For judged calls, adds the topic and the value a lead may bring. */
function addTranscript(shop: Shop, call: CallRow, plan: CallPlan): void {
  const heard = plan.recording ?? plan.voicemail;
  if (heard) shop.rows.add('transcripts', toRecordingTranscript(call, heard));
  const talk = shop.records && !heard ? createTalk(call, { city: shop.city, now: shop.clock.now, company: 'Northwind Motors' }, plan.talkSeconds) : null;
  if (!talk) return;
  shop.rows.add('transcripts', talk.transcript);
  call.department = talk.department;
  call.outcome = talk.outcome;
  if (call.is_lead) call.value = 500 + ((call.id * 7_919) % 380) * 100;
}

/** The item of a call. */
export function toCallItem(shop: Shop, call: CallRow, conversationId: number | null, agent: { id: number | null; name: string } | null): ItemRow {
  return {
    id: shop.nextId('items'),
    company_id: shop.id,
    conversation_id: conversationId,
    number_id: call.number_id,
    recipient: call.recipient,
    type: 'call',
    is_inbound: call.is_inbound,
    is_read: true,
    created_at: call.started_at,
    updated_at: call.started_at,
    actor_id: agent?.id ?? null,
    actor_name: agent?.name ?? null,
    call_id: call.id,
    note_id: null,
    body: null,
    delivery_state: null,
    error_code: null,
    segments: 0,
    duration: call.duration,
    pages: null,
  };
}

const weekdayWeight = [0.3, 1.15, 1.05, 1, 1, 1.1, 0.8];
const hourWeight = computeRunningTotals([
  0.02, 0.01, 0.01, 0.01, 0.02, 0.05, 0.2, 1.2, 3.6, 5.2, 6, 5.6, 4.1, 4.4, 5.4, 5.6, 5, 3.9, 2.2, 1.1, 0.7, 0.4, 0.2, 0.06,
]);
const hours = hourWeight.map((_, hour) => hour);
/** Two years. */
const historyDays = 730;

/** Distributes `total` calls over the days before the anchor: weekdays differ, spring and late summer are busy, business grows. */
function callsPerDay(shop: Shop, total: number): number[] {
  const weights = Array.from({ length: historyDays }, (_, days) => {
    const season = 1 + 0.18 * Math.sin((days / 365) * 4 * Math.PI + 1);
    return (weekdayWeight[shop.clock.weekday(days)] ?? 1) * season * (1.25 - (0.5 * days) / historyDays) * (0.85 + 0.3 * shop.random.next());
  });
  const sums = computeRunningTotals(weights);
  const all = sums.at(-1) ?? 1;
  return sums.map((sum, day) => Math.round((sum / all) * total) - Math.round(((sums[day - 1] ?? 0) / all) * total));
}

/** Numbers and callers of background calls. */
interface Traffic {
  readonly numbers: readonly NumberRow[];
  readonly weights: readonly number[];
  readonly callers: readonly string[];
}

function createBackgroundCall(shop: Shop, traffic: Traffic, cumulative: readonly number[], at: number, hour: number): void {
  const { random } = shop;
  const isInbound = random.chance(0.8);
  const open = hour >= 8 && hour < 18;
  const drawn = random.next();
  const result: CallResult = isInbound
    ? drawn < (open ? 0.79 : 0.22)
      ? 'answered'
      : drawn < 0.975
        ? 'missed'
        : 'blocked'
    : drawn < 0.62
      ? 'answered'
      : 'none';
  const answered = result === 'answered';
  const talk = answered ? Math.round(18 + 900 * random.next() ** 3 + 120 * random.next()) : 0;
  const call = addCall(shop, {
    number: random.weighted(traffic.numbers, cumulative),
    recipient: random.pick(traffic.callers),
    at,
    isInbound,
    result,
    ringSeconds: result === 'blocked' ? 0 : answered ? random.int(4, 18) : random.int(8, 32),
    talkSeconds: talk,
    answeredBy: answered ? random.pick(shop.answerers) : null,
    extension: isInbound && random.chance(0.3) ? String(random.int(1, 3)) : null,
    isLead: answered && isInbound && talk > 60 && random.chance(0.14),
    isAppointment: answered && isInbound && talk > 60 && random.chance(0.09),
  });
  shop.rows.add('items', toCallItem(shop, call, null, null));
}

/** Two years of calls that never became threads, oldest first, handed out piece by piece. */
export function* createBackgroundCalls(shop: Shop, traffic: Traffic, total: number, pieceRows = 20_000): Generator<Chunk[]> {
  const { random, clock } = shop;
  const counts = callsPerDay(shop, total);
  const cumulative = computeRunningTotals(traffic.weights);
  for (let days = historyDays - 1; days >= 0; days--) {
    const minutes = Array.from({ length: counts[days] ?? 0 }, () => random.weighted(hours, hourWeight) * 60 + random.next() * 60).sort((a, b) => a - b);
    for (const minute of minutes) {
      const sameDay = clock.at(days, minute);
      const at = sameDay < clock.now - 120_000 ? sameDay : clock.at(days + 1, minute);
      createBackgroundCall(shop, traffic, cumulative, at, Math.floor(minute / 60));
    }
    if (shop.rows.size >= pieceRows) yield shop.rows.takeChunk();
  }
  yield shop.rows.takeChunk();
}
