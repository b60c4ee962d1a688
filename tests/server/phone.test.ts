/** Calls in the app: a browser that speaks the carrier's signalling, and people who answer it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toWav } from '#contract/core/wav.ts';
import { routes } from '#contract/index.ts';
import { phoneMessages } from '#contract/phone/texts.ts';
import { findMagicPhone } from '#sandbox/carrier/voice/behaviour.ts';
import { type Client, startServer, type TestCompany } from './harness.ts';
import type { Outside } from './outside.ts';
import { openBrowser, type TestBrowser } from './phone.browser.ts';
import { startPhoneStage } from './phone.stage.ts';

const { phone, routing } = routes;

let stage: Awaited<ReturnType<typeof startPhoneStage>>;
let outside: Outside;
let company: TestCompany;
let owner: Awaited<ReturnType<Outside['server']['worker']>>;
let line: { id: number; number: string };
let count = 0;
const customer = () => `+1503555${String(++count).padStart(4, '0')}`;

beforeAll(async () => {
  stage = await startPhoneStage();
  outside = stage.outside;
});
afterAll(() => outside.close());
beforeEach(async () => {
  ({ company, owner, line } = await stage.begin({ routes: [{ extension: 1, type: 'in-app-calling', timeout: 60 }], recordCalls: true }));
});

type Worker = typeof owner;
const setStatus = (who: Client, status: 'active' | 'away') => who.call(phone.saveStatus, { body: { status } });
const ring = (talkSeconds = 120) => outside.sandbox.generator.ring(line.number, customer(), { kind: 'answered', talkSeconds });
const callOf = (sid: string) => outside.server.owner.selectFrom('calls').selectAll().where('carrier_sid', '=', sid).executeTakeFirstOrThrow();
const liveStateOf = async (id: number) =>
  (await outside.server.owner.selectFrom('calls').select('live_state').where('id', '=', id).executeTakeFirstOrThrow()).live_state;
const stepsOf = async (sid: string) => (await callOf(sid)).steps.map(({ step, detail }) => (detail === null ? step : `${step} ${detail}`));

const ready = (who: Worker = owner): Promise<TestBrowser> => stage.ready(who);
async function answer(who: Worker, browser: TestBrowser) {
  const { callId: _, ...permit } = await stage.answer(who, browser);
  return permit;
}

describe('the status of a person', () => {
  test('is away until it is set, and is read back by the company', async () => {
    expect(await owner.call(phone.state)).toEqual({ status: 'away', isConfigured: true, offers: [] });
    expect(await setStatus(owner, 'active')).toEqual({ status: 'active' });
    expect((await owner.call(routes.companies.get, { params: { id: company.id } })).inAppCallingStatus).toBe('active');
    expect(await setStatus(owner, 'away')).toEqual({ status: 'away' });
    expect(phoneMessages).toEqual({
      active: 'You will receive notifications for incoming calls.',
      away: 'You will not receive notifications for incoming calls.',
    });
  });

  test('is active or away and nothing else', async () => {
    expect(await owner.refusal(phone.saveStatus, { body: { status: 'busy' as 'away' } })).toMatchObject({ status: 422 });
    expect(await owner.refusal(phone.presence, { body: { deviceId: 'x', isReady: true } })).toMatchObject({ status: 422 });
  });

  test('is nothing to who may not take calls: they get no token and hear of no call', async () => {
    const reporting = await outside.server.worker(company, 'reporting');
    expect(await reporting.refusal(phone.token)).toMatchObject({ status: 403 });
    expect(await reporting.refusal(phone.state)).toMatchObject({ status: 403 });
  });

  test('without a key at the carrier no token is given, and what to set is said', async () => {
    const server = await startServer({ config: { voice: null } });
    try {
      const worker = await server.worker(await server.company(), 'owner');
      expect(await worker.call(phone.state)).toMatchObject({ isConfigured: false });
      const refused = await worker.refusal(phone.token);
      expect(refused).toMatchObject({ status: 422, code: 'voice_not_configured' });
      expect(refused.body.message).toContain('CARRIER_API_KEY_SID');
    } finally {
      await server.close();
    }
  });
});

describe('a call to a number that rings in the app', () => {
  test('rings in the browser, is answered there, talks both ways and is recorded', async () => {
    const browser = await ready();
    const played = ring();
    const { callId } = await browser.invited();
    expect((await owner.call(phone.state)).offers).toMatchObject([{ callId, number: { id: line.id } }]);
    expect(await answer(owner, browser)).toEqual({ canAnswer: true, reason: null });
    await browser.heard();
    await browser.hangUp();
    const call = await played;
    expect(call.seen).toBe('answered');
    expect(await callOf(call.sid)).toMatchObject({ result: 'answered', live_state: null, answered_by: owner.person.name });
    expect(await stepsOf(call.sid)).toEqual(['Started', `Received ${owner.person.name}`, `Connected ${owner.person.name}`, 'Hangup']);
    await expect.poll(async () => (await callOf(call.sid)).recording_file_id).not.toBeNull();
    expect((await owner.call(phone.state)).offers).toEqual([]);
  });

  test('of several who answer in the same moment one is connected and the others read that it was answered', async () => {
    const people = [owner, ...(await Promise.all([1, 2, 3, 4].map(() => outside.server.worker(company, 'user'))))];
    const all = await Promise.all(people.map(async (who) => ({ who, browser: await ready(who) })));
    const played = ring();
    await Promise.all(all.map(({ browser }) => browser.invited()));
    const permits = await Promise.all(all.map(({ who, browser }) => answer(who, browser)));
    expect(permits.filter(({ canAnswer }) => canAnswer)).toHaveLength(1);
    expect(permits.filter(({ reason }) => reason === 'Answered already')).toHaveLength(4);
    const winner = all[permits.findIndex(({ canAnswer }) => canAnswer)];
    for (const each of all) if (each !== winner) await each.browser.gone();
    await winner?.browser.heard();
    await winner?.browser.hangUp();
    const call = await played;
    expect((await callOf(call.sid)).answered_by).toBe(winner?.who.person.name);
  });

  test('who takes it at the carrier without having asked is let go, and it rings on for who did', async () => {
    const other = await outside.server.worker(company, 'user');
    const [mine, theirs] = [await ready(), await ready(other)];
    const played = ring();
    const [{ callId }] = [await mine.invited(), await theirs.invited()];
    expect((await owner.call(phone.canAnswer, { params: { callId } })).canAnswer).toBe(true);
    expect(await other.refusal(phone.acceptOrReject, { body: { callContextId: (await theirs.invited()).callContextId, hangup: 0 } })).toMatchObject({
      status: 409,
    });
    await theirs.accept();
    await theirs.gone();
    await mine.reject();
    expect((await callOf((await played).sid)).answered_by).toBeNull();
  });

  test('is declined by one alone: it rings on for the other', async () => {
    const other = await outside.server.worker(company, 'user');
    const [mine, theirs] = [await ready(), await ready(other)];
    const played = ring();
    const { callId, callContextId, joinToken } = await mine.invited();
    await theirs.invited();
    await owner.call(phone.reject, { params: { callId }, body: { joinToken } });
    await owner.call(phone.acceptOrReject, { body: { callContextId, hangup: 1 } });
    await mine.reject();
    expect((await owner.call(phone.state)).offers).toEqual([]);
    expect(await owner.call(phone.canAnswer, { params: { callId } })).toMatchObject({ canAnswer: false });
    expect((await answer(other, theirs)).canAnswer).toBe(true);
    await theirs.hangUp();
    const call = await played;
    expect(await stepsOf(call.sid)).toEqual(expect.arrayContaining([`Rejected ${owner.person.name}`, `Connected ${other.person.name}`]));
  });

  test('is declined once, by the proof that was made for the person', async () => {
    const other = await outside.server.worker(company, 'user');
    const [mine, theirs] = [await ready(), await ready(other)];
    const played = ring();
    const [own, another] = [await mine.invited(), await theirs.invited()];
    const params = { callId: own.callId };
    expect(await owner.refusal(phone.reject, { params, body: { joinToken: another.joinToken } })).toMatchObject({ status: 422 });
    expect(await owner.refusal(phone.reject, { params, body: { joinToken: `${own.joinToken}x` } })).toMatchObject({ status: 422 });
    await owner.call(phone.reject, { params, body: { joinToken: own.joinToken } });
    expect(await owner.refusal(phone.reject, { params, body: { joinToken: own.joinToken } })).toMatchObject({ status: 422 });
    await mine.reject();
    await theirs.reject();
    expect((await callOf((await played).sid)).result).not.toBe('answered');
  });

  test('is answered by who works for two companies without naming one: the offer says whose it is', async () => {
    const elsewhere = await outside.server.company();
    await outside.server.membership(owner.person, elsewhere, 'owner');
    const unnamed = await outside.server.signedIn(owner.person);
    const browser = await ready();
    const played = ring();
    const { callId, callContextId } = await browser.invited();
    expect((await owner.call(phone.canAnswer, { params: { callId } })).canAnswer).toBe(true);
    await browser.accept();
    await unnamed.call(phone.acceptOrReject, { body: { callContextId, hangup: 0 } });
    await browser.heard();
    await browser.hangUp();
    expect((await callOf((await played).sid)).answered_by).toBe(owner.person.name);
    expect(await unnamed.refusal(phone.acceptOrReject, { body: { callContextId: crypto.randomUUID(), hangup: 1 } })).toMatchObject({ status: 404 });
  });

  test('a stranger’s call is not theirs to answer', async () => {
    const browser = await ready();
    const played = ring();
    const { callId } = await browser.invited();
    const stranger = await outside.server.worker(await outside.server.company(), 'owner');
    expect(await stranger.refusal(phone.canAnswer, { params: { callId } })).toMatchObject({ status: 404 });
    await browser.reject();
    await played;
  });

  test('rings beside the person’s phone, which nobody answers, and is taken in the browser', async () => {
    const forwards = [{ number: findMagicPhone('No answer'), userId: owner.person.id }];
    await owner.call(routes.numbers.update, { params: { id: line.id }, body: { routes: [{ extension: 1, type: 'in-app-calling', timeout: 60, forwards }] } });
    const other = await outside.server.worker(company, 'user');
    const [browser, theirs] = [await ready(), await ready(other)];
    const played = ring();
    expect((await answer(owner, browser)).canAnswer).toBe(true);
    await browser.hangUp();
    const { sid } = await played;
    expect((await callOf(sid)).flow?.legs.map(({ number, state }) => [number, state])).toEqual([
      [`client:c${company.id}u${owner.person.id}`, 'connected'],
      [findMagicPhone('No answer'), 'canceled'],
    ]);
    // It is the owner’s phone: nobody else is rung.
    expect(theirs.invites).toBe(0);
  });

  test('with hold music it waits in a queue, rings by a call of its own, and is put through', async () => {
    const files = [{ name: 'drift.wav', type: 'audio/wav', bytes: toWav(new Int16Array(8_000), 8_000) }];
    const music = await owner.call(routes.greetings.create, { body: { name: 'Drift' }, files });
    await owner.call(routes.numbers.update, {
      params: { id: line.id },
      body: { routes: [{ extension: 1, type: 'in-app-calling', timeout: 60, onholdMusicId: music.id }] },
    });
    const browser = await ready();
    const played = ring();
    const { callId } = await browser.invited();
    // On hold the other party hears the same: who works the number may fetch it.
    const { offers } = await owner.call(phone.state);
    const { holdMusicUrl } = offers.find((offer) => offer.callId === callId) ?? {};
    expect(holdMusicUrl).toBe(music.media?.url);
    expect((await owner.download(holdMusicUrl ?? '')).status).toBe(200);
    expect((await answer(owner, browser)).canAnswer).toBe(true);
    await browser.heard();
    // Who answers hears the carrier before they are put through to the queue.
    await expect.poll(() => liveStateOf(callId)).toBe('connected');
    await browser.hangUp();
    const { sid } = await played;
    await expect.poll(() => liveStateOf(callId)).toBeNull();
    expect(await callOf(sid)).toMatchObject({ result: 'answered', answered_by: owner.person.name });
  });

  test('has no music of its own on hold where the route has none', async () => {
    const browser = await ready();
    const played = ring();
    const { callId } = await browser.invited();
    const { offers } = await owner.call(phone.state);
    expect(offers.find((offer) => offer.callId === callId)?.holdMusicUrl).toBeNull();
    await browser.reject();
    await played;
  });
});

describe('a text to the other party of a call', () => {
  test('goes out once from the number that was called, and stands in their conversation', async () => {
    const browser = await ready();
    const played = ring();
    const { callId } = await browser.invited();
    const body = { message: 'The address is 12 Harbor Road', clientId: 'text-in-the-call' };
    const item = await owner.call(phone.converse, { params: { callId }, body });
    expect(item).toMatchObject({ isInbound: false, type: 'message' });
    expect((await owner.call(phone.converse, { params: { callId }, body })).id).toBe(item.id);
    await browser.reject();
    await played;
    await expect.poll(() => outside.sandbox.ledger.list({ from: line.number }).map(({ body: said }) => said)).toEqual([body.message]);
  });

  test('is refused without words, to a withheld number, and for another’s call', async () => {
    const { id } = await outside.server.owner
      .insertInto('calls')
      .values({ company_id: company.id, number_id: line.id, recipient: 'anonymous', is_inbound: true, started_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const params = { callId: id };
    expect(await owner.refusal(phone.converse, { params, body: { message: ' ' } })).toMatchObject({ status: 422 });
    expect(await owner.refusal(phone.converse, { params, body: { message: 'Hello' } })).toMatchObject({ status: 422 });
    const stranger = await outside.server.worker(await outside.server.company(), 'owner');
    expect(await stranger.refusal(phone.converse, { params, body: { message: 'Hello' } })).toMatchObject({ status: 404 });
  });
});

describe('who is not rung', () => {
  const skipped = async () => {
    const { steps } = await owner.call(routing.simulate, { body: { numberId: line.id, from: customer() } });
    return steps.filter(({ kind }) => kind === 'voicemail').map(({ why }) => why);
  };

  test('who is away, who has no page open, who closed it; the simulator says why', async () => {
    expect(await skipped()).toEqual([`${owner.person.name} is away`]);
    await setStatus(owner, 'active');
    expect(await skipped()).toEqual([`${owner.person.name} has no page open`]);
    await owner.call(phone.presence, { body: { deviceId: 'device-one', isReady: true } });
    expect(await skipped()).toEqual(['no answer']);
    await owner.call(phone.presence, { body: { deviceId: 'device-one', isReady: false } });
    expect(await skipped()).toEqual([`${owner.person.name} has no page open`]);
    const call = await ring();
    expect(await callOf(call.sid)).toMatchObject({ answered_by: null });
  });

  test('a browser that was silent for 40 seconds', async () => {
    const browser = await ready();
    await outside.server.owner
      .updateTable('phone_devices')
      .set({ seen_at: new Date(Date.now() - 41_000) })
      .where('company_id', '=', company.id)
      .execute();
    const call = await ring();
    expect((await callOf(call.sid)).flow?.legs).toEqual([]);
    expect(browser.invites).toBe(0);
  });
});

describe('a browser at the carrier', () => {
  test('is refused with another account’s token, and with none', async () => {
    await expect(openBrowser(outside.sandbox.url, 'no.token.atall')).rejects.toThrow('20101');
  });

  test('hears from the carrier while nothing rings, or the SDK would give the line up', async () => {
    const browser = await ready();
    await expect.poll(() => browser.beats, { timeout: 20_000 }).toBeGreaterThan(0);
  });

  test('keeps its call when the line of signalling is cut, and ends it over the next', async () => {
    const browser = await ready();
    const played = ring();
    expect((await answer(owner, browser)).canAnswer).toBe(true);
    await browser.heard();
    outside.sandbox.browsers.cut();
    await browser.reconnect((await owner.call(phone.token)).token);
    await browser.heard();
    await browser.hangUp();
    expect((await callOf((await played).sid)).result).toBe('answered');
  });
});
