/** Calls that people make from the app: a browser that speaks the carrier's signalling, and phones that answer it, or don't. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { findMagicPhone } from '#sandbox/carrier/voice/behaviour.ts';
import { openLeave, sealLeave } from '#server/domains/calling/placedCalls.ts';
import type { TestCompany } from './harness.ts';
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
const customer = () => `+1503556${String(++count).padStart(4, '0')}`;

beforeAll(async () => {
  stage = await startPhoneStage();
  outside = stage.outside;
});
afterAll(() => outside.close());
beforeEach(async () => {
  ({ company, owner, line } = await stage.begin({ recordCalls: true }));
});

type Worker = typeof owner;
const allow = (destination: string, who: Worker = owner, numberId = line.id) => who.call(phone.createOutgoingToken, { body: { numberId, destination } });
const refusal = (destination: string, who: Worker = owner, numberId = line.id) => who.refusal(phone.createOutgoingToken, { body: { numberId, destination } });
const callsTo = (recipient: string) => outside.server.owner.selectFrom('calls').selectAll().where('recipient', '=', recipient).execute();
const callTo = async (recipient: string) => (await callsTo(recipient))[0] ?? expect.fail(`No call to ${recipient}`);
const isOver = async (recipient: string) => (await callTo(recipient)).ended_at !== null;

/** A browser that calls with a token. */
async function place(token: string): Promise<TestBrowser> {
  const browser = await stage.open(token);
  await browser.place();
  return browser;
}

/** The leave in a token, as the carrier hands it to the application. */
function readLeave(token: string): string {
  const payload: { grants: { voice: { outgoing: { params: { leave: string } } } } } = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'),
  );
  return payload.grants.voice.outgoing.params.leave;
}

/** Asks the application as the carrier does; its answer. */
async function ask(leave: string, sid: string, from = `client:c${company.id}u${owner.person.id}`): Promise<string> {
  const response = await postSigned(`${outside.publicUrl}/webhooks/carrier/calls/outgoing`, { CallSid: sid, From: from, To: '', CallStatus: 'ringing', leave });
  expect(response.status).toBe(200);
  return response.text();
}
const createSid = () => `CA${String(++count).padStart(32, '0')}`;

describe('a call from the app', () => {
  test('rings, is answered, talks both ways, is hung up, recorded, and stands in the list and in the thread', async () => {
    const to = customer();
    const { token, callContextId } = await allow(to);
    const browser = await place(token);
    await browser.rang();
    const started = await owner.call(phone.outgoingInitiated, { body: { callContextId } });
    expect((await owner.call(routes.calling.live)).data).toMatchObject([{ id: started.callId, recipient: to, number: { id: line.id } }]);
    await browser.talking();
    await browser.heard();
    await expect.poll(async () => (await callTo(to)).live_state).toBe('connected');
    await browser.end();
    await expect.poll(() => isOver(to)).toBe(true);
    const kept = await callTo(to);
    expect(kept).toMatchObject({ id: started.callId, is_inbound: false, result: 'answered', answered_by: owner.person.name, number_id: line.id });
    expect(kept.steps.map(({ step }) => step)).toEqual(['Started', 'Received', 'Connected', 'Hangup']);
    await expect.poll(async () => (await callTo(to)).recording_file_id).not.toBeNull();
    const { data } = await owner.call(routes.calls.search, { query: {} });
    expect(data).toMatchObject([{ id: started.callId, isInbound: 0, recipient: to, result: 'answered' }]);
    const item = await outside.server.owner.selectFrom('items').selectAll().where('call_id', '=', started.callId).executeTakeFirstOrThrow();
    expect(item).toMatchObject({ type: 'call', is_inbound: false, is_read: true, actor_id: owner.person.id });
    expect(await owner.call(phone.outgoingInitiated, { body: { callContextId } })).toMatchObject({ conversationId: item.conversation_id, holdMusicUrl: null });
  });

  test('whoever picks up hears that the call may be recorded, and sees our number', async () => {
    const to = customer();
    const sid = createSid();
    const document = await ask(readLeave((await allow(to)).token), sid);
    expect(document).toContain(`callerId="${line.number}"`);
    expect(document).toContain('record="record-from-answer-dual"');
    const [, url = ''] = /<Number[^>]* url="([^"]+)"/.exec(document) ?? [];
    const said = await (await postSigned(url.replaceAll('&amp;', '&'), { CallSid: createSid(), From: line.number, To: to, CallStatus: 'in-progress' })).text();
    expect(said).toContain('This call may be recorded.');
  });

  test.each([
    ['Busy', 'Rejected'],
    ['No answer', 'No Answer'],
    ['Not in service', 'No Answer'],
  ])('to a phone that is “%s” ends without an answer and is no missed call', async (title, step) => {
    const to = findMagicPhone(title);
    const browser = await place((await allow(to)).token);
    await browser.rang();
    await browser.gone();
    const last = async () => (await callsTo(to)).find(({ number_id: id }) => id === line.id);
    await expect.poll(async () => (await last())?.ended_at ?? null).not.toBeNull();
    const kept = await last();
    expect(kept).toMatchObject({ result: 'none', duration: 0, live_state: null });
    expect(kept?.steps.map((each) => each.step)).toContain(step);
    expect(kept?.steps.map((each) => each.step)).not.toContain('Missed');
  });

  test('is ended by the other side', async () => {
    const to = findMagicPhone('Answers after 2 seconds and hangs up after 8');
    const browser = await place((await allow(to)).token);
    await browser.talking();
    await browser.gone();
    await expect.poll(() => isOver(to)).toBe(true);
    expect((await callTo(to)).result).toBe('answered');
  });

  test('what they say is written down as theirs, not as ours', async () => {
    await outside.server.owner.updateTable('phone_numbers').set({ call_transcription_enabled: true }).where('id', '=', line.id).execute();
    const to = customer();
    const browser = await place((await allow(to)).token);
    await browser.talking();
    // Their first words come after two seconds.
    await expect.poll(() => outside.sandbox.browsers.ongoing[0]?.media?.seconds ?? 0, { timeout: 20_000 }).toBeGreaterThan(3);
    await browser.end();
    const { id } = await callTo(to);
    const transcript = () => outside.server.owner.selectFrom('transcripts').select('segments').where('call_id', '=', id).executeTakeFirst();
    await expect.poll(async () => (await transcript())?.segments.map(({ channel, speaker }) => [channel, speaker])[0]).toEqual([1, 'customer']);
  });

  test('is ended at the carrier by the person, twice as well as once', async () => {
    const to = customer();
    const { token, callContextId } = await allow(to);
    const browser = await place(token);
    await browser.talking();
    const body = { callContextId };
    await owner.call(phone.endOutgoing, { body });
    await browser.gone();
    await expect.poll(() => isOver(to)).toBe(true);
    await owner.call(phone.endOutgoing, { body });
  });

  test('goes on while the carrier tells that it does, and ends by the end of the whole call alone', async () => {
    const to = customer();
    const sid = createSid();
    await ask(readLeave((await allow(to)).token), sid);
    const tell = (fields: Readonly<Record<string, string>>) =>
      postSigned(`${outside.publicUrl}/webhooks/carrier/calls/outgoing-status`, { CallSid: sid, From: 'client:x', To: '', ...fields });
    await tell({ CallStatus: 'in-progress' });
    const applied = () =>
      outside.server.owner
        .selectFrom('carrier_webhooks')
        .select('applied_at')
        .where('kind', '=', 'call.placedStatus')
        .where(sql<boolean>`payload ->> 'CallSid' = ${sid}`)
        .executeTakeFirst();
    await expect.poll(async () => (await applied())?.applied_at ?? null).not.toBeNull();
    expect(await isOver(to)).toBe(false);
    await tell({ CallStatus: 'no-answer', CallDuration: '0' });
    await expect.poll(() => isOver(to)).toBe(true);
    const { steps, result } = await callTo(to);
    expect([steps.map(({ step }) => step), result]).toEqual([['Started', 'Hangup'], 'none']);
  });

  test('given up while it rings is let go at the other end', async () => {
    const to = findMagicPhone('No answer');
    const { token } = await allow(to);
    const browser = await place(token);
    await browser.rang();
    await browser.end();
    const mine = async () => (await callsTo(to)).find(({ number_id: id }) => id === line.id);
    await expect.poll(async () => (await mine())?.ended_at ?? null).not.toBeNull();
    expect((await mine())?.flow?.legs).toMatchObject([{ number: to, state: 'canceled' }]);
  });
});

describe('the leave to call', () => {
  test('is good for one call: another call with it dials nothing and says so', async () => {
    const to = customer();
    const leave = readLeave((await allow(to)).token);
    const sid = createSid();
    const first = await ask(leave, sid);
    expect(first).toContain(`>${to}</Number>`);
    // The carrier asks again where our answer was lost.
    expect(await ask(leave, sid)).toBe(first);
    const second = await ask(leave, createSid());
    expect(second).toContain('This call isn’t allowed');
    expect(second).not.toContain('<Dial');
    expect(await callsTo(to)).toHaveLength(1);
  });

  test('of two calls that use it in the same moment one is dialled', async () => {
    const to = customer();
    const leave = readLeave((await allow(to)).token);
    const documents = await Promise.all(Array.from({ length: 5 }, () => ask(leave, createSid())));
    expect(documents.filter((document) => document.includes('<Dial'))).toHaveLength(1);
    expect(await callsTo(to)).toHaveLength(1);
  });

  test('altered, made up, missing or of another browser dials nothing', async () => {
    const to = customer();
    const leave = readLeave((await allow(to)).token);
    const middle = Math.floor(leave.length / 2);
    const altered = `${leave.slice(0, middle)}${leave[middle] === 'A' ? 'B' : 'A'}${leave.slice(middle + 1)}`;
    const other = await outside.server.worker(company, 'user');
    for (const document of [
      await ask(altered, createSid()),
      await ask('made up', createSid()),
      await ask('', createSid()),
      await ask(leave, createSid(), `client:c${company.id}u${other.person.id}`),
    ])
      expect(document).not.toContain('<Dial');
    expect(await callsTo(to)).toEqual([]);
  });

  test('expires after a minute, and the report says why nothing was dialled', async () => {
    const to = customer();
    const { token, callContextId } = await allow(to);
    await outside.server.owner
      .updateTable('placed_calls')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('id', '=', callContextId)
      .execute();
    expect(await ask(readLeave(token), createSid())).toContain('The call was started too late');
    expect(await owner.refusal(phone.outgoingInitiated, { body: { callContextId } })).toMatchObject({
      status: 409,
      body: { message: 'The call was started too late. Call again.' },
    });
    expect(await callsTo(to)).toEqual([]);
  });

  test('that was taken back dials nothing', async () => {
    const to = customer();
    const { token, callContextId } = await allow(to);
    await owner.call(phone.endOutgoing, { body: { callContextId } });
    expect(await ask(readLeave(token), createSid())).not.toContain('<Dial');
    expect(await callsTo(to)).toEqual([]);
  });

  test('says what it says: a number in the page changes nothing, and the seal shows nothing', async () => {
    const to = customer();
    const { token } = await allow(to);
    const leave = readLeave(token);
    expect(Buffer.from(leave, 'base64url').toString('latin1')).not.toContain(to);
    expect(openLeave(outside.server.services.sealer, leave)).toMatchObject({
      companyId: company.id,
      userId: owner.person.id,
      numberId: line.id,
      destination: to,
    });
    const browser = await stage.open(token);
    await browser.place({ leave: 'made up', To: '+19005550100' });
    await browser.rang();
    expect(await callsTo(to)).toHaveLength(1);
    await browser.end();
  });

  test('is of its company: another company’s number in a seal of ours has no leave', async () => {
    const stranger = await outside.server.company();
    const theirs = await outside.server.number(stranger);
    const to = customer();
    const { callContextId } = await allow(to);
    const forged = sealLeave(outside.server.services.sealer, {
      companyId: stranger.id,
      id: callContextId,
      userId: owner.person.id,
      numberId: theirs.id,
      destination: to,
      expiresAt: Date.now() + 60_000,
    });
    expect(await ask(forged, createSid(), `client:c${stranger.id}u${owner.person.id}`)).not.toContain('<Dial');
    expect(await callsTo(to)).toEqual([]);
  });

  test('is asked again at the moment of the call: a number that was parked meanwhile dials nothing', async () => {
    const to = customer();
    const { token } = await allow(to);
    await outside.server.owner.updateTable('phone_numbers').set({ status: 1 }).where('id', '=', line.id).execute();
    expect(await ask(readLeave(token), createSid())).toContain('Parked numbers can’t call');
    expect(await callsTo(to)).toEqual([]);
  });

  test('is of a person who works there: one who has left, or whose company was suspended meanwhile, calls nobody', async () => {
    const to = customer();
    const leaver = await outside.server.worker(company, 'user');
    const [theirs, mine] = [readLeave((await allow(to, leaver)).token), readLeave((await allow(to)).token)];
    await outside.server.owner.deleteFrom('memberships').where('user_id', '=', leaver.person.id).execute();
    expect(await ask(theirs, createSid(), `client:c${company.id}u${leaver.person.id}`)).toContain('This call isn’t allowed');
    await outside.server.owner.updateTable('companies').set({ account_status: 'suspended' }).where('id', '=', company.id).execute();
    expect(await ask(mine, createSid())).toContain('This call isn’t allowed');
    expect(await callsTo(to)).toEqual([]);
  });

  test('a question without the carrier’s signature is refused', async () => {
    const leave = readLeave((await allow(customer())).token);
    const url = `${outside.publicUrl}/webhooks/carrier/calls/outgoing`;
    const response = await postSigned(url, { CallSid: createSid(), From: `client:c${company.id}u${owner.person.id}`, leave }, { signature: 'made up' });
    expect(response.status).toBe(403);
  });

  test('a token that only rings calls nobody', async () => {
    const browser = await stage.open((await owner.call(phone.token)).token);
    await browser.place();
    await browser.gone();
  });
});

describe('what may not be called', () => {
  test('emergency, premium, foreign, blocked and own numbers, and what is no number, are refused in words', async () => {
    const blocked = customer();
    await outside.server.owner.insertInto('blocks').values({ company_id: company.id, number_id: line.id, target: blocked, action: 'reject' }).execute();
    for (const [to, words] of [
      ['911', 'Emergency numbers can’t be called from the app. Use another phone.'],
      ['9-8-8', 'Emergency numbers can’t be called from the app. Use another phone.'],
      ['+19005550100', 'Calls to premium-rate numbers are blocked'],
      ['+442079460018', 'United Kingdom: calls outside the US and Canada are blocked. Ask an owner to allow it.'],
      [blocked, 'This caller is blocked. Unblock them to call.'],
      [line.number, 'This is the number you’re calling from'],
      ['abc', 'Enter a phone number, such as +1 212-555-0123'],
    ] as const)
      expect(await refusal(to), to).toMatchObject({ status: 422, body: { message: words } });
    expect(await outside.server.owner.selectFrom('placed_calls').select('id').where('company_id', '=', company.id).execute()).toEqual([]);
  });

  test('from a number that is parked, removed, a fax, another company’s, or none of the person’s', async () => {
    const to = customer();
    for (const [set, words] of [
      [{ status: 1 }, 'Parked numbers can’t call. Choose another number.'],
      [{ status: 2 }, 'This number was removed. Choose another number.'],
      [{ status: 0, line_type: 2 }, 'Fax numbers can’t call. Choose another number.'],
    ] as const) {
      await outside.server.owner.updateTable('phone_numbers').set(set).where('id', '=', line.id).execute();
      expect(await refusal(to), words).toMatchObject({ status: 422, body: { message: words } });
    }
    const theirs = await outside.server.number(await outside.server.company());
    expect(await refusal(to, owner, theirs.id)).toMatchObject({ status: 404 });
    const limited = await outside.server.worker(company, 'user');
    await outside.server.owner.updateTable('memberships').set({ number_ids: [] }).where('user_id', '=', limited.person.id).execute();
    expect(await refusal(to, limited)).toMatchObject({ status: 404 });
  });

  test('above the company’s limit of a minute, and while the company is suspended', async () => {
    const limits = { company_id: company.id, countries: ['US', 'CA'], dials_per_minute: 1, cents_per_day: 10_000 };
    await outside.server.owner.insertInto('calling_limits').values(limits).execute();
    await ask(readLeave((await allow(customer())).token), createSid());
    expect(await refusal(customer())).toMatchObject({ status: 422, body: { message: 'Dial limit of 1 per minute reached' } });
    await outside.server.owner.updateTable('companies').set({ account_status: 'suspended' }).where('id', '=', company.id).execute();
    expect(await refusal(customer())).toMatchObject({ status: 403 });
  });

  test('another’s call is neither reported nor ended, and one that the carrier hasn’t asked for isn’t started', async () => {
    const other = await outside.server.worker(company, 'user');
    const { callContextId } = await allow(customer());
    const body = { callContextId };
    expect(await owner.refusal(phone.outgoingInitiated, { body })).toMatchObject({ status: 409, body: { message: 'The carrier hasn’t started this call' } });
    expect(await other.refusal(phone.outgoingInitiated, { body })).toMatchObject({ status: 404 });
    expect(await other.refusal(phone.endOutgoing, { body })).toMatchObject({ status: 404 });
    expect(await owner.refusal(phone.endOutgoing, { body: { callContextId: 'x' } })).toMatchObject({ status: 422 });
  });
});
