/** Tests transcripts of calls and voicemails, written by a transcriber on its own wire, which the sandbox plays. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import type { CallPlan } from '#sandbox/carrier/voice/behaviour.ts';
import { createCallAddresses } from '#server/carrier/callbackUrls.ts';
import { transcribeRecording } from '#server/domains/calls/transcriptionJob.ts';
import { InvalidTranscriptError } from '#server/transcription/transcriber.ts';
import { createVendorTranscriber } from '#server/transcription/vendor.ts';
import type { TestCompany } from './harness.ts';
import { account, type Outside, postSigned, startOutside } from './outside.ts';
import { tone } from './samples.ts';

let outside: Outside;
let gate: Server;
/** Answers in place of the transcriber, the next first; then it is asked itself. */
const instead: number[] = [];
let asked = 0;
let company: TestCompany;
let owner: Awaited<ReturnType<Outside['server']['worker']>>;
let line: { id: number; number: string };
let count = 0;
const customer = () => `+1503555${String(++count).padStart(4, '0')}`;

beforeAll(async () => {
  gate = createServer(async (request, response) => {
    asked += 1;
    const parts: Uint8Array[] = [];
    for await (const part of request) parts.push(part);
    const status = instead.shift();
    if (status !== undefined) return void response.writeHead(status).end('{"err_code":"TRY_LATER"}');
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const answer = await fetch(`${outside.sandbox.url}${request.url}`, {
      method: 'POST',
      headers: { authorization, 'content-type': type },
      body: Buffer.concat(parts),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  const { port } = gate.address() as AddressInfo;
  outside = await startOutside({ config: { transcription: { url: `http://127.0.0.1:${port}/transcriber`, token: account.authToken, model: 'nova-3' } } });
});
afterAll(async () => {
  await outside.close();
  gate.close();
});
beforeEach(async () => {
  company = await outside.server.company();
  owner = await outside.server.worker(company, 'owner');
  line = await outside.server.number(company);
  await owner.call(routes.numbers.update, { params: { id: line.id }, body: { routes: [{ forwards: [{ number: '+12125550120' }] }], recordCalls: true } });
  await owner.call(routes.numbers.update, { params: { id: line.id }, body: { callTranscriptionEnabled: true } });
  asked = 0;
});

const play = (plan: CallPlan) => outside.sandbox.generator.ring(line.number, customer(), plan);
const callOf = (sid: string) => outside.server.owner.selectFrom('calls').selectAll().where('carrier_sid', '=', sid).executeTakeFirstOrThrow();
const transcriptOf = (sid: string) =>
  outside.server.owner
    .selectFrom('transcripts')
    .innerJoin('calls', 'calls.id', 'transcripts.call_id')
    .selectAll('transcripts')
    .where('calls.carrier_sid', '=', sid)
    .executeTakeFirst();
const written = (sid: string) => expect.poll(() => transcriptOf(sid), { timeout: 40_000 }).toBeDefined();
/** The jobs that write down a recording. */
const jobsOf = async (fileId: number | null) => {
  const { rows } = await sql<{ state: string }>`
    select state::text as state from keyline_jobs.job where name = 'recording.transcribe' and (data ->> 'fileId')::bigint = ${fileId}`.execute(
    outside.server.owner,
  );
  return rows;
};
const recorded = (sid: string) => expect.poll(async () => (await callOf(sid)).recording_file_id, { timeout: 10_000 }).not.toBeNull();

const webhookOf = (recordingSid: string) =>
  outside.server.owner.selectFrom('carrier_webhooks').select(['applied_at', 'quarantined']).where('dedupe_key', 'like', `%${recordingSid}%`).executeTakeFirst();

describe('a recorded conversation', () => {
  test('whose caller had waited with music is written down by its own sides, also when the call was transferred since', async () => {
    const { sid } = await play({ kind: 'answered', talkSeconds: 12 });
    await written(sid);
    const { id, recording_file_id: fileId } = await callOf(sid);
    const party = { number: '+12125550120', name: 'Ana Keller' };
    const transfer = JSON.stringify({ by: party, to: party, isRefused: false, round: 1, names: {} });
    await sql`
      update calls set flow = jsonb_set(jsonb_set(flow, '{scene,routing,routes,0,onholdMusicId}', '7'), '{transfer}', ${transfer}::jsonb)
      where id = ${id}`.execute(outside.server.owner);
    await outside.server.owner.deleteFrom('transcripts').where('call_id', '=', id).execute();
    await transcribeRecording(outside.server.services, { companyId: company.id, fileId: fileId ?? 0 });
    const { segments = [] } = (await transcriptOf(sid)) ?? {};
    expect(new Set(segments.map(({ channel, speaker }) => `${channel} ${speaker}`))).toEqual(new Set(['0 agent', '1 customer']));
  });

  test('is written down by sides, with how much each of them talked', async () => {
    const { sid } = await play({ kind: 'answered', talkSeconds: 20 });
    await written(sid);
    const { id } = await callOf(sid);
    const { transcription, hasTranscription } = await owner.call(routes.calls.get, { params: { id } });
    expect(hasTranscription).toBe(true);
    const { segments = [], agentTalkPercentage = 0, clientTalkPercentage = 0, channelMetadata } = transcription ?? {};
    expect(segments.length).toBeGreaterThan(1);
    for (const { channel, speaker, startTime, endTime } of segments) {
      expect(speaker).toBe(channel === 0 ? 'customer' : 'agent');
      expect(endTime).toBeGreaterThan(startTime);
    }
    expect(new Set(segments.map(({ channel }) => channel)).size).toBe(2);
    expect(segments.map(({ startTime }) => startTime)).toEqual(segments.map(({ startTime }) => startTime).sort((a, b) => a - b));
    const talked = (who: string) => segments.filter(({ speaker }) => speaker === who).reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0);
    expect(agentTalkPercentage).toBeCloseTo((100 * talked('agent')) / (talked('agent') + talked('customer')), 1);
    expect(agentTalkPercentage + clientTalkPercentage).toBeCloseTo(100, 5);
    expect(channelMetadata).toMatchObject({ model: 'nova-3', channels: 2 });
  });

  test('is left alone where the number does not want it', async () => {
    await owner.call(routes.numbers.update, { params: { id: line.id }, body: { callTranscriptionEnabled: false } });
    const { sid } = await play({ kind: 'answered', talkSeconds: 6 });
    await recorded(sid);
    expect(await outside.server.owner.selectFrom('carrier_webhooks').select('id').where('quarantined', 'is not', null).execute()).toEqual([]);
    expect(await jobsOf((await callOf(sid)).recording_file_id)).toEqual([]);
    expect(asked).toBe(0);
  });

  test('is asked for again while the transcriber is away or wants another key', async () => {
    instead.push(503, 401);
    const { sid } = await play({ kind: 'answered', talkSeconds: 6 });
    await written(sid);
    expect(asked).toBe(3);
  });

  test('that is no sound to the transcriber is not asked for again', async () => {
    instead.push(400);
    const { sid } = await play({ kind: 'answered', talkSeconds: 6 });
    await expect.poll(() => asked, { timeout: 10_000 }).toBe(1);
    const fileId = (await callOf(sid)).recording_file_id;
    await expect.poll(() => jobsOf(fileId), { timeout: 10_000 }).toEqual([{ state: 'completed' }]);
    expect(await transcriptOf(sid)).toBeUndefined();
  });

  test('told of twice, and written twice, has one transcript', async () => {
    const { sid } = await play({ kind: 'answered', talkSeconds: 6 });
    await written(sid);
    const before = await transcriptOf(sid);
    const { recording_file_id: fileId } = await callOf(sid);
    const { recording } = createCallAddresses(outside.server.config, outside.server.services.sealer, {
      companyId: company.id,
      numberId: line.id,
      callSid: sid,
    });
    const RecordingSid = `RE${'4'.repeat(32)}`;
    outside.sandbox.ledger.saveFile({ sid: RecordingSid, contentType: 'audio/x-wav', bytes: tone });
    const RecordingUrl = `${outside.sandbox.url}/2010-04-01/Accounts/${account.accountSid}/Recordings/${RecordingSid}`;
    const told = await postSigned(recording('call'), { CallSid: sid, RecordingSid, RecordingUrl, RecordingDuration: '6', RecordingStatus: 'completed' });
    expect(told.status).toBe(200);
    await expect.poll(() => webhookOf(RecordingSid), { timeout: 10_000 }).toEqual({ applied_at: expect.any(Date), quarantined: null });
    expect((await callOf(sid)).recording_file_id).toBe(fileId);
    const job = { companyId: company.id, fileId: fileId ?? 0 };
    await Promise.all([transcribeRecording(outside.server.services, job), transcribeRecording(outside.server.services, job)]);
    expect(await transcriptOf(sid)).toEqual(before);
    expect(asked).toBe(1);
  });
});

test('a voicemail is written down under its sound, in its thread', async () => {
  const words = 'Hello, this is about the car on Friday.';
  const { from } = await play({ kind: 'voicemail', words });
  const said = async () => {
    const { data } = await owner.call(routes.conversations.list);
    const { data: items } = await owner.call(routes.conversations.items, { params: { conversationId: data[0]?.id ?? 0 } });
    return items.flatMap(({ details }) => (details.kind === 'voicemail' ? [details.transcript] : []));
  };
  await expect.poll(said, { timeout: 20_000 }).toEqual([words]);
  expect((await owner.call(routes.conversations.list)).data.map(({ recipient }) => recipient)).toEqual([from]);
});

describe('the transcriber', () => {
  const make = (token: string = account.authToken) => createVendorTranscriber({ url: `${outside.sandbox.url}/transcriber`, token, model: 'nova-3' });
  const noise = { bytes: Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(100)]), contentType: 'audio/wav' };

  test('refuses a wrong key in a way that is worth asking again, and bytes that are no sound for good', async () => {
    const refusal = await make('wrong')
      .transcribe(noise)
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal).not.toBeInstanceOf(InvalidTranscriptError);
    await expect(make().transcribe({ bytes: Buffer.from('not a sound'), contentType: 'audio/wav' })).rejects.toBeInstanceOf(InvalidTranscriptError);
  });

  test('hears nobody in a sound without words', async () => {
    expect((await make().transcribe(noise)).utterances).toEqual([]);
  });
});
