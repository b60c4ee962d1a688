/** Tests reports of the carrier that come too late, too often, in another order, or about rows that are gone. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { createCallAddresses } from '#server/carrier/callbackUrls.ts';
import type { TestCompany } from './harness.ts';
import { account, type Outside, postSigned, startOutside } from './outside.ts';

let outside: Outside;
let company: TestCompany;
let owner: Awaited<ReturnType<Outside['server']['worker']>>;
let line: { id: number; number: string };
let count = 0;
const [ana, jo] = ['+12125550120', '+12125550121'];

beforeAll(async () => {
  outside = await startOutside();
});
afterAll(() => outside.close());
beforeEach(async () => {
  company = await outside.server.company();
  owner = await outside.server.worker(company, 'owner');
  line = await outside.server.number(company);
  const desk = (extension: number, label: string, number: string) => ({ extension, label, forwards: [{ number }] });
  await owner.call(routes.numbers.update, { params: { id: line.id }, body: { routes: [desk(1, 'Sales', ana), desk(2, 'Service', jo)], recordCalls: true } });
});

type Fields = Readonly<Record<string, string>>;
/** Posts to an address as the carrier does; the document it is answered with. */
async function post(url: string, fields: Fields): Promise<string> {
  const response = await postSigned(url, fields);
  expect(response.status).toBe(200);
  return response.text();
}

interface Told {
  readonly url: string;
  readonly fields: Fields;
}

/** A caller whose every webhook a test sends when it likes. */
function caller() {
  count += 1;
  const sid = `CA${String(count).padStart(32, '0')}`;
  const base = { CallSid: sid, From: `+1503556${String(count).padStart(4, '0')}`, To: line.number };
  const at = (path: string) => `${outside.publicUrl}/webhooks/carrier/calls/${path}`;
  const addresses = createCallAddresses(outside.server.config, outside.server.services.sealer, { companyId: company.id, numberId: line.id, callSid: sid });
  const phone = (number: string, CallStatus: string, more: Fields = {}): Told => ({
    url: addresses.phone(0),
    fields: { CallSid: `CA${sid.slice(3)}f`, From: base.From, To: number, CallStatus, ...more },
  });
  const told = (path: string, more: Fields): Told => ({ url: at(path), fields: { ...base, ...more } });
  return {
    sid,
    from: base.From,
    told,
    phone,
    recording: addresses.recording,
    say: ({ url, fields }: Told) => post(url, fields),
    arrives: told('incoming', { CallStatus: 'ringing' }),
    presses: (Digits: string, turn = 0) => told(`keys?turn=${turn}`, { Digits, CallStatus: 'in-progress' }),
    ends: (seconds: number) => told('status', { CallStatus: 'completed', CallDuration: String(seconds) }),
  };
}

const kept = (sid: string) => outside.server.owner.selectFrom('calls').selectAll().where('carrier_sid', '=', sid).executeTakeFirst();
const itemsOf = async (sid: string) =>
  outside.server.owner
    .selectFrom('items')
    .select(['type'])
    .where('company_id', '=', company.id)
    .where('call_id', '=', (await kept(sid))?.id ?? 0)
    .execute();
const webhooksOf = (sid: string) =>
  outside.server.owner.selectFrom('carrier_webhooks').select(['kind', 'quarantined', 'applied_at']).where('dedupe_key', 'like', `%${sid}%`).execute();

describe('told too late', () => {
  test('digits after the caller hung up: nobody is rung, the call stays a missed one', async () => {
    const { sid, say, arrives, presses, ends } = caller();
    expect(await say(arrives)).toContain('<Gather');
    await say(ends(4));
    const before = await kept(sid);
    expect(await say(presses('2'))).toContain('<Hangup/>');
    expect(await kept(sid)).toEqual(before);
    expect(before).toMatchObject({ result: 'missed', live_state: null, duration: 0, ring_seconds: 0 });
    expect(await outside.server.owner.selectFrom('call_legs').select('number').where('company_id', '=', company.id).execute()).toEqual([]);
    expect(await itemsOf(sid)).toEqual([{ type: 'call' }]);
  });

  test('a phone that answers a call that is over: the call stays a missed one, and nobody took it', async () => {
    const { sid, say, arrives, presses, phone, ends } = caller();
    await say(arrives);
    await say(presses('2'));
    await say(ends(9));
    await say(phone(jo, 'in-progress'));
    expect(await kept(sid)).toMatchObject({ result: 'missed', live_state: null, answered_by: null });
  });

  test('a key of an earlier menu changes nothing', async () => {
    const { sid, say, arrives, presses } = caller();
    await say(arrives);
    await say(presses('9'));
    const again = await say(presses('2', 0));
    expect(again).toContain('turn=1');
    expect(await kept(sid)).toMatchObject({ live_state: 'menu' });
    expect(await say(presses('2', 1))).toContain(jo);
  });
});

describe('while a call rings', () => {
  test('it is marked, and its note comes into the thread with it', async () => {
    const { sid, say, arrives, presses, ends } = caller();
    await say(arrives);
    await say(presses('2'));
    const id = (await kept(sid))?.id ?? 0;
    expect(await owner.call(routes.calls.mark, { params: { id }, body: { ascOptions: { isLead: true } } })).toMatchObject({
      id,
      conversationId: null,
      ascOptions: { isLead: true },
    });
    await owner.call(routes.notes.create, { body: { modelType: 'call', modelId: id, body: 'Asks for the blue one' } });
    await say(ends(9));
    const { conversationId } = await owner.call(routes.calls.get, { params: { id } });
    const { data } = await owner.call(routes.conversations.items, { params: { conversationId: conversationId ?? 0 } });
    expect(data.map(({ type }) => type)).toEqual(['call', 'note']);
    expect(await owner.call(routes.conversations.get, { params: { id: conversationId ?? 0 } })).toMatchObject({ isLead: true });
  });

  test('nobody talks: a missed call rings and is no long call', async () => {
    const { sid, say, arrives, presses, ends } = caller();
    await say(arrives);
    await say(presses('2'));
    await say(ends(40));
    expect(await kept(sid)).toMatchObject({ result: 'missed', duration: 0, ring_seconds: 40 });
  });
});

describe('a number we no longer own', () => {
  const remove = () => outside.server.owner.updateTable('phone_numbers').set({ status: 2 }).where('id', '=', line.id).execute();

  test('a call to it is rejected and leaves nothing but the webhook, set aside', async () => {
    await remove();
    const { sid, say, arrives, ends } = caller();
    expect(await say(arrives)).toContain('<Reject/>');
    await say(ends(0));
    expect(await kept(sid)).toBeUndefined();
    expect((await webhooksOf(sid)).map(({ quarantined }) => quarantined)).toEqual(['The number is not ours', 'The number is not ours']);
  });

  test('a call that goes on while it is removed ends as it would have', async () => {
    const { sid, say, arrives, presses, told, ends } = caller();
    await say(arrives);
    await say(presses('2'));
    await remove();
    expect(await say(told('dialed?round=0', { DialCallStatus: 'completed', DialCallDuration: '12', DialBridged: 'true' }))).toContain('<Hangup/>');
    await say(ends(20));
    expect(await kept(sid)).toMatchObject({ result: 'answered', live_state: null, duration: 20 });
    expect(await itemsOf(sid)).toEqual([{ type: 'call' }]);
  });
});

describe('a recording that the carrier lost', () => {
  const lost = { RecordingSid: `RE${'9'.repeat(32)}`, RecordingDuration: '12', RecordingStatus: 'completed' };
  const address = () => `${outside.sandbox.url}/2010-04-01/Accounts/${account.accountSid}/Recordings/${lost.RecordingSid}`;

  test.each([
    ['of a conversation', 'call'],
    ['of a voicemail', 'voicemail'],
  ] as const)('%s: the call is whole without it, and the webhook is set aside with the reason', async (_title, of) => {
    const { sid, say, arrives, presses, told, ends, recording } = caller();
    await say(arrives);
    await say(presses('2'));
    await say(told('dialed?round=0', of === 'call' ? { DialCallStatus: 'completed', DialCallDuration: '12' } : { DialCallStatus: 'no-answer' }));
    if (of === 'voicemail') await say(told('recorded', { RecordingDuration: '12' }));
    await say(ends(20));
    await say({ url: recording(of), fields: { CallSid: sid, ...lost, RecordingUrl: address() } });
    const aside = async () => (await webhooksOf(sid)).find(({ kind }) => kind === 'call.recording')?.quarantined;
    await expect.poll(aside, { timeout: 15_000 }).toBe('The carrier has lost the recording');
    expect(await kept(sid)).toMatchObject({ result: of === 'call' ? 'answered' : 'voicemail', live_state: null, recording_file_id: null });
    expect(await itemsOf(sid)).toEqual([{ type: 'call' }]);
    const { data } = await owner.call(routes.calls.search, { query: { company_id: company.id } });
    expect(data).toMatchObject([{ hasMedia: false }]);
    expect(await owner.in(company).call(routes.calls.get, { params: { id: data[0]?.id ?? 0 } })).toMatchObject({ media: null });
  });
});

describe('the same call told in other ways', () => {
  const talk = ({ arrives, presses, phone, told, ends }: ReturnType<typeof caller>): Told[] => [
    arrives,
    presses('2'),
    phone(jo, 'ringing'),
    phone(jo, 'in-progress'),
    phone(jo, 'completed', { CallDuration: '30' }),
    told('dialed?round=0', { DialCallStatus: 'completed', DialCallDuration: '30', DialBridged: 'true' }),
    ends(41),
  ];
  const message = ({ arrives, presses, phone, told, ends }: ReturnType<typeof caller>): Told[] => [
    arrives,
    presses('2'),
    phone(jo, 'ringing'),
    phone(jo, 'no-answer'),
    told('dialed?round=0', { DialCallStatus: 'no-answer' }),
    told('recorded', { RecordingDuration: '6' }),
    ends(33),
  ];
  const known = (row: Awaited<ReturnType<typeof kept>>) => ({ result: row?.result, state: row?.live_state, duration: row?.duration });
  const shown = async (sid: string) => ({ ...known(await kept(sid)), items: await itemsOf(sid) });
  const stories = [
    ['a conversation', talk, { result: 'answered', state: null, duration: 41, items: [{ type: 'call' }] }],
    ['a message', message, { result: 'voicemail', state: null, duration: 33, items: [{ type: 'call' }] }],
  ] as const;

  test.each(stories)('%s, each webhook twice at once: as if once', async (_title, story, outcome) => {
    const each = caller();
    for (const told of story(each)) {
      const answers = await Promise.all([each.say(told), each.say(told)]);
      expect(answers[0]).toBe(answers[1]);
    }
    expect(await shown(each.sid)).toEqual(outcome);
    const steps = (await kept(each.sid))?.steps.map(({ step }) => step) ?? [];
    expect(steps.length).toBe(new Set(steps).size);
    expect(await webhooksOf(each.sid)).toHaveLength(story(each).filter(({ fields }) => fields.CallSid === each.sid).length);
  });

  test.each(stories)('%s, from the last webhook to the first', async (_title, story, outcome) => {
    const each = caller();
    for (const told of story(each).reverse()) await each.say(told);
    expect(await shown(each.sid)).toEqual(outcome);
  });

  test.each(stories)('%s, all webhooks at once', async (_title, story, outcome) => {
    const each = caller();
    await Promise.all(story(each).map((told) => each.say(told)));
    expect(await shown(each.sid)).toEqual(outcome);
  });

  test.each(stories)('%s, every webhook shifted to the end once', async (_title, story, outcome) => {
    for (const [at] of story(caller()).entries()) {
      const each = caller();
      const all = story(each);
      for (const told of [...all.slice(0, at), ...all.slice(at + 1), ...all.slice(at, at + 1)]) await each.say(told);
      expect(await shown(each.sid), `the webhook ${at + 1} last`).toEqual(outcome);
    }
  });
});
