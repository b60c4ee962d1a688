import twilio from 'twilio';
import { describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { findMagicNumber } from '#sandbox/carrier/magic.ts';
import { webhookApply } from '#server/carrier/webhooks/jobs.ts';
import { customer, messageStage, next, sid } from './messages.stage.ts';
import { account, fateOf, type Posting, postSigned } from './outside.ts';

const { ground, incoming, itemsOf, thread } = messageStage();

async function post(path: string, fields: Record<string, string>, posting: Posting = {}) {
  const response = await postSigned(`${ground.outside.publicUrl}/webhooks/carrier${path}`, fields, posting);
  return { status: response.status, text: await response.text() };
}
const stored = (like: string) =>
  ground.outside.server.owner.selectFrom('carrier_webhooks').selectAll().where('dedupe_key', 'like', `%${like}%`).orderBy('id').execute();
const applied = (like: string) =>
  expect.poll(async () => (await stored(like)).every((row) => row.applied_at !== null || row.quarantined !== null), { timeout: 10_000 }).toBe(true);
describe('signatures', () => {
  const fields = () => incoming(customer(), 'Hello');
  test('right: stored and answered with empty TwiML', async () => {
    expect(await post('/messages/incoming', fields())).toEqual({ status: 200, text: expect.stringContaining('<Response/>') });
  });

  test.each([
    ['none', { signature: '' }],
    ['of another token', { token: 'another' }],
    ['of other fields', { signature: twilio.getExpectedTwilioSignature(account.authToken, 'http://127.0.0.1/', { Body: 'x' }) }],
  ])('%s: 403, nothing is stored', async (_title, given) => {
    const wrong = fields();
    expect((await post('/messages/incoming', wrong, given)).status).toBe(403);
    expect(await stored(wrong.MessageSid)).toEqual([]);
  });

  test('the configured address counts, not the Host header', async () => {
    const wrong = fields();
    const url = `${ground.outside.publicUrl}/webhooks/carrier/messages/incoming`;
    const signature = twilio.getExpectedTwilioSignature(account.authToken, url.replace('127.0.0.1', 'localhost'), wrong);
    expect((await post('/messages/incoming', wrong, { signature })).status).toBe(403);
  });
});

describe('a text that comes in', () => {
  test('stands in a new thread, unread', async () => {
    const from = customer();
    await post('/messages/incoming', incoming(from, 'Are you open?'));
    const found = await thread(from);
    expect(found).toMatchObject({ numUnreadItems: 1, isArchived: false, latestItem: { details: { text: 'Are you open?' } } });
  });

  test('three copies are one text', async () => {
    const from = customer();
    const fields = incoming(from, 'Only once');
    await Promise.all([post('/messages/incoming', fields), post('/messages/incoming', fields), post('/messages/incoming', fields)]);
    const { id } = await thread(from);
    await post('/messages/incoming', fields);
    await applied(fields.MessageSid);
    expect(await stored(fields.MessageSid)).toHaveLength(1);
    expect(await itemsOf(id)).toHaveLength(1);
  });

  test('brings an archived thread back', async () => {
    const from = customer();
    await post('/messages/incoming', incoming(from, 'First'));
    const { id } = await thread(from);
    await ground.agent.call(routes.conversations.archive, { params: { id } });
    await post('/messages/incoming', incoming(from, 'Second'));
    await expect.poll(async () => (await thread(from)).isArchived).toBe(false);
  });

  test('its picture is fetched from the carrier and from nowhere else', async () => {
    const from = customer();
    await ground.outside.sandbox.generator.text(ground.line.number, 'Look', from, true);
    const [item] = await itemsOf((await thread(from)).id);
    expect(item?.details).toMatchObject({ message: 'Look', media: [{ contentType: 'image/png' }] });
    const other = customer();
    await post('/messages/incoming', incoming(other, 'Look here', { NumMedia: '1', MediaUrl0: 'http://169.254.169.254/latest/meta-data' }));
    expect((await itemsOf((await thread(other)).id))[0]?.details).toMatchObject({ media: [] });
  });

  test('to a number that is nobody’s is set aside with 200', async () => {
    const fields = incoming(customer(), 'Hello?', { To: '+12025550199' });
    expect((await post('/messages/incoming', fields)).status).toBe(200);
    await expect.poll(async () => (await stored(fields.MessageSid))[0]?.quarantined).toBe('The number is not ours');
  });
});

describe('STOP and START', () => {
  const isOptedOut = async (number: string) =>
    (
      await ground.outside.server.owner
        .selectFrom('opt_outs')
        .select('number')
        .where('company_id', '=', ground.company.id)
        .where('number', '=', number)
        .execute()
    ).length === 1;

  test.each(['STOP', ' stop. ', 'Stop All', 'opt-out', 'ARRÊT', 'unsubscribe!'])('“%s” opts out before it is answered', async (word) => {
    const from = customer();
    await post('/messages/incoming', incoming(from, word));
    expect(await isOptedOut(from)).toBe(true);
  });

  test.each(['please stop texting me', 'stop by tomorrow', 'the end'])('“%s” does not', async (phrase) => {
    const from = customer();
    await post('/messages/incoming', incoming(from, phrase));
    await thread(from);
    expect(await isOptedOut(from)).toBe(false);
  });

  test('the contact is shown as unsubscribed, and START lets texts through again; a late copy of STOP changes nothing', async () => {
    const from = customer();
    const { id } = await ground.outside.server.owner
      .insertInto('contacts')
      .values({ company_id: ground.company.id, name: 'Ana Reyes', number: from })
      .returning('id')
      .executeTakeFirstOrThrow();
    const unsubscribed = async () => (await ground.agent.call(routes.contacts.get, { params: { id } })).isUnsubscribed;
    const stop = incoming(from, 'STOP');
    await post('/messages/incoming', stop);
    expect(await unsubscribed()).toBe(true);
    await applied(stop.MessageSid);
    await post('/messages/incoming', incoming(from, 'Start'));
    expect([await unsubscribed(), await isOptedOut(from)]).toEqual([false, false]);
    await post('/messages/incoming', stop);
    await ground.outside.server.owner.updateTable('carrier_webhooks').set({ applied_at: null }).where('dedupe_key', 'like', `%${stop.MessageSid}%`).execute();
    const [again] = await stored(stop.MessageSid);
    await ground.outside.server.services.tenancy.identity(() => ground.outside.server.services.jobs.enqueue(webhookApply, { webhookId: again?.id ?? 0 }));
    await applied(stop.MessageSid);
    expect(await isOptedOut(from)).toBe(false);
  });
});

describe('statuses', () => {
  async function sent() {
    const message = await ground.agent.call(routes.messaging.send, {
      body: { numberId: ground.line.id, recipient: findMagicNumber('No callbacks'), message: `Nr ${next()}`, clientId: `status-${next()}-x` },
      files: [],
    });
    const fate = async () => fateOf(await ground.agent.call(routes.conversations.item, { params: { id: message.conversationId, itemId: message.id } }));
    await expect.poll(fate, { timeout: 10_000 }).toBe('accepted');
    const [taken] = ground.outside.sandbox.ledger.list({ from: ground.line.number });
    if (!taken?.statusCallback) throw new Error('The carrier has no message of ours');
    const path = new URL(taken.statusCallback).pathname.replace('/webhooks/carrier', '');
    const report = (status: string, more: Record<string, string> = {}) => post(path, { MessageSid: taken.sid, MessageStatus: status, ...more });
    return { fate, report, path, sid: taken.sid };
  }

  test('in any order the last word stays', async () => {
    const { fate, report, sid: ours } = await sent();
    for (const status of ['delivered', 'sent', 'queued', 'delivered', 'failed']) expect((await report(status)).status).toBe(200);
    await applied(ours);
    expect(await fate()).toBe('delivered');
  });

  test('an error is kept with its code, and a late “sent” does not hide it', async () => {
    const { fate, report, sid: ours } = await sent();
    await report('undelivered', { ErrorCode: '30005' });
    await report('sent');
    await applied(ours);
    expect(await fate()).toBe('undelivered 30005');
  });

  test('of another message, or at an address we never gave, is set aside with 200', async () => {
    const { fate, path } = await sent();
    const foreign = sid('SM');
    expect((await post(path, { MessageSid: foreign, MessageStatus: 'delivered' })).status).toBe(200);
    await expect.poll(async () => (await stored(foreign))[0]?.quarantined).toBe('Attempt not found');
    const stranger = sid('SM');
    expect((await post('/messages/status/not-one-of-ours', { MessageSid: stranger, MessageStatus: 'delivered' })).status).toBe(200);
    expect((await stored(stranger))[0]?.quarantined).toBe('The address is not one we gave');
    expect(await fate()).toBe('accepted');
  });
});

describe('calls', () => {
  test('nobody answers: the caller leaves a voicemail that can be played', async () => {
    const from = customer();
    await ground.outside.sandbox.generator.voicemail(ground.line.number, from);
    const { id } = await thread(from);
    await expect.poll(async () => (await itemsOf(id)).map(({ type }) => type).sort(), { timeout: 10_000 }).toEqual(['call', 'voicemail']);
    const items = await itemsOf(id);
    const voicemail = items.find(({ type }) => type === 'voicemail')?.details;
    expect(items.find(({ type }) => type === 'call')?.details).toMatchObject({
      result: 'voicemail',
      steps: expect.arrayContaining([expect.objectContaining({ step: 'Voicemail' })]),
    });
    if (voicemail?.kind !== 'voicemail' || !voicemail.recording) throw new Error('No recording');
    expect(voicemail.duration).toBeGreaterThan(2);
    const audio = await ground.agent.fetch(voicemail.recording.url);
    expect([audio.status, audio.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^audio\//)]);
  });

  test('a number with a forward rings there and is answered', async () => {
    await ground.outside.server.owner.updateTable('phone_numbers').set({ forward_number: '+12125559999' }).where('id', '=', ground.line.id).execute();
    const from = customer();
    await ground.outside.sandbox.generator.ring(ground.line.number, from, { kind: 'answered', talkSeconds: 30 });
    const { id } = await thread(from);
    await expect.poll(async () => (await itemsOf(id))[0]?.details).toMatchObject({ kind: 'call', result: 'answered', duration: 34 });
  });

  test('the caller hangs up: a missed call; the end told first, or twice, changes nothing', async () => {
    const from = customer();
    const fields = { CallSid: sid('CA'), From: from, To: ground.line.number };
    await post('/calls/status', { ...fields, CallStatus: 'completed', CallDuration: '9' });
    await post('/calls/incoming', { ...fields, CallStatus: 'ringing' });
    await post('/calls/status', { ...fields, CallStatus: 'completed', CallDuration: '9' });
    await applied(fields.CallSid);
    const items = await itemsOf((await thread(from)).id);
    expect(items.map(({ details }) => details)).toEqual([expect.objectContaining({ result: 'missed', duration: 0 })]);
  });

  test('the end told before the answer: the thread’s line follows', async () => {
    const from = customer();
    const fields = { CallSid: sid('CA'), From: from, To: ground.line.number };
    await post('/calls/status', { ...fields, CallStatus: 'completed', CallDuration: '34' });
    await applied(fields.CallSid);
    expect(await thread(from)).toMatchObject({ latestItem: { details: { text: 'Missed call', result: 'missed' } } });
    await post('/calls/dialed', { ...fields, DialCallStatus: 'completed', DialCallDuration: '30' });
    await applied(fields.CallSid);
    expect(await thread(from)).toMatchObject({ numUnreadItems: 1, latestItem: { details: { text: 'Answered · 0:34', result: 'answered' } } });
  });

  test.each([
    ['rejected', 'reject', '<Reject reason="rejected"/>'],
    ['told that the line is busy', 'busy', '<Reject reason="busy"/>'],
  ] as const)('a blocked caller is %s, the call is kept as blocked', async (_title, action, verb) => {
    const from = customer();
    await ground.agent.call(routes.blocks.create, { body: { target: from, numberId: ground.line.id, action } });
    const fields = { CallSid: sid('CA'), From: from, To: ground.line.number };
    expect((await post('/calls/incoming', { ...fields, CallStatus: 'ringing' })).text).toContain(verb);
    await post('/calls/status', { ...fields, CallStatus: action === 'busy' ? 'busy' : 'no-answer', CallDuration: '0' });
    await applied(fields.CallSid);
    const [call] = await ground.outside.server.owner.selectFrom('calls').select(['result', 'steps']).where('carrier_sid', '=', fields.CallSid).execute();
    expect(call).toMatchObject({ result: 'blocked' });
    expect(call?.steps.map(({ step }) => step)).toEqual(['Started', 'Blocked']);
  });

  test('a number that is nobody’s is rejected', async () => {
    const { text } = await post('/calls/incoming', { CallSid: sid('CA'), From: customer(), To: '+12025550198', CallStatus: 'ringing' });
    expect(text).toContain('<Reject/>');
  });
});
