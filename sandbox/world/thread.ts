/** Writes threads: a conversation, what is in it, and what the conversation keeps of that. */
import { countSegments } from '#contract/text/segments.ts';
import { addCall, addFile, addRecordingFile, toCallItem } from './calls.ts';
import { formatInstant } from './clock.ts';
import { type Episode, fillSlots, type ScriptLine } from './dialogues/script.ts';
import { type DocumentName, listPages } from './fax.ts';
import type { CallResult, CallRow, ItemRow, NoteRow } from './rows.ts';
import type { Agent, Shop, ThreadPlan } from './shop.ts';
import { drawSlots } from './slots.ts';
import { formatTranscript, recordedCalls, voicemails } from './spoken.ts';

const minute = 60_000;
const day = 86_400_000;
/** Seconds; what is said after a call is said after its end. */
const longestTalk = 640;

/** A line that knows when it happens, who of us acts and what its slots hold. `seconds` and `by` are given where a script leaves chance to us. */
export interface ScheduledLine {
  readonly line: ScriptLine;
  readonly at: number;
  readonly agent: Agent;
  readonly slots: Readonly<Record<string, string>>;
  readonly call?: { readonly ring?: number; readonly talk?: number; readonly by?: string; readonly recorded?: number };
  readonly voicemail?: number;
}

/** Returns the number of items a line becomes. */
const countItems = (line: ScriptLine): number => (line.kind === 'voicemail' ? 2 : 1);
/** Returns the number of items an episode becomes. */
export const countEpisodeItems = (episode: Episode): number => episode.lines.reduce((sum, line) => sum + countItems(line), 0);

function pickGap(shop: Shop, line: ScriptLine): number {
  const { random } = shop;
  if (line.kind === 'in') return Math.round((0.5 + 40 * random.next() ** 3) * minute);
  return Math.round((0.6 + 12 * random.next() ** 2) * minute);
}

/** Gives episodes their times, so that the last line of the last one happens at `endsAt`; earlier ones happened days before. */
export function scheduleEpisodes(shop: Shop, plan: ThreadPlan, episodes: readonly Episode[]): ScheduledLine[] {
  const { random } = shop;
  const happenings: ScheduledLine[] = [];
  const oldest = shop.clock.now - 728 * day;
  let at = plan.endsAt;
  for (const episode of [...episodes].reverse()) {
    const agent = shop.agents[Math.floor(random.next() ** 2 * shop.agents.length)] ?? { id: null, name: 'Desk', first: 'Desk', short: 'Desk' };
    const first = plan.contact?.name.split(' ')[0] ?? null;
    const year = new Date(shop.clock.now).getUTCFullYear();
    const slots = drawSlots(random, { first, agent: agent.first, city: plan.contact?.city ?? shop.city, year });
    for (const [fromEnd, line] of [...episode.lines].reverse().entries()) {
      if (fromEnd > 0 && (line.kind === 'answered' || line.kind === 'called')) at -= longestTalk * 1_000;
      happenings.push({ line, at, agent, slots });
      at -= pickGap(shop, line);
    }
    const days = at - 90 * day < oldest ? 1 : random.int(1, random.chance(0.4) ? 6 : 75);
    at -= days * day + random.int(-90, 90) * minute;
  }
  return happenings.reverse();
}

/** Leaves out what we said last, so that a thread ends with something of theirs. */
export function removeTrailingReplies(happenings: readonly ScheduledLine[]): ScheduledLine[] {
  const last = happenings.findLastIndex(({ line }) => ['in', 'missed', 'voicemail', 'fax'].includes(line.kind));
  return happenings.slice(0, last + 1);
}

interface Thread {
  readonly id: number;
  readonly plan: ThreadPlan;
  readonly items: ItemRow[];
  readonly calls: Map<number, CallRow>;
}

function createBlank(shop: Shop, thread: Thread, at: number, type: ItemRow['type'], isInbound: boolean): ItemRow {
  return {
    id: shop.nextId('items'),
    company_id: shop.id,
    conversation_id: thread.id,
    number_id: thread.plan.number.id,
    recipient: thread.plan.recipient,
    type,
    is_inbound: isInbound,
    is_read: true,
    created_at: formatInstant(at),
    updated_at: formatInstant(at),
    actor_id: null,
    actor_name: null,
    call_id: null,
    note_id: null,
    body: null,
    delivery_state: null,
    error_code: null,
    segments: 0,
    duration: null,
    pages: null,
  };
}

function createOutcome(shop: Shop): { state: string; code: string | null } {
  const drawn = shop.random.next();
  if (drawn < 0.965) return { state: 'delivered', code: null };
  if (drawn < 0.985) return { state: 'sent', code: null };
  return drawn < 0.995 ? { state: 'undelivered', code: shop.random.pick(['30003', '30005', '30007']) } : { state: 'failed', code: '30006' };
}

function attach(shop: Shop, item: ItemRow, document: DocumentName, pages: number): void {
  listPages(document)
    .slice(0, pages)
    .forEach((page, position) => {
      const file = addFile(shop, { key: page.key, name: page.name, contentType: 'image/png', bytes: page.bytes.length });
      shop.rows.add('item_media', { company_id: shop.id, item_id: item.id, file_id: file, position });
    });
}

function addMessage(shop: Shop, thread: Thread, { at, agent, slots }: ScheduledLine, written: string, isInbound: boolean): void {
  const item = createBlank(shop, thread, at, 'message', isInbound);
  item.body = fillSlots(written, slots);
  item.segments = countSegments(item.body).count;
  const { state, code } = isInbound ? { state: 'received', code: null } : createOutcome(shop);
  item.delivery_state = state;
  item.error_code = code;
  if (!isInbound) {
    item.actor_id = agent.id;
    item.actor_name = agent.name;
    if (/^Here is the quote|^Invoice attached/.test(written)) attach(shop, item, 'quote', 1);
  }
  thread.items.push(item);
}

function addNote(shop: Shop, thread: Thread, { at, agent, slots }: ScheduledLine, written: string): void {
  const item = createBlank(shop, thread, at, 'note', false);
  const note: NoteRow = {
    id: shop.nextId('notes'),
    company_id: shop.id,
    model_type: 'conversation',
    model_id: thread.id,
    body: fillSlots(written, slots),
    author_id: agent.id,
    author_name: agent.name,
    created_at: formatInstant(at),
    updated_at: formatInstant(at),
  };
  shop.rows.add('notes', note);
  Object.assign(item, { note_id: note.id, body: note.body, actor_id: agent.id, actor_name: agent.name });
  thread.items.push(item);
}

function addPhoneCall(shop: Shop, thread: Thread, happening: ScheduledLine, kind: 'answered' | 'missed' | 'called', isBlocked = false): void {
  const { random } = shop;
  const { at, agent, call: given = {} } = happening;
  const isInbound = kind !== 'called';
  const result: CallResult = isBlocked
    ? 'blocked'
    : kind === 'missed'
      ? 'missed'
      : kind === 'answered' || given.talk || random.chance(0.75)
        ? 'answered'
        : 'none';
  const answered = result === 'answered';
  const isRecent = shop.clock.now - at < 40 * day;
  const index =
    given.recorded ?? (shop.records && answered && isRecent && given.talk === undefined && random.chance(0.5) ? random.int(1, recordedCalls.length - 1) : null);
  const recording = index === null ? null : (recordedCalls[index] ?? null);
  const call = addCall(shop, {
    number: thread.plan.number,
    recipient: thread.plan.recipient,
    at,
    isInbound,
    result,
    ringSeconds: isBlocked ? 0 : (given.ring ?? (answered ? random.int(4, 16) : random.int(9, 30))),
    talkSeconds: answered ? (given.talk ?? recording?.seconds ?? random.int(25, longestTalk)) : 0,
    answeredBy: answered ? (given.by ?? (isInbound ? agent.short : null)) : null,
    extension: isInbound && random.chance(0.4) ? '1' : null,
    recording,
    isLead: answered && isInbound && (thread.plan.marks?.is_lead ?? false),
    isAppointment: answered && isInbound && (thread.plan.marks?.is_appointment ?? false),
  });
  thread.calls.set(call.id, call);
  thread.items.push(toCallItem(shop, call, thread.id, isInbound ? null : agent));
}

function addVoicemail(shop: Shop, thread: Thread, happening: ScheduledLine, topic: string): void {
  const { random } = shop;
  const fitting = voicemails.filter((voicemail) => voicemail.topic === topic);
  const voicemail = (happening.voicemail === undefined ? undefined : voicemails[happening.voicemail]) ?? random.pick(fitting.length > 0 ? fitting : voicemails);
  const ring = random.int(18, 25);
  const { number, recipient } = thread.plan;
  const at = happening.at - (ring + voicemail.seconds) * 1_000;
  const call = addCall(shop, {
    number,
    recipient,
    at,
    isInbound: true,
    result: 'voicemail',
    ringSeconds: ring,
    talkSeconds: voicemail.seconds,
    voicemail,
    answeredBy: null,
  });
  thread.calls.set(call.id, call);
  thread.items.push(toCallItem(shop, call, thread.id, null));
  const item = createBlank(shop, thread, happening.at, 'voicemail', true);
  Object.assign(item, { call_id: call.id, body: formatTranscript(voicemail), duration: voicemail.seconds });
  shop.rows.add('item_media', { company_id: shop.id, item_id: item.id, file_id: addRecordingFile(shop, voicemail), position: 0 });
  thread.items.push(item);
}

function addFax(shop: Shop, thread: Thread, { at }: ScheduledLine, pages: number): void {
  const item = createBlank(shop, thread, at, 'fax', true);
  Object.assign(item, { delivery_state: 'received', pages });
  attach(shop, item, pages === 1 ? 'referral' : pages === 2 ? 'order' : 'agreement', pages);
  thread.items.push(item);
}

function write(shop: Shop, thread: Thread, happening: ScheduledLine): void {
  const { line } = happening;
  if (line.kind === 'in' || line.kind === 'out') addMessage(shop, thread, happening, line.text, line.kind === 'in');
  else if (line.kind === 'note') addNote(shop, thread, happening, line.text);
  else if (line.kind === 'voicemail') addVoicemail(shop, thread, happening, line.topic);
  else if (line.kind === 'fax') addFax(shop, thread, happening, line.pages);
  else addPhoneCall(shop, thread, happening, line.kind, thread.plan.isBlocked && line.kind === 'missed');
}

/** Marks what came in after our last word as unread, and returns how many that are. */
function markUnread(items: readonly ItemRow[]): number {
  const since = items.findLastIndex((item) => !item.is_inbound) + 1;
  const unseen = items.slice(since).filter((item) => item.is_inbound && item.type !== 'note');
  const kept = unseen.some((item) => item.type === 'voicemail') ? unseen.filter((item) => item.type !== 'call') : unseen;
  for (const item of kept) item.is_read = false;
  return kept.length;
}

/** Writes a thread down: its items in order, then the conversation that sums them up. Returns how many items it has. */
export function addThread(shop: Shop, plan: ThreadPlan, happenings: readonly ScheduledLine[]): number {
  const thread: Thread = { id: shop.nextId('conversations'), plan, items: [], calls: new Map() };
  for (const happening of happenings) write(shop, thread, happening);
  const newest = thread.items.at(-1);
  if (!newest) throw new Error('A thread without anything in it');
  const unread = plan.isUnread ? markUnread(thread.items) : 0;
  for (const item of thread.items) shop.rows.add('items', item);
  const call = newest.call_id === null ? undefined : thread.calls.get(newest.call_id);
  const { ring_seconds = null, answered_by = null } = call ?? {};
  const result = newest.type === 'call' ? (call?.result ?? null) : null;
  shop.rows.add('conversations', {
    id: thread.id,
    company_id: shop.id,
    number_id: plan.number.id,
    recipient: plan.recipient,
    contact_id: plan.contact?.id ?? null,
    last_activity_at: newest.created_at,
    latest: JSON.stringify(shop.wording.toLatest({ ...newest, created_at: new Date(newest.created_at), result, ring_seconds, answered_by })),
    item_types: `{${[...new Set(thread.items.map((item) => item.type))].sort().join(',')}}`,
    unread_count: unread,
    is_archived: plan.isArchived,
    is_blocked: plan.isBlocked ?? false,
    is_lead: plan.marks?.is_lead ?? false,
    is_appointment: plan.marks?.is_appointment ?? false,
    search: shop.wording.toSearch(plan.recipient, plan.contact),
  });
  if (plan.isBlocked)
    shop.rows.add('blocks', {
      id: shop.nextId('blocks'),
      company_id: shop.id,
      target: plan.recipient,
      number_id: plan.number.id,
      created_at: newest.created_at,
    });
  shop.threadItems += thread.items.length;
  return thread.items.length;
}
