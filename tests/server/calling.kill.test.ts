/** A server killed at each step of a call: the carrier asks the next one, which goes on where the call was. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { createNodes, type Nodes } from './nodes.ts';
import { account, type Outside, startOutside } from './outside.ts';

let outside: Outside;
let nodes: Nodes;

beforeAll(async () => {
  outside = await startOutside();
  nodes = createNodes(outside);
});
afterAll(async () => {
  nodes.close();
  await outside.close();
});

test('killed in the menu, while it rings, in a conversation, at the message and at the end: the call goes on and ends right', {
  timeout: 240_000,
}, async () => {
  const company = await outside.server.company();
  const owner = await outside.server.worker(company, 'owner');
  const line = await outside.server.number(company);
  const desk = (label: string, number: string) => ({ label, forwards: [{ number }] });
  await owner.call(routes.numbers.update, {
    params: { id: line.id },
    body: {
      routes: [
        { extension: 1, ...desk('Sales', '+12125550120') },
        { extension: 2, ...desk('Service', '+12125550121') },
      ],
    },
  });
  const base = { CallSid: `CA${'5'.repeat(32)}`, From: '+15035550188', To: line.number };
  const calls = '/webhooks/carrier/calls';
  const steps = [
    { at: 'menu', path: `${calls}/incoming`, fields: { ...base, CallStatus: 'ringing' }, hears: '<Gather' },
    { at: 'ringing', path: `${calls}/keys?turn=0`, fields: { ...base, Digits: '2' }, hears: '+12125550121' },
    { at: 'voicemail', path: `${calls}/dialed?round=0`, fields: { ...base, DialCallStatus: 'no-answer' }, hears: '<Record' },
    { at: 'leaving', path: `${calls}/recorded`, fields: { ...base, RecordingDuration: '6' }, hears: '<Hangup' },
    { at: 'ended', path: `${calls}/status`, fields: { ...base, CallStatus: 'completed', CallDuration: '41' }, hears: '<Response' },
  ];
  const last = await nodes.start();
  for (const { at, path, fields, hears } of steps) {
    const doomed = await nodes.start(`call: in ${at}`);
    expect(await nodes.post(doomed.url, path, fields)).toBeNull();
    await doomed.ended;
    // The carrier asks again, and once more: the other node answers both alike.
    const answer = await nodes.post(last.url, path, fields);
    expect(answer).toContain(hears);
    expect(await nodes.post(last.url, path, fields)).toBe(answer);
  }
  const [call, ...others] = await outside.server.owner.selectFrom('calls').selectAll().where('company_id', '=', company.id).execute();
  expect(others).toEqual([]);
  expect(call).toMatchObject({ result: 'voicemail', duration: 41, live_state: null });
  expect(call?.steps.map(({ step }) => step).sort()).toEqual(['Extension Selected', 'Hangup', 'Missed', 'No Answer', 'Started', 'Voicemail']);
  expect(
    await outside.server.owner
      .selectFrom('items')
      .select('id')
      .where('call_id', '=', call?.id ?? 0)
      .execute(),
  ).toHaveLength(1);
});

test('a recording that could not be kept as often as its job tried is kept by the sweep, once', async () => {
  const company = await outside.server.company();
  const line = await outside.server.number(company);
  const [CallSid, RecordingSid] = [`CA${'8'.repeat(32)}`, `RE${'8'.repeat(32)}`];
  outside.sandbox.ledger.saveFile({ sid: RecordingSid, contentType: 'audio/x-wav', bytes: Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(60)]) });
  const token = outside.server.services.sealer.sign('carrier-call', [company.id, line.id, CallSid]);
  const RecordingUrl = `${outside.sandbox.url}/2010-04-01/Accounts/${account.accountSid}/Recordings/${RecordingSid}`;
  const payload = JSON.stringify({ token, of: 'voicemail', CallSid, RecordingSid, RecordingUrl, RecordingDuration: '4' });
  await outside.server.owner
    .insertInto('carrier_webhooks')
    .values({ kind: 'call.recording', dedupe_key: 'given-up', payload, received_at: new Date(Date.now() - 1_800_000) })
    .execute();
  const kept = () => outside.server.owner.selectFrom('items').select(['type', 'duration']).where('company_id', '=', company.id).execute();
  await expect.poll(kept, { timeout: 40_000, interval: 250 }).toEqual([{ type: 'voicemail', duration: 4 }]);
});

test('what a dead node stored and did not apply is applied by the sweep, once', async () => {
  const company = await outside.server.company();
  const line = await outside.server.number(company);
  const payload = { CallSid: `CA${'6'.repeat(32)}`, From: '+15035550189', To: line.number, CallStatus: 'completed', CallDuration: '12' };
  await outside.server.owner
    .insertInto('carrier_webhooks')
    .values({ kind: 'call.status', dedupe_key: 'left-behind', payload: JSON.stringify(payload), received_at: new Date(Date.now() - 60_000) })
    .execute();
  const result = async () =>
    (await outside.server.owner.selectFrom('calls').select(['result', 'duration']).where('carrier_sid', '=', payload.CallSid).execute())[0];
  await expect.poll(result, { timeout: 40_000, interval: 250 }).toEqual({ result: 'missed', duration: 0 });
});
