/** Callers who hear hold music while the phones of their route ring. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { type CallPlan, findMagicPhone } from '#sandbox/carrier/voice/behaviour.ts';
import type { TestCompany } from './harness.ts';
import { type Outside, startOutside } from './outside.ts';
import { tone } from './samples.ts';

let outside: Outside;
let company: TestCompany;
let owner: Awaited<ReturnType<Outside['server']['worker']>>;
let line: { id: number; number: string };
let onholdMusicId = 0;
let count = 0;
const { ana, jo } = { ana: '+12125550120', jo: '+12125550121' };

beforeAll(async () => {
  outside = await startOutside();
});
afterAll(() => outside.close());
beforeEach(async () => {
  company = await outside.server.company();
  owner = await outside.server.worker(company, 'owner');
  line = await outside.server.number(company);
  const files = [{ name: 'drift.wav', type: 'audio/wav', bytes: tone }];
  onholdMusicId = (await owner.call(routes.greetings.create, { body: { name: 'Drift' }, files })).id;
});

const phones = (...numbers: string[]) => numbers.map((number) => ({ number }));
const rings = (route: object, more: object = {}) =>
  owner.call(routes.numbers.update, { params: { id: line.id }, body: { routes: [{ extension: 1, onholdMusicId, ...route }], ...more } });
const play = (plan: CallPlan, from = `+1503556${String(++count).padStart(4, '0')}`) => outside.sandbox.generator.ring(line.number, from, plan);
const kept = (sid: string) => outside.server.owner.selectFrom('calls').selectAll().where('carrier_sid', '=', sid).executeTakeFirstOrThrow();
const stepsOf = async (sid: string) => (await kept(sid)).steps.map(({ step, detail }) => (detail === null ? step : `${step} ${detail}`));
const legsOf = async (sid: string) => (await kept(sid)).flow?.legs.map(({ number, state }) => [number, state]);
/** The phones the carrier rang for a call, and how each ended. */
async function rungFor(sid: string) {
  const legs = await outside.server.owner
    .selectFrom('call_legs')
    .select('carrier_sid')
    .where('call_id', '=', (await kept(sid)).id)
    .execute();
  const sids = new Set(legs.map(({ carrier_sid: each }) => each));
  return outside.sandbox.switchboard.phones.filter((phone) => sids.has(phone.sid));
}
/** Every phone the carrier rang that saw this caller or the number of ours, whatever our books say of it. */
const rungAs = ({ from }: { readonly from: string }) => outside.sandbox.switchboard.phones.filter((phone) => phone.from === from || phone.from === line.number);
const over = async (sid: string) => (await rungFor(sid)).map(({ to, status }) => [to, status]);

test('the caller hears the music, the phone sees the caller, and both talk', async () => {
  await rings({ forwards: phones(ana) });
  const call = await play({ kind: 'answered', talkSeconds: 10 });
  expect(call.seen).toBe('answered');
  expect(new Uint8Array(await (await fetch(call.music ?? '')).arrayBuffer())).toEqual(new Uint8Array(tone));
  await expect.poll(async () => (await kept(call.sid)).live_state, { timeout: 10_000 }).toBeNull();
  // The carrier's leave to show the caller's number was used, and is forgotten.
  expect(await kept(call.sid)).toMatchObject({ result: 'answered', queue_sid: null, call_token: null });
  expect(await stepsOf(call.sid)).toEqual(['Started', 'Received +1 212-555-0120', 'Connected +1 212-555-0120', 'Hangup']);
  expect((await rungFor(call.sid)).map(({ from, to }) => [from, to])).toEqual([[call.from, ana]]);
  await expect.poll(() => outside.sandbox.switchboard.queueCount, { timeout: 10_000 }).toBe(0);
});

test('without pass-through, or from somebody withheld, the phone sees the number of ours', async () => {
  await rings({ forwards: phones(ana), callerIdPassThru: false });
  expect((await rungFor((await play({ kind: 'answered', talkSeconds: 2 })).sid)).map(({ from }) => from)).toEqual([line.number]);
  await rings({ forwards: phones(ana) });
  expect((await rungFor((await play({ kind: 'script', talkSeconds: 2, withheld: true })).sid)).map(({ from }) => from)).toEqual([line.number]);
});

test('all ring at once, the quickest gets the call, the others are let go', async () => {
  const quick = findMagicPhone('Answers after 2 seconds');
  await rings({ forwards: phones(findMagicPhone('No answer'), quick, findMagicPhone('Busy')) });
  const call = await play({ kind: 'answered', talkSeconds: 60 });
  expect(await legsOf(call.sid)).toEqual([
    [findMagicPhone('No answer'), 'canceled'],
    [quick, 'connected'],
    [findMagicPhone('Busy'), 'busy'],
  ]);
  expect((await over(call.sid)).toSorted()).toEqual([
    [quick, 'completed'],
    [findMagicPhone('Busy'), 'busy'],
    [findMagicPhone('No answer'), 'canceled'],
  ]);
});

test('nobody answers: the caller is led to voicemail', async () => {
  await rings({ forwards: phones(ana, jo) });
  const call = await play({ kind: 'voicemail', words: 'Please call me back.' });
  expect(call.seen).toBe('voicemail');
  await expect.poll(async () => (await kept(call.sid)).result, { timeout: 10_000 }).toBe('voicemail');
  expect(await over(call.sid)).toEqual([
    [ana, 'no-answer'],
    [jo, 'no-answer'],
  ]);
});

test('all are busy: voicemail at once', async () => {
  // Whoever waits for the end of the ringing waits longer than a test does.
  await rings({ forwards: phones(findMagicPhone('Busy')), timeout: 60 });
  const call = await play({ kind: 'voicemail', words: 'Please call me back.' });
  expect(call.seen).toBe('voicemail');
  expect(await over(call.sid)).toEqual([[findMagicPhone('Busy'), 'busy']]);
});

test('one after another, until somebody answers', async () => {
  const numbers = [findMagicPhone('No answer'), findMagicPhone('Rejects after 3 seconds'), findMagicPhone('Answers after 8 seconds')];
  await rings({ type: 'sequential', stagger: true, forwards: phones(...numbers) });
  const call = await play({ kind: 'answered', talkSeconds: 5 });
  expect(call.seen).toBe('answered');
  expect((await over(call.sid)).map(([, status]) => status)).toEqual(['no-answer', 'busy', 'completed']);
  expect((await legsOf(call.sid))?.map(([, state]) => state)).toEqual(['no-answer', 'busy', 'connected']);
});

test('a confirm key: who presses nothing does not get the call, who presses 1 does', async () => {
  const numbers = [findMagicPhone('Answers after 3 seconds and presses no key'), findMagicPhone('Answers after 8 seconds')];
  await rings({ type: 'sequential', stagger: true, confirmKey: true, forwards: phones(...numbers) });
  const call = await play({ kind: 'answered', talkSeconds: 5 });
  expect(call.seen).toBe('answered');
  expect((await legsOf(call.sid))?.map(([, state]) => state)).toEqual(['rejected', 'connected']);
});

test('many callers at once: each talks to a phone of its own, none is rung twice, and no queue is left', async () => {
  await rings({ forwards: phones(ana, jo) });
  const calls = await Promise.all(Array.from({ length: 12 }, (_, at) => play({ kind: at % 3 === 0 ? 'missed' : 'answered', talkSeconds: 5 })));
  expect(calls.map(({ seen }) => seen)).toEqual(calls.map((_, at) => (at % 3 === 0 ? 'unanswered' : 'answered')));
  for (const { sid, seen } of calls) {
    await expect.poll(async () => (await kept(sid)).result, { timeout: 10_000 }).toBe(seen === 'answered' ? 'answered' : 'missed');
    expect((await rungFor(sid)).map(({ to }) => to).toSorted()).toEqual([ana, jo]);
  }
  const mine = outside.sandbox.switchboard.phones.filter((phone) => calls.some(({ from }) => from === phone.from));
  expect(mine).toHaveLength(24);
  await expect.poll(() => outside.sandbox.switchboard.queueCount, { timeout: 10_000 }).toBe(0);
});

test('the caller hangs up: the phones are let go', async () => {
  await rings({ forwards: phones(ana, jo) });
  const call = await play({ kind: 'script', patience: 6, phones: { kind: 'noAnswer' } });
  await expect
    .poll(() => over(call.sid), { timeout: 10_000 })
    .toEqual([
      [ana, 'canceled'],
      [jo, 'canceled'],
    ]);
  expect(await kept(call.sid)).toMatchObject({ result: 'missed', live_state: null });
});

test('a destination that is off is not rung, and the cap holds', async () => {
  await rings({ forwards: phones('+18765550122') });
  expect(rungAs(await play({ kind: 'missed' }))).toEqual([]);
  await rings({ forwards: phones(ana, jo) });
  await owner.call(routes.calling.saveLimits, { body: { dialsPerMinute: 1 } });
  expect(rungAs(await play({ kind: 'missed' }))).toEqual([]);
});

test('a conversation is recorded and written down, each side as who it is', async () => {
  await rings({ forwards: phones(ana) }, { recordCalls: true });
  await owner.call(routes.numbers.update, { params: { id: line.id }, body: { callTranscriptionEnabled: true } });
  const call = await play({ kind: 'answered', talkSeconds: 12 });
  await expect.poll(async () => (await kept(call.sid)).recording_file_id, { timeout: 10_000 }).not.toBeNull();
  const { id, recording_file_id: fileId } = await kept(call.sid);
  const file = await outside.server.owner
    .selectFrom('files')
    .selectAll()
    .where('id', '=', fileId ?? 0)
    .executeTakeFirstOrThrow();
  const bytes = await readFile(join(outside.server.config.dataDir, 'files', file.storage_key));
  expect([bytes.toString('latin1', 0, 4), bytes.readUInt16LE(22)]).toEqual(['RIFF', 2]);
  const written = () => outside.server.owner.selectFrom('transcripts').selectAll().where('call_id', '=', id).executeTakeFirst();
  await expect.poll(written, { timeout: 20_000 }).toBeDefined();
  // The answering person speaks first; the carrier records the phone's side as the first channel of such a call.
  expect((await written())?.segments[0]).toMatchObject({ channel: 0, speaker: 'agent' });
});
