/** A server killed while a call rings in the app and while a person talks there: the carrier asks the next one, which goes on where the call was. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { createNodes, type Nodes } from './nodes.ts';
import { type Outside, startOutside } from './outside.ts';

const { phone } = routes;
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

test('killed while it rings in the app, as a person takes it, and as they hang up: they are asked once, and the call is theirs', {
  timeout: 120_000,
}, async () => {
  const company = await outside.server.company();
  const owner = await outside.server.worker(company, 'owner');
  const line = await outside.server.number(company);
  await owner.call(routes.numbers.update, { params: { id: line.id }, body: { routes: [{ extension: 1, type: 'in-app-calling', timeout: 60 }] } });
  await owner.call(phone.saveStatus, { body: { status: 'active' } });
  await owner.call(phone.presence, { body: { deviceId: 'the-only-window', isReady: true } });
  const identity = `client:c${company.id}u${owner.person.id}`;
  const base = { CallSid: `CA${'6'.repeat(32)}`, From: '+15035550177', To: line.number };
  const ofPerson = { CallSid: `CA${'7'.repeat(32)}`, From: base.From, To: identity };
  const last = await nodes.start();
  /** The carrier asks a node that dies, then the other, then that once more: it answers both alike. */
  const ask = async (at: string, path: string, fields: Record<string, string>): Promise<string> => {
    const doomed = await nodes.start(`call: in ${at}`);
    expect(await nodes.post(doomed.url, path, fields)).toBeNull();
    await doomed.ended;
    const answer = (await nodes.post(last.url, path, fields)) ?? '';
    expect(await nodes.post(last.url, path, fields)).toBe(answer);
    return answer;
  };
  const calls = '/webhooks/carrier/calls';
  const rings = await ask('ringing', `${calls}/incoming`, { ...base, CallStatus: 'ringing' });
  expect(rings).toContain(`<Identity>${identity.slice('client:'.length)}</Identity>`);
  const [, screen = ''] = /<Client[^>]* url="([^"]+)"/.exec(rings) ?? [];
  const { offers } = await owner.call(phone.state);
  expect(offers).toHaveLength(1);
  expect(rings).toContain(offers[0]?.callContextId);

  const params = { callId: offers[0]?.callId ?? 0 };
  expect((await owner.call(phone.canAnswer, { params })).canAnswer).toBe(true);
  const put = await ask('connected', screen.replace(outside.publicUrl, '').replaceAll('&amp;', '&'), { ...ofPerson, CallStatus: 'in-progress' });
  expect(put).not.toContain('<Hangup');
  await owner.call(phone.acceptOrReject, { body: { callContextId: offers[0]?.callContextId ?? '', hangup: 0 } });

  await nodes.post(last.url, `${calls}/dialed?round=0`, { ...base, DialCallStatus: 'completed', DialCallDuration: '30' });
  await ask('ended', `${calls}/status`, { ...base, CallStatus: 'completed', CallDuration: '34' });
  const [call, ...others] = await outside.server.owner.selectFrom('calls').selectAll().where('company_id', '=', company.id).execute();
  expect(others).toEqual([]);
  expect(call).toMatchObject({ result: 'answered', answered_by: owner.person.name, live_state: null, duration: 34 });
  expect(call?.steps.filter(({ step }) => step === 'Connected')).toHaveLength(1);
  expect(await outside.server.owner.selectFrom('call_offers').select('id').where('company_id', '=', company.id).execute()).toHaveLength(1);
});
