/** Calls that a person hands on: to a colleague, to a phone, and back when nobody takes them. The carrier is the sandbox; people speak its signalling. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { findMagicPhone } from '#sandbox/carrier/voice/behaviour.ts';
import type { TestCompany } from './harness.ts';
import type { Outside } from './outside.ts';
import type { TestBrowser } from './phone.browser.ts';
import { startPhoneStage } from './phone.stage.ts';

const { phone } = routes;

let stage: Awaited<ReturnType<typeof startPhoneStage>>;
let outside: Outside;
let company: TestCompany;
let owner: Awaited<ReturnType<Outside['server']['worker']>>;
let line: { id: number; number: string };
let count = 0;
const customer = () => `+1503558${String(++count).padStart(4, '0')}`;

beforeAll(async () => {
  stage = await startPhoneStage();
  outside = stage.outside;
});
afterAll(() => outside.close());
beforeEach(async () => {
  ({ company, owner, line } = await stage.begin({
    routes: [{ extension: 1, type: 'in-app-calling', timeout: 60, forwards: [] }],
    recordCalls: true,
  }));
});

type Worker = typeof owner;
const callOf = (id: number) => stage.callOf(id);
const stepsOf = (id: number) => stage.stepsOf(id);
const stateOf = (id: number) => stage.stateOf(id);
const createColleague = () => outside.server.worker(company, 'user');
const transfersOf = (id: number) => outside.server.owner.selectFrom('call_transfers').selectAll().where('call_id', '=', id).execute();

const ready = (who: Worker): Promise<TestBrowser> => stage.ready(who);
async function answer(who: Worker, browser: TestBrowser): Promise<number> {
  const { callId, ...permit } = await stage.answer(who, browser);
  expect(permit).toEqual({ canAnswer: true, reason: null });
  await browser.heard();
  // They hear each other before the server has recorded it.
  await expect.poll(() => stateOf(callId)).toBe('connected');
  return callId;
}

/** A call that the owner talks in; the customer talks for ever. */
async function talk() {
  const browser = await ready(owner);
  const caller = customer();
  const played = outside.sandbox.generator.ring(line.number, caller, { kind: 'answered', talkSeconds: 3_600 });
  const callId = await answer(owner, browser);
  return { browser, caller, callId, played };
}

const transfer = (callId: number, body: { userId?: number; destination?: string; clientId?: string }, who: Worker = owner) =>
  who.call(phone.transfer, { params: { callId }, body });
const refusal = (callId: number, body: { userId?: number; destination?: string; clientId?: string }, who: Worker = owner) =>
  who.refusal(phone.transfer, { params: { callId }, body });

describe('a call that is transferred to a colleague', () => {
  test('rings there with who sent it, is taken, talks, and is one call of who took it', async () => {
    const { browser, callId, played } = await talk();
    const ben = await createColleague();
    const theirs = await ready(ben);
    expect((await owner.call(phone.colleagues, { params: { callId } })).data).toEqual([{ userId: ben.person.id, name: ben.person.name, reason: null }]);
    expect(await transfer(callId, { userId: ben.person.id })).toEqual({ name: ben.person.name });
    await browser.gone();
    expect((await theirs.invited()).callId).toBe(callId);
    expect((await ben.call(phone.state)).offers).toMatchObject([{ callId, transfer: { by: owner.person.name, to: ben.person.name, isReturned: false } }]);
    expect((await owner.call(routes.calling.live)).data).toMatchObject([{ id: callId, state: 'ringing', phones: [{ name: ben.person.name }] }]);
    await answer(ben, theirs);
    await theirs.hangUp();
    const { sid } = await played;
    expect(await callOf(callId)).toMatchObject({ carrier_sid: sid, result: 'answered', answered_by: ben.person.name, live_state: null });
    expect(await stepsOf(callId)).toEqual([
      'Started',
      `Received ${owner.person.name}`,
      `Connected ${owner.person.name}`,
      `Transferred ${owner.person.name} to ${ben.person.name}`,
      `Received ${ben.person.name}`,
      `Connected ${ben.person.name}`,
      'Hangup',
    ]);
    expect(await outside.server.owner.selectFrom('items').select('type').where('call_id', '=', callId).execute()).toEqual([{ type: 'call' }]);
    await expect.poll(async () => (await callOf(callId)).recording_file_id).not.toBeNull();
  });

  test('comes back to who sent it when it is declined, and is theirs again', async () => {
    const { browser, callId, played } = await talk();
    const ben = await createColleague();
    const theirs = await ready(ben);
    // The window in which it comes back.
    const again = await ready(owner);
    await transfer(callId, { userId: ben.person.id });
    await browser.gone();
    await theirs.reject();
    await again.invited();
    expect((await owner.call(phone.state)).offers).toMatchObject([{ callId, transfer: { to: ben.person.name, isReturned: true } }]);
    await answer(owner, again);
    await again.hangUp();
    await played;
    expect(await callOf(callId)).toMatchObject({ result: 'answered', answered_by: owner.person.name });
    expect((await stepsOf(callId)).slice(3)).toEqual([
      `Transferred ${owner.person.name} to ${ben.person.name}`,
      `Received ${ben.person.name}`,
      `Rejected ${ben.person.name}`,
      `Connected ${owner.person.name}`,
      'Hangup',
    ]);
  });

  test('that nobody takes, there and back, ends at the voicemail of the number', async () => {
    const browser = await ready(owner);
    const words = 'Please call me back.';
    const played = outside.sandbox.generator.ring(line.number, customer(), { kind: 'script', talkSeconds: 3_600, words });
    const callId = await answer(owner, browser);
    const ben = await createColleague();
    const theirs = await ready(ben);
    const again = await ready(owner);
    await transfer(callId, { userId: ben.person.id });
    await theirs.gone();
    await again.invited();
    await again.gone();
    expect((await played).seen).toBe('voicemail');
    expect(await callOf(callId)).toMatchObject({ result: 'answered' });
    expect(await stepsOf(callId)).toEqual(expect.arrayContaining([`No Answer ${ben.person.name}`, `No Answer ${owner.person.name}`, 'Voicemail']));
    expect(await stepsOf(callId)).not.toContain('Missed');
  }, 60_000);

  test('is transferred on by who took it', async () => {
    const { browser, callId, played } = await talk();
    const [ben, cleo] = [await createColleague(), await createColleague()];
    const [second, third] = [await ready(ben), await ready(cleo)];
    await transfer(callId, { userId: ben.person.id });
    await browser.gone();
    await answer(ben, second);
    await transfer(callId, { userId: cleo.person.id }, ben);
    await second.gone();
    await answer(cleo, third);
    await third.hangUp();
    await played;
    expect((await callOf(callId)).answered_by).toBe(cleo.person.name);
    expect((await stepsOf(callId)).filter((step) => step.startsWith('Transferred'))).toEqual([
      `Transferred ${owner.person.name} to ${ben.person.name}`,
      `Transferred ${ben.person.name} to ${cleo.person.name}`,
    ]);
  });

  test('who waited with hold music before is handed on as well', async () => {
    const greeting = { company_id: company.id, name: 'Drift', content: 'Hold on' };
    const { id } = await outside.server.owner.insertInto('greetings').values(greeting).returning('id').executeTakeFirstOrThrow();
    const body = { routes: [{ extension: 1, type: 'in-app-calling' as const, timeout: 60, onholdMusicId: id }] };
    await owner.call(routes.numbers.update, { params: { id: line.id }, body });
    const { callId, played, browser } = await talk();
    await expect.poll(() => stateOf(callId)).toBe('connected');
    const ben = await createColleague();
    const theirs = await ready(ben);
    await transfer(callId, { userId: ben.person.id });
    await browser.gone();
    await answer(ben, theirs);
    await theirs.hangUp();
    await played;
    expect(await callOf(callId)).toMatchObject({ result: 'answered', answered_by: ben.person.name });
  });
});

describe('a call that is transferred to a phone', () => {
  test('rings there with the caller’s number where that is passed through, and is theirs who has it', async () => {
    const { browser, callId, played } = await talk();
    const destination = findMagicPhone('Answers after 2 seconds and hangs up after 8');
    expect(await transfer(callId, { destination: destination.slice(2) })).toEqual({ name: expect.stringContaining('907') });
    await browser.gone();
    await played;
    expect(await callOf(callId)).toMatchObject({ result: 'answered', answered_by: expect.stringContaining('907') });
    const legs = await outside.server.owner.selectFrom('call_legs').select(['number', 'round']).where('call_id', '=', callId).orderBy('round').execute();
    expect(legs).toEqual([
      { number: `client:c${company.id}u${owner.person.id}`, round: 0 },
      { number: destination, round: 1 },
    ]);
  });

  test('comes back when it is busy', async () => {
    const { browser, callId, played } = await talk();
    const again = await ready(owner);
    await transfer(callId, { destination: findMagicPhone('Busy') });
    await browser.gone();
    await answer(owner, again);
    await again.hangUp();
    await played;
    expect((await callOf(callId)).answered_by).toBe(owner.person.name);
  });

  test('is checked as a call from the app is', async () => {
    const { browser, callId, caller, played } = await talk();
    for (const [destination, message] of [
      ['911', 'Emergency numbers can’t be called from the app. Use another phone.'],
      ['+19005550123', 'Calls to premium-rate numbers are blocked'],
      ['+442071838750', 'United Kingdom: calls outside'],
      ['12', 'Enter a phone number'],
      [line.number, 'This is the number you’re calling from'],
      [caller, 'This phone is on the call'],
    ] as const) {
      const refused = await refusal(callId, { destination });
      expect(refused).toMatchObject({ status: 422 });
      expect(refused.body.message).toContain(message);
    }
    expect(await transfersOf(callId)).toEqual([]);
    expect(await stateOf(callId)).toBe('connected');
    await browser.hangUp();
    await played;
  });
});

describe('a call of ours that is transferred', () => {
  test('goes on without who called, is taken by the colleague, and ends with the other party', async () => {
    const ben = await createColleague();
    const theirs = await ready(ben);
    const to = customer();
    const { token, callContextId } = await owner.call(phone.createOutgoingToken, { body: { numberId: line.id, destination: to } });
    const browser = await stage.open(token);
    await browser.place();
    await browser.talking();
    const { callId } = await owner.call(phone.outgoingInitiated, { body: { callContextId } });
    await expect.poll(() => stateOf(callId)).toBe('connected');
    expect(await transfer(callId, { userId: ben.person.id })).toEqual({ name: ben.person.name });
    await browser.gone();
    await answer(ben, theirs);
    await theirs.hangUp();
    await expect.poll(() => stateOf(callId)).toBeNull();
    expect(await callOf(callId)).toMatchObject({ is_inbound: false, result: 'answered', answered_by: ben.person.name });
    expect(await stepsOf(callId)).toEqual(
      expect.arrayContaining([`Transferred ${owner.person.name} to ${ben.person.name}`, `Connected ${ben.person.name}`, 'Hangup']),
    );
    expect(await outside.server.owner.selectFrom('items').select('type').where('call_id', '=', callId).execute()).toEqual([{ type: 'call' }]);
  });

  test('comes back to who called, and ends where they can’t be reached either', async () => {
    const ben = await createColleague();
    const theirs = await ready(ben);
    const { token, callContextId } = await owner.call(phone.createOutgoingToken, { body: { numberId: line.id, destination: customer() } });
    const browser = await stage.open(token);
    await browser.place();
    await browser.talking();
    const { callId } = await owner.call(phone.outgoingInitiated, { body: { callContextId } });
    await expect.poll(() => stateOf(callId)).toBe('connected');
    await transfer(callId, { userId: ben.person.id });
    await theirs.reject();
    await expect.poll(() => stateOf(callId)).toBeNull();
    expect(await stepsOf(callId)).toEqual(expect.arrayContaining([`Rejected ${ben.person.name}`, `No Answer ${owner.person.name}`, 'Hangup']));
  });
});

describe('a transfer', () => {
  test('is one where it is asked for twice: by the same key, and by two keys at once', async () => {
    const { browser, callId, played } = await talk();
    const ben = await createColleague();
    const theirs = await ready(ben);
    const body = { userId: ben.person.id, clientId: 'the-same-press' };
    const same = await Promise.all([transfer(callId, body), transfer(callId, body)]);
    expect(same).toEqual([{ name: ben.person.name }, { name: ben.person.name }]);
    expect(await refusal(callId, { userId: ben.person.id })).toMatchObject({ status: 409, body: { message: expect.stringContaining('transferred') } });
    await browser.gone();
    await answer(ben, theirs);
    expect(theirs.invites).toBe(1);
    await theirs.hangUp();
    await played;
    expect(await transfersOf(callId)).toHaveLength(1);
  });

  test('of several wishes in the same moment one is done', async () => {
    const { browser, callId, played } = await talk();
    const [ben, cleo] = [await createColleague(), await createColleague()];
    const browsers = [await ready(ben), await ready(cleo)];
    const done = await Promise.allSettled([ben, cleo, ben, cleo].map(({ person }) => transfer(callId, { userId: person.id })));
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await browser.gone();
    const taken = browsers[done[0]?.status === 'fulfilled' || done[2]?.status === 'fulfilled' ? 0 : 1];
    await taken?.invited();
    expect(browsers.map(({ invites }) => invites).sort()).toEqual([0, 1]);
    expect(await transfersOf(callId)).toMatchObject([{ taken_at: expect.any(Date), fault: null }]);
    await taken?.reject();
    await played;
  });

  test('whose answer by the carrier is lost is done once, and is answered as done', async () => {
    const { browser, callId, played } = await talk();
    const ben = await createColleague();
    const theirs = await ready(ben);
    const { calls } = outside.server.services.carrier;
    const { redirect } = calls;
    calls.redirect = async (...given) => {
      await redirect(...given);
      return 'unknown';
    };
    try {
      expect(await transfer(callId, { userId: ben.person.id })).toEqual({ name: ben.person.name });
    } finally {
      calls.redirect = redirect;
    }
    await browser.gone();
    await answer(ben, theirs);
    expect(theirs.invites).toBe(1);
    await theirs.hangUp();
    await played;
  });

  test('that the carrier doesn’t take, or isn’t reached for, leaves the call as it is, and may be asked for again', async () => {
    const { browser, callId, played } = await talk();
    const ben = await createColleague();
    const theirs = await ready(ben);
    const { calls } = outside.server.services.carrier;
    const { redirect } = calls;
    try {
      calls.redirect = async () => 'refused';
      expect(await refusal(callId, { userId: ben.person.id })).toMatchObject({ status: 409 });
      calls.redirect = async () => 'retriable';
      expect(await refusal(callId, { userId: ben.person.id, clientId: 'a-lost-wish' })).toMatchObject({ status: 502 });
      expect(await refusal(callId, { userId: ben.person.id, clientId: 'a-lost-wish' })).toMatchObject({ status: 409 });
      calls.redirect = async () => 'unknown';
      expect(await refusal(callId, { userId: ben.person.id })).toMatchObject({ status: 502, body: { message: expect.stringContaining('hasn’t confirmed') } });
      // Nobody knows yet whether that one is done.
      expect(await refusal(callId, { userId: ben.person.id })).toMatchObject({ status: 409, body: { message: 'This call is being transferred' } });
    } finally {
      calls.redirect = redirect;
    }
    expect(await stateOf(callId)).toBe('connected');
    await outside.server.owner
      .updateTable('call_transfers')
      .set({ created_at: new Date(Date.now() - 15_000) })
      .where('call_id', '=', callId)
      .execute();
    await transfer(callId, { userId: ben.person.id });
    await browser.gone();
    await answer(ben, theirs);
    await theirs.hangUp();
    await played;
  });

  test('is refused to who doesn’t talk in the call, of an ended call, of a call of another company, and of none', async () => {
    const { browser, callId, played } = await talk();
    const ben = await createColleague();
    await ready(ben);
    const body = { userId: owner.person.id };
    expect(await refusal(callId, body, ben)).toMatchObject({ status: 409, body: { message: 'Only the person who talks can transfer a call' } });
    const stranger = await outside.server.worker(await outside.server.company(), 'owner');
    expect(await refusal(callId, body, stranger)).toMatchObject({ status: 404 });
    expect(await stranger.refusal(phone.colleagues, { params: { callId } })).toMatchObject({ status: 404 });
    const elsewhere = await outside.server.worker(company, 'user');
    await outside.server.owner.updateTable('memberships').set({ number_ids: [] }).where('user_id', '=', elsewhere.person.id).execute();
    expect(await refusal(callId, body, elsewhere)).toMatchObject({ status: 404 });
    expect(await refusal(callId + 1_000_000, body)).toMatchObject({ status: 404 });
    await browser.hangUp();
    await played;
    expect(await refusal(callId, { userId: ben.person.id })).toMatchObject({ status: 409, body: { message: 'The call has ended' } });
  });

  test('goes to a colleague whose browser rings: others are shown with why theirs doesn’t', async () => {
    const { browser, callId, played } = await talk();
    const [away, closed, ready_, busy] = [await createColleague(), await createColleague(), await createColleague(), await createColleague()];
    await closed.call(phone.saveStatus, { body: { status: 'active' } });
    await ready(ready_);
    const theirs = await ready(busy);
    const second = outside.sandbox.generator.ring(line.number, customer(), { kind: 'answered', talkSeconds: 3_600 });
    await answer(busy, theirs);
    const { data } = await owner.call(phone.colleagues, { params: { callId } });
    expect(data[0]).toEqual({ userId: ready_.person.id, name: ready_.person.name, reason: null });
    expect(new Map(data.map(({ userId, reason }) => [userId, reason]))).toEqual(
      new Map([
        [ready_.person.id, null],
        [away.person.id, 'Away'],
        [closed.person.id, 'No page open'],
        [busy.person.id, 'In a call'],
      ]),
    );
    const reporting = await outside.server.worker(company, 'reporting');
    for (const [userId, message] of [
      [away.person.id, 'can’t take the call: away'],
      [busy.person.id, 'can’t take the call: in a call'],
      [owner.person.id, 'You are on this call'],
      [reporting.person.id, 'can’t take calls on this number'],
    ] as const)
      expect((await refusal(callId, { userId })).body.message).toContain(message);
    expect(await refusal(callId, {})).toMatchObject({ status: 422 });
    expect(await refusal(callId, { userId: ready_.person.id, destination: '+15035550123' })).toMatchObject({ status: 422 });
    await browser.hangUp();
    await theirs.hangUp();
    await Promise.all([played, second]);
  });
});
