import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { type CallPlan, findMagicCaller, findMagicPhone } from '#sandbox/carrier/voice/behaviour.ts';
import type { TestCompany } from './harness.ts';
import { type Outside, startOutside } from './outside.ts';
import { batchDone } from './stage.ts';

const { routing, calling } = routes;

let outside: Outside;
let company: TestCompany;
let owner: Awaited<ReturnType<Outside['server']['worker']>>;
let line: { id: number; number: string };
let count = 0;
const customer = () => `+1503555${String(++count).padStart(4, '0')}`;
const { ana, jo, uma } = { ana: '+12125550120', jo: '+12125550121', uma: '+13125550122' };

beforeAll(async () => {
  outside = await startOutside();
});
afterAll(() => outside.close());
beforeEach(async () => {
  company = await outside.server.company();
  owner = await outside.server.worker(company, 'owner');
  line = await outside.server.number(company);
});

const phones = (...numbers: string[]) => numbers.map((number) => ({ number }));
const rings = (...given: object[]) =>
  owner.call(routes.numbers.update, { params: { id: line.id }, body: { routes: given.map((route, at) => ({ extension: at + 1, ...route })) } });
const play = (plan: CallPlan, from = customer()) => outside.sandbox.generator.ring(line.number, from, plan);
/** The call as it is kept. */
async function kept(sid: string) {
  return outside.server.owner.selectFrom('calls').selectAll().where('carrier_sid', '=', sid).executeTakeFirstOrThrow();
}
const stepsOf = async (sid: string) => (await kept(sid)).steps.map(({ step, detail }) => (detail === null ? step : `${step} ${detail}`));
const legsOf = async (sid: string) => (await kept(sid)).flow?.legs.map(({ number, state }) => [number, state]);

describe('a call, from the first ring to its result', () => {
  test('standard: one phone rings, sees the caller, and answers', async () => {
    await rings({ forwards: phones(ana) });
    const call = await play({ kind: 'answered', talkSeconds: 10 });
    expect(await kept(call.sid)).toMatchObject({ result: 'answered', live_state: null, duration: call.seconds });
    expect(await stepsOf(call.sid)).toEqual(['Started', 'Received +1 212-555-0120', 'Connected +1 212-555-0120', 'Hangup']);
    expect(await legsOf(call.sid)).toEqual([[ana, 'connected']]);
  });

  test('simultaneous: all ring at once, the quickest gets the call', async () => {
    await rings({ forwards: phones(ana, findMagicPhone('Answers after 2 seconds'), findMagicPhone('Busy')) });
    const call = await play({ kind: 'answered', talkSeconds: 10 });
    expect(await legsOf(call.sid)).toEqual([
      [ana, 'canceled'],
      [findMagicPhone('Answers after 2 seconds'), 'connected'],
      [findMagicPhone('Busy'), 'busy'],
    ]);
    expect(await stepsOf(call.sid)).toEqual(
      expect.arrayContaining(['Rejected +1 907-555-9203', 'Connected +1 907-555-9201', 'Answered Already +1 212-555-0120']),
    );
  });

  test('sequential: one after another, until somebody answers', async () => {
    await rings({
      forwards: phones(findMagicPhone('No answer'), findMagicPhone('Rejects after 3 seconds'), findMagicPhone('Answers after 8 seconds')),
      stagger: true,
    });
    const call = await play({ kind: 'answered', talkSeconds: 5 });
    expect(call.seen).toBe('answered');
    expect((await legsOf(call.sid))?.map(([, state]) => state)).toEqual(['no-answer', 'busy', 'connected']);
  });

  test('geo: the nearest to the caller rings first', async () => {
    await rings({ type: 'geo', forwards: phones(ana, uma, '+15035550188') });
    const call = await play({ kind: 'missed' });
    expect((await legsOf(call.sid))?.map(([number]) => number)).toEqual(['+15035550188', ana, uma]);
  });

  test('a menu: the caller presses 2, and only that extension rings', async () => {
    await rings({ label: 'Sales', forwards: phones(ana) }, { label: 'Service', forwards: phones(jo) });
    const call = await play({ kind: 'answered', talkSeconds: 1 }, findMagicCaller('Presses 2, talks, hangs up'));
    expect(await stepsOf(call.sid)).toEqual(['Started', 'Extension Selected 2 · Service', 'Received +1 212-555-0121', 'Connected +1 212-555-0121', 'Hangup']);
  });

  test.each([
    ['Hangs up in the menu', 'missed'],
    ['Presses nothing and leaves a voicemail', 'voicemail'],
    ['Presses 9 every time', 'missed'],
    ['Hangs up after 6 seconds', 'missed'],
    ['Withholds the number', 'answered'],
  ])('a caller who %s: %s', async (title, result) => {
    await rings({ forwards: phones(ana) }, { forwards: phones(jo) });
    const call = await play({ kind: 'script' }, findMagicCaller(title));
    await expect.poll(async () => (await kept(call.sid)).result, { timeout: 10_000 }).toBe(result);
    expect(await kept(call.sid)).toMatchObject({ live_state: null });
  });

  test('a confirm key: who picks up and presses nothing does not get the call, who presses 1 does', async () => {
    await rings({
      forwards: phones(findMagicPhone('Answers after 3 seconds and presses no key'), findMagicPhone('Answers after 8 seconds')),
      stagger: true,
      confirmKey: true,
    });
    const call = await play({ kind: 'answered', talkSeconds: 5 });
    expect((await legsOf(call.sid))?.map(([, state]) => state)).toEqual(['rejected', 'connected']);
  });

  test('a mobile’s own voicemail does not take a call that asks for a key', async () => {
    const mobile = findMagicPhone('Mobile whose own voicemail answers after 22 seconds');
    await rings({ forwards: phones(mobile), timeout: 40, confirmKey: true });
    const kind = { kind: 'voicemail', words: 'Please call me back.' } as const;
    expect((await play(kind)).seen).toBe('voicemail');
    await rings({ forwards: phones(mobile), timeout: 40 });
    expect((await play(kind)).seen).toBe('answered');
  });

  test('closed: nobody rings, the caller leaves a message', async () => {
    await rings({ forwards: phones(ana) });
    const never = { preset: 4, timezone: 'America/New_York', monOpenHour: 'Closed' };
    const { batchId } = await owner.call(routing.setHours, { body: { key: 'never-open', numbers: [line.id], count: 1, hours: never } });
    await batchDone(owner, batchId);
    const call = await play({ kind: 'voicemail', words: 'Please call me back.' });
    await expect.poll(async () => (await kept(call.sid)).result, { timeout: 10_000 }).toBe('voicemail');
    expect(await legsOf(call.sid)).toEqual([]);
  });

  test('a recorded conversation has a channel for each side, and hangs on its call', async () => {
    await owner.call(routes.numbers.update, { params: { id: line.id }, body: { routes: [{ forwards: phones(ana) }], recordCalls: true } });
    const call = await play({ kind: 'answered', talkSeconds: 12 });
    await expect.poll(async () => (await kept(call.sid)).recording_file_id, { timeout: 10_000 }).not.toBeNull();
    const file = await outside.server.owner
      .selectFrom('files')
      .selectAll()
      .where('id', '=', (await kept(call.sid)).recording_file_id ?? 0)
      .executeTakeFirstOrThrow();
    const bytes = await readFile(join(outside.server.config.dataDir, 'files', file.storage_key));
    expect([bytes.toString('latin1', 0, 4), bytes.readUInt16LE(22)]).toEqual(['RIFF', 2]);
  });

  test('a number that was parked meanwhile rings nobody and takes messages', async () => {
    await rings({ forwards: phones(ana) });
    await outside.server.owner.updateTable('phone_numbers').set({ status: 1 }).where('id', '=', line.id).execute();
    const call = await play({ kind: 'voicemail', words: 'Hello?' });
    expect(await legsOf(call.sid)).toEqual([]);
  });
});

describe('calls that go on', () => {
  test('are listed with who rings, and leave the list when they are over', async () => {
    await rings({ label: 'Desk', forwards: phones(ana) });
    await outside.server.owner.insertInto('contacts').values({ company_id: company.id, number: ana, name: 'Ana K.' }).execute();
    const going = play({ kind: 'answered', talkSeconds: 200 });
    const live = async () => (await owner.call(calling.live)).data;
    await expect.poll(async () => (await live())[0]?.state, { timeout: 10_000, interval: 20 }).toBe('connected');
    expect(await live()).toMatchObject([{ number: { id: line.id }, phones: [{ number: ana, name: 'Ana K.', state: 'connected' }], result: 'answered' }]);
    const reader = await outside.server.worker(await outside.server.company(), 'owner');
    expect((await reader.call(calling.live)).data).toEqual([]);
    await going;
    await expect.poll(async () => (await live()).length).toBe(0);
    expect((await owner.in({ id: 987_654_321 }).refusal(calling.live)).status).toBe(404);
  });
});

describe('caps and gates', () => {
  test('a destination that is off is not rung; an owner may allow it', async () => {
    const jamaica = '+18765550122';
    await rings({ forwards: phones(jamaica) });
    expect(await legsOf((await play({ kind: 'missed' })).sid)).toEqual([]);
    const more = { countries: ['US', 'CA', 'JM'] };
    const agent = await outside.server.worker(company, 'administrator');
    expect((await agent.in({ id: 987_654_321 }).refusal(calling.limits)).status).toBe(404);
    expect((await agent.refusal(calling.saveLimits, { body: more })).status).toBe(403);
    expect(await owner.call(calling.saveLimits, { body: more })).toMatchObject({ countries: ['CA', 'JM', 'US'], dialsPerMinute: 120 });
    expect(await legsOf((await play({ kind: 'missed' })).sid)).toMatchObject([[jamaica, expect.anything()]]);
  });

  test('premium numbers stay off whatever is allowed', async () => {
    await rings({ forwards: phones('+19005550122') }).catch(() => undefined);
    expect(await legsOf((await play({ kind: 'missed' })).sid)).toEqual([]);
  });

  test('the cap of phones a minute holds, also for callers who arrive together', async () => {
    await rings({ forwards: phones(ana, jo) });
    await owner.call(calling.saveLimits, { body: { dialsPerMinute: 5 } });
    const calls = await Promise.all(Array.from({ length: 6 }, () => play({ kind: 'missed' })));
    const legs = await outside.server.owner.selectFrom('call_legs').select('number').where('company_id', '=', company.id).execute();
    expect(legs).toHaveLength(4);
    expect(calls).toHaveLength(6);
    expect(await owner.call(calling.limits)).toMatchObject({ usedDials: 4, dialsPerMinute: 5 });
  });

  test('the cap of a day’s spending holds', async () => {
    await rings({ forwards: phones(ana) });
    await owner.call(calling.saveLimits, { body: { centsPerDay: 1 } });
    expect(await legsOf((await play({ kind: 'missed' })).sid)).toHaveLength(1);
    expect(await legsOf((await play({ kind: 'missed' })).sid)).toHaveLength(0);
  });
});

test('a storm of 60 callers: every call ends with the result the carrier saw, no event is lost', async () => {
  await owner.call(calling.saveLimits, { body: { dialsPerMinute: 10_000, centsPerDay: 1_000_000 } });
  await rings({ label: 'Sales', forwards: phones(ana, jo) }, { label: 'Service', forwards: phones(jo, uma), stagger: true });
  const played = await outside.sandbox.generator.storm(60, line.number);
  const expected = { answered: 'answered', voicemail: 'voicemail', rejected: 'blocked', unanswered: 'missed' } as const;
  const rows = () =>
    outside.server.owner.selectFrom('calls').select(['carrier_sid', 'result', 'live_state', 'steps']).where('company_id', '=', company.id).execute();
  const wanted = Object.fromEntries(played.map(({ sid, seen }) => [sid, expected[seen]]));
  await expect.poll(async () => Object.fromEntries((await rows()).map(({ carrier_sid: sid, result }) => [sid, result])), { timeout: 30_000 }).toEqual(wanted);
  expect((await rows()).every(({ live_state: state, steps }) => state === null && steps[0]?.step === 'Started' && steps.at(-1)?.step === 'Hangup')).toBe(true);
  const items = await outside.server.owner.selectFrom('items').select('carrier_sid').where('company_id', '=', company.id).where('type', '=', 'call').execute();
  expect(items).toHaveLength(60);
});
