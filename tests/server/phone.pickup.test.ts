/** Calls that ring for a person in a window that is gone: they are picked up in another. The carrier is the sandbox; people speak its signalling. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { formatClient } from '#machines/call/index.ts';
import { createCallAddresses } from '#server/carrier/callbackUrls.ts';
import { Client } from './client.ts';
import type { TestCompany } from './harness.ts';
import { createNodes } from './nodes.ts';
import { type Outside, postSigned } from './outside.ts';
import type { TestBrowser } from './phone.browser.ts';
import { startPhoneStage } from './phone.stage.ts';

const { phone } = routes;

let stage: Awaited<ReturnType<typeof startPhoneStage>>;
let outside: Outside;
let company: TestCompany;
let owner: Awaited<ReturnType<Outside['server']['worker']>>;
let line: { id: number; number: string };
let count = 0;
const customer = () => `+1503557${String(++count).padStart(4, '0')}`;

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
const offersOf = async (who: Worker) => (await who.call(phone.state)).offers;
const pickUp = (callId: number, clientId?: string, who: Worker = owner) => who.call(phone.pickUp, { params: { callId }, body: { clientId } });
const refusal = (callId: number, who: Worker = owner, clientId?: string) => who.refusal(phone.pickUp, { params: { callId }, body: { clientId } });
const reserve = (callId: number, who: Worker = owner) => who.call(phone.canAnswer, { params: { callId } });

/** A call that rings for the owner, whose window is loaded again; their window of now, and those of colleagues, where it rings. */
async function ringThrough(...colleagues: readonly Worker[]) {
  const before = await stage.ready(owner);
  const others = await Promise.all(colleagues.map((each) => stage.ready(each)));
  const played = outside.sandbox.generator.ring(line.number, customer(), { kind: 'answered', talkSeconds: 3_600 });
  const { callId } = await before.invited();
  for (const other of others) await other.invited();
  before.close();
  return { callId, played, browser: await stage.ready(owner), others };
}

/** Takes the call that comes, as the app does. */
async function take(who: Worker, browser: TestBrowser): Promise<void> {
  const { callContextId } = await browser.invited();
  await browser.accept();
  await who.call(phone.acceptOrReject, { body: { callContextId, hangup: 0 } });
  await browser.heard();
}

describe('a call that rings while the window is loaded again', () => {
  test('is still theirs, doesn’t ring there by itself, and is led there once they answer', async () => {
    const { callId, played, browser } = await ringThrough();
    expect(await offersOf(owner)).toMatchObject([{ callId, number: { id: line.id } }]);
    expect(browser.invites).toBe(0);
    expect(await reserve(callId)).toEqual({ canAnswer: true, reason: null });
    await pickUp(callId);
    await take(owner, browser);
    await expect.poll(() => stateOf(callId)).toBe('connected');
    await browser.hangUp();
    const { sid } = await played;
    expect(await callOf(callId)).toMatchObject({ carrier_sid: sid, result: 'answered', answered_by: owner.person.name, live_state: null });
    expect(await stepsOf(callId)).toEqual(['Started', `Received ${owner.person.name}`, `Connected ${owner.person.name}`, 'Hangup']);
    await expect.poll(async () => (await callOf(callId)).recording_file_id).not.toBeNull();
  });

  test('stops ringing for the others, and theirs is the only browser it rings in', async () => {
    const ben = await outside.server.worker(company, 'user');
    const {
      callId,
      played,
      browser,
      others: [other],
    } = await ringThrough(ben);
    await pickUp(callId);
    await other?.gone();
    await expect.poll(() => offersOf(ben)).toEqual([]);
    await take(owner, browser);
    expect(other?.invites).toBe(1);
    await browser.hangUp();
    await played;
    expect((await callOf(callId)).answered_by).toBe(owner.person.name);
  });

  test('rings no more at the carrier once they decline in the new window; for the others it rings on', async () => {
    const ben = await outside.server.worker(company, 'user');
    const {
      callId,
      played,
      others: [other],
    } = await ringThrough(ben);
    const [offer] = await offersOf(owner);
    expect(outside.sandbox.browsers.ongoing).toHaveLength(2);
    await owner.call(phone.reject, { params: { callId }, body: { joinToken: offer?.joinToken ?? '' } });
    await expect.poll(() => outside.sandbox.browsers.ongoing.length, { timeout: 5_000 }).toBe(1);
    expect(await offersOf(owner)).toEqual([]);
    await reserve(callId, ben);
    await other?.accept();
    await other?.heard();
    await other?.hangUp();
    await played;
    expect((await callOf(callId)).answered_by).toBe(ben.person.name);
  });

  test('rings no more there either where they declined before the carrier said that it rings', async () => {
    const { callId, played } = await ringThrough();
    const offers = outside.server.owner.updateTable('call_offers').where('call_id', '=', callId);
    const { carrier_sid: sid } = await outside.server.owner
      .selectFrom('call_offers')
      .select('carrier_sid')
      .where('call_id', '=', callId)
      .executeTakeFirstOrThrow();
    await offers.set({ carrier_sid: null }).execute();
    const [offer] = await offersOf(owner);
    await owner.call(phone.reject, { params: { callId }, body: { joinToken: offer?.joinToken ?? '' } });
    expect(outside.sandbox.browsers.ongoing).toHaveLength(1);
    const { config, services } = outside.server;
    const { carrier_sid: callSid } = await callOf(callId);
    const addresses = createCallAddresses(config, services.sealer, { companyId: company.id, numberId: line.id, callSid: callSid ?? '' });
    const rings = { CallSid: sid ?? '', From: line.number, To: formatClient(company.id, owner.person.id), CallStatus: 'ringing' };
    expect((await postSigned(addresses.phone(0), rings)).status).toBe(200);
    await played;
    expect(await callOf(callId)).toMatchObject({ result: 'missed', live_state: null });
  });

  test('goes on as if it hadn’t been picked up where it isn’t taken in the new window either', async () => {
    const { callId, played, browser } = await ringThrough();
    await pickUp(callId);
    await browser.invited();
    await browser.reject();
    // There are no more phones: the voicemail takes it, and it was missed.
    await played;
    expect(await callOf(callId)).toMatchObject({ result: 'missed', live_state: null });
    expect(await stepsOf(callId)).toEqual(['Started', `Received ${owner.person.name}`, `Rejected ${owner.person.name}`, 'Missed', 'Hangup']);
  });

  test('is picked up with hold music, too: phones that rang as calls of their own are let go', async () => {
    const greeting = { company_id: company.id, name: 'Drift', content: 'Hold on' };
    const { id } = await outside.server.owner.insertInto('greetings').values(greeting).returning('id').executeTakeFirstOrThrow();
    const body = { routes: [{ extension: 1, type: 'in-app-calling' as const, timeout: 60, onholdMusicId: id }] };
    await owner.call(routes.numbers.update, { params: { id: line.id }, body });
    const ben = await outside.server.worker(company, 'user');
    const {
      callId,
      played,
      browser,
      others: [other],
    } = await ringThrough(ben);
    await pickUp(callId);
    await take(owner, browser);
    await other?.gone();
    await browser.hangUp();
    await played;
    expect(await callOf(callId)).toMatchObject({ result: 'answered', answered_by: owner.person.name });
  });

  test('that was transferred to them is picked up, and comes back to who sent it where they decline', async () => {
    const first = await stage.ready(owner);
    const played = outside.sandbox.generator.ring(line.number, customer(), { kind: 'answered', talkSeconds: 3_600 });
    const { callId } = await stage.answer(owner, first);
    await first.heard();
    const ben = await outside.server.worker(company, 'user');
    const before = await stage.ready(ben);
    const again = await stage.ready(owner);
    await owner.call(phone.transfer, { params: { callId }, body: { userId: ben.person.id } });
    await before.invited();
    before.close();
    const browser = await stage.ready(ben);
    await pickUp(callId, undefined, ben);
    await browser.invited();
    expect(await offersOf(ben)).toMatchObject([{ callId, transfer: { by: owner.person.name, isReturned: false } }]);
    await browser.reject();
    await again.invited();
    expect(await offersOf(owner)).toMatchObject([{ callId, transfer: { isReturned: true } }]);
    await stage.answer(owner, again);
    await again.hangUp();
    await played;
    expect((await callOf(callId)).answered_by).toBe(owner.person.name);
  });
});

describe('a pickup', () => {
  test('is one where it is asked for twice', async () => {
    const { callId, played, browser } = await ringThrough();
    await Promise.all([pickUp(callId, 'the-same-press'), pickUp(callId, 'the-same-press')]);
    await take(owner, browser);
    expect(browser.invites).toBe(1);
    expect(await refusal(callId)).toMatchObject({ status: 409, body: { message: 'Answered already' } });
    await browser.hangUp();
    await played;
    expect(await refusal(callId)).toMatchObject({ status: 409, body: { message: 'The call has ended' } });
  });

  test('of several people who pick up in the same moment one has it', async () => {
    const ben = await outside.server.worker(company, 'user');
    const { callId, played, browser } = await ringThrough(ben);
    const done = await Promise.allSettled([owner, ben, owner, ben].map((who) => pickUp(callId, undefined, who)));
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const isMine = done[0]?.status === 'fulfilled' || done[2]?.status === 'fulfilled';
    await expect.poll(() => offersOf(isMine ? ben : owner)).toEqual([]);
    if (isMine) await browser.reject();
    await played;
  }, 60_000);

  test('is nothing for whom it doesn’t ring: strangers, who declined, who may not take calls', async () => {
    const { callId, played, browser } = await ringThrough();
    const late = await outside.server.worker(company, 'user');
    expect(await refusal(callId, late)).toMatchObject({ status: 409 });
    const foreign = await outside.server.worker(await outside.server.company(), 'owner');
    expect(await refusal(callId, foreign)).toMatchObject({ status: 404 });
    const reporting = await outside.server.worker(company, 'reporting');
    expect(await refusal(callId, reporting)).toMatchObject({ status: 403 });
    const [offer] = await offersOf(owner);
    await owner.call(phone.reject, { params: { callId }, body: { joinToken: offer?.joinToken ?? '' } });
    expect(await refusal(callId)).toMatchObject({ status: 409 });
    expect(browser.invites).toBe(0);
    await played;
  }, 60_000);

  test('that the carrier refuses is said, and it rings on', async () => {
    const { callId, played, browser } = await ringThrough();
    const { calls } = outside.server.services.carrier;
    const { redirect } = calls;
    try {
      calls.redirect = async () => 'retriable';
      expect(await refusal(callId, owner, 'while-it-is-away')).toMatchObject({ status: 502 });
      expect(await stateOf(callId)).toBe('ringing');
      // The answer is lost, but the carrier has done it.
      calls.redirect = async (...given) => {
        await redirect(...given);
        return 'unknown';
      };
      await pickUp(callId);
    } finally {
      calls.redirect = redirect;
    }
    await take(owner, browser);
    await browser.hangUp();
    await played;
    expect((await callOf(callId)).answered_by).toBe(owner.person.name);
  });

  test('whose server is killed after it asked rings in the new window once, and the same wish is told so', async () => {
    const nodes = createNodes(outside);
    try {
      const { callId, played, browser } = await ringThrough();
      const doomed = await nodes.start('call.transfer: after asking');
      const wish = { params: { callId }, body: { clientId: 'pickup-after-asking' } };
      await expect(new Client(doomed.url, owner.cookies, company.id).call(phone.pickUp, wish)).rejects.toThrow();
      await doomed.ended;
      await owner.call(phone.pickUp, wish);
      await take(owner, browser);
      await expect.poll(() => stateOf(callId)).toBe('connected');
      expect(browser.invites).toBe(1);
      await browser.hangUp();
      await played;
    } finally {
      nodes.close();
    }
  }, 90_000);
});
