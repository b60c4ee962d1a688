import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { toWav } from '#contract/core/wav.ts';
import { noSpeech } from '#contract/greetings/texts.ts';
import { routes } from '#contract/index.ts';
import { createDefaultRouting } from '#contract/routing/rules.ts';
import { createVendorSpeech } from '#server/speech/vendor.ts';
import { type Client, startServer, type TestServer } from './harness.ts';
import { png, tone } from './samples.ts';
import { quietCompany, refused } from './stage.ts';

const calls = routes.greetings;
let server: TestServer;
let company: Awaited<ReturnType<typeof quietCompany>>;
let owner: Client;
beforeAll(async () => {
  server = await startServer();
  company = await quietCompany(server);
  owner = await server.worker(company.own, 'owner');
});
afterAll(() => server.close());

const bytesOf = async (url: string | undefined) => new Uint8Array(await (await owner.download(url ?? '')).arrayBuffer());
const isWav = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes.subarray(0, 4)) === 'RIFF';
const upload = (name: string, type: string, bytes: Uint8Array) => ({ name, type, bytes });

describe('a greeting that is spoken', () => {
  test('is heard before it is saved, and saved as it was heard', async () => {
    const { data: voices } = await owner.call(calls.voices, {});
    expect(voices.length).toBeGreaterThan(4);
    const voice = voices[1]?.id ?? '';
    const { audio, contentType } = await owner.call(calls.speak, { body: { content: 'You have reached Northwind Motors.', voice } });
    const heard = new Uint8Array(Buffer.from(audio, 'base64'));
    expect([contentType, isWav(heard), heard.length > 16_000]).toEqual(['audio/wav', true, true]);
    const made = await owner.call(calls.create, { body: { name: 'Main', content: 'You have reached Northwind Motors.', voice } });
    expect(made).toMatchObject({ name: 'Main', content: 'You have reached Northwind Motors.', voice, uses: [] });
    expect(Buffer.compare(await bytesOf(made.media?.url), heard)).toBe(0);
  });

  test('is spoken anew when its words change, and kept when its name does', async () => {
    const made = await owner.call(calls.create, { body: { name: 'Evening', content: 'Good evening.', voice: 'en-us' } });
    const renamed = await owner.call(calls.update, { params: { id: made.id }, body: { name: 'Night', _method: 'PUT' } });
    expect([renamed.name, renamed.media?.id]).toEqual(['Night', made.media?.id]);
    const changed = await owner.call(calls.update, { params: { id: made.id }, body: { content: 'Good night.', _method: 'PUT' } });
    expect([changed.content, changed.voice, changed.media?.id === made.media?.id]).toEqual(['Good night.', 'en-us', false]);
    expect((await owner.call(calls.list, {})).data.map(({ name }) => name)).toContain('Night');
  });

  test('that somebody else changed while it was spoken is not written over; nothing waits while the voice is asked', async () => {
    const made = await owner.call(calls.create, { body: { name: 'Noon', content: 'Good day.', voice: 'en-us' } });
    const { speech } = server.services;
    if (!speech) throw new Error('Nobody speaks');
    const usual = speech.speak;
    const say = (content: string) => ({ params: { id: made.id }, body: { content, _method: 'PUT' as const } });
    const storing = vi.spyOn(server.services.files, 'put');
    vi.spyOn(speech, 'speak').mockImplementationOnce(async (...said) => {
      await owner.call(calls.update, say('Hello from the other desk.'));
      return usual(...said);
    });
    expect(await refused(owner.refusal(calls.update, say('Hello from this desk.')))).toMatchObject({ status: 409 });
    expect((await owner.call(calls.get, { params: { id: made.id } })).content).toBe('Hello from the other desk.');
    const [theirs, ours] = storing.mock.calls.map(([key]) => key);
    storing.mockRestore();
    expect([await server.services.files.read(theirs ?? ''), await server.services.files.read(ours ?? '')]).toEqual([expect.anything(), null]);
  });

  test('needs words and a voice that is there', async () => {
    const refusal = (body: object) => refused(owner.refusal(calls.create, { body: { name: 'X', ...body } }));
    expect(await refusal({})).toMatchObject({ status: 422, field: 'content' });
    expect(await refusal({ content: 'Hello' })).toMatchObject({ status: 422, field: 'voice' });
    expect(await refusal({ content: 'Hello', voice: 'nobody' })).toMatchObject({ status: 422, field: 'voice' });
    expect(await refused(owner.refusal(calls.speak, { body: { content: ' ', voice: 'en-us' } }))).toMatchObject({ status: 422, field: 'content' });
  });
});

describe('a greeting that is uploaded', () => {
  test('is a WAV or an MP3, told by its bytes', async () => {
    const made = await owner.call(calls.create, { body: { name: 'Recorded' }, files: [upload('hello.wav', 'audio/wav', tone)] });
    expect(made).toMatchObject({ content: null, voice: null, media: { name: 'hello.wav' } });
    expect(Buffer.compare(await bytesOf(made.media?.url), tone)).toBe(0);
    const text = new TextEncoder().encode('this is no sound');
    expect(await refused(owner.refusal(calls.create, { body: { name: 'Fake' }, files: [upload('fake.wav', 'audio/wav', text)] }))).toMatchObject({
      status: 415,
    });
    expect(await refused(owner.refusal(calls.create, { body: { name: 'P' }, files: [upload('p.png', 'image/png', png)] }))).toMatchObject({ status: 415 });
    const large = toWav(new Int16Array(2_600_000), 8_000);
    expect(await refused(owner.refusal(calls.create, { body: { name: 'Long' }, files: [upload('l.wav', 'audio/wav', large)] }))).toMatchObject({ status: 413 });
    const both = owner.refusal(calls.create, { body: { name: 'Both', content: 'Hi', voice: 'en-us' }, files: [upload('hello.wav', 'audio/wav', tone)] });
    expect(await refused(both)).toMatchObject({ status: 422, field: 'content' });
  });
});

test('where a greeting is heard is told, and a number goes on without one that is deleted', async () => {
  const { own, line } = company;
  const made = await owner.call(calls.create, { body: { name: 'Heard', content: 'Hello.', voice: 'en-us' } });
  const routing = createDefaultRouting({ id: line.id, forwardNumber: '+14155550100', timezone: 'America/New_York' });
  const route = { ...routing.routes[0], voicemailGreetingId: made.id, onholdMusicId: made.id };
  await server.owner
    .insertInto('number_routings')
    .values({ company_id: own.id, number_id: line.id, routes: JSON.stringify([route]), hours: JSON.stringify(routing.hours), greeting_id: made.id })
    .execute();
  const { uses } = await owner.call(calls.get, { params: { id: made.id } });
  expect(uses.map(({ numberId, as }) => [numberId, as])).toEqual([
    [line.id, 'greeting'],
    [line.id, 'voicemail'],
  ]);
  await owner.call(calls.delete, { params: { id: made.id } });
  const left = await server.owner.selectFrom('number_routings').select(['greeting_id', 'routes']).where('number_id', '=', line.id).executeTakeFirstOrThrow();
  expect([left.greeting_id, left.routes[0]?.voicemailGreetingId, left.routes[0]?.onholdMusicId]).toEqual([null, null, null]);
  for (const refusal of [
    owner.refusal(calls.get, { params: { id: made.id } }),
    owner.refusal(calls.delete, { params: { id: made.id } }),
    owner.refusal(calls.update, { params: { id: made.id }, body: { name: 'Gone', _method: 'PUT' } }),
  ])
    expect(await refused(refusal)).toMatchObject({ status: 404 });
});

test('a vendor’s voice is asked with the token and answers with sound; what is no sound is refused', async () => {
  const asked: string[] = [];
  const vendor = createServer((request, response) => {
    asked.push(String(request.headers.authorization));
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const fine = body.includes('"voice":"alloy"');
      response.writeHead(200, { 'content-type': fine ? 'audio/wav' : 'text/html' }).end(fine ? Buffer.from(tone) : '<p>no');
    });
  });
  await new Promise<void>((done) => vendor.listen(0, '127.0.0.1', done));
  const address = vendor.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v1/audio/speech`;
  const voices = ['alloy', 'html'].map((id) => ({ id, name: id, language: 'en-US' }));
  const speech = createVendorSpeech({ url, token: 'secret', model: 'tts-1', voices });
  expect((await speech.speak('Hello', 'alloy')).bytes).toEqual(tone);
  expect(asked).toEqual(['Bearer secret']);
  await expect(speech.speak('Hello', 'html')).rejects.toThrow('The voice answered 200 text/html');
  await expect(speech.speak('Hello', 'nobody')).rejects.toThrow('not one of ours');
  vendor.close();
});

describe('where nobody speaks texts', () => {
  let silent: TestServer;
  beforeAll(async () => {
    silent = await startServer({ config: { speech: null } });
  });
  afterAll(() => silent.close());

  test('it is said why, no voice is offered, and a greeting can be uploaded', async () => {
    const one = await silent.worker(await silent.company(), 'owner');
    expect((await one.call(routes.system.config)).speaks).toBe(false);
    expect((await one.call(calls.voices, {})).data).toEqual([]);
    const why = { status: 422, body: { errors: [{ field: 'content', detail: noSpeech }] } };
    expect(await one.refusal(calls.speak, { body: { content: 'Hello', voice: 'en-us' } })).toMatchObject(why);
    expect(await one.refusal(calls.create, { body: { name: 'Hello', content: 'Hello', voice: 'en-us' } })).toMatchObject(why);
    expect(await one.call(calls.create, { body: { name: 'Hello' }, files: [upload('hello.wav', 'audio/wav', tone)] })).toMatchObject({
      name: 'Hello',
      content: null,
    });
  });
});

test('the sandbox’s voice keeps the vendors’ wire: a key, and a voice of its list', async () => {
  const { speech } = server.config;
  const ask = (token: string, voice: string) =>
    fetch(speech?.url ?? '', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'tts-1', input: 'Hello', voice, response_format: 'wav' }),
    }).then(async (answer) => [answer.status, answer.headers.get('content-type')?.split(';')[0]]);
  const { token = '' } = speech ?? {};
  expect([await ask(token, 'en-us'), await ask('another', 'en-us'), await ask(token, 'nobody')]).toEqual([
    [200, 'audio/wav'],
    [401, 'application/json'],
    [400, 'application/json'],
  ]);
});
