import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import twilio from 'twilio';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { magicNumbers } from '#sandbox/carrier/magic.ts';
import { parseVerbs } from '#sandbox/carrier/twiml.ts';
import { type Sandbox, startSandbox } from '#sandbox/server.ts';
import { checkMessageDestination } from '#server/compliance/destinations.ts';

const account = { accountSid: `AC${'5'.repeat(32)}`, authToken: 'a-token' } as const;
const line = '+12125550100';
let app: Server;
let appUrl: string;
let sandbox: Sandbox;
let posts: { path: string; fields: Record<string, string>; isSigned: boolean }[] = [];
let answer: (path: string) => string = () => '<Response/>';

/** An app that only writes down what it is told. */
async function hear(request: IncomingMessage): Promise<string> {
  const fields = Object.fromEntries(new URLSearchParams(await text(request)));
  const path = request.url ?? '';
  posts.push({ path, fields, isSigned: twilio.validateRequest(account.authToken, String(request.headers['x-twilio-signature']), appUrl + path, fields) });
  return answer(path);
}

beforeAll(async () => {
  app = createServer((request, response) => void hear(request).then((body) => response.end(body)));
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  const address = app.address();
  appUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  sandbox = await startSandbox({ port: 0, ...account, webhookUrl: appUrl, numbers: [line], pace: 0.01, answerMs: [5, 10], seed: 7 });
});
afterAll(async () => {
  await sandbox.close();
  app.close();
});
beforeEach(() => {
  posts = [];
  answer = () => '<Response/>';
});

test('answers under its own names alone: no page reads what is caught here', async () => {
  const { port } = new URL(sandbox.url);
  const ask = (host: string) =>
    new Promise<number | undefined>((answered, fail) => {
      get({ host: '127.0.0.1', port, path: '/control/state', headers: { host } }, (response) => {
        response.resume();
        answered(response.statusCode);
      }).once('error', fail);
    });
  expect(await ask(`evil.example:${port}`)).toBe(421);
  expect(await ask(`localhost:${port}`)).not.toBe(421);
});

const command = (name: string, body: object, origin = appUrl) =>
  fetch(`${sandbox.url}/control/${name}`, { method: 'POST', headers: { 'content-type': 'application/json', origin }, body: JSON.stringify(body) });
const paths = () => posts.map(({ path }) => path.replace('/webhooks/carrier', ''));

test('every magic number is one that can be texted, and each is there once', () => {
  expect(magicNumbers.map(({ number }) => checkMessageDestination(number))).toEqual(magicNumbers.map(() => null));
  expect(new Set(magicNumbers.map(({ number }) => number)).size).toBe(magicNumbers.length);
});

test('TwiML is read as a caller needs it', () => {
  const response = new twilio.twiml.VoiceResponse();
  response.say('Fish & chips');
  response.dial({ action: 'https://app.example/next?a=1&b=2', timeout: 20 }, '+12125550199');
  response.hangup();
  expect(parseVerbs(response.toString())).toEqual([
    { name: 'Say', attributes: {}, children: [], text: 'Fish & chips' },
    { name: 'Dial', attributes: { action: 'https://app.example/next?a=1&b=2', timeout: '20' }, children: [], text: '+12125550199' },
    { name: 'Hangup', attributes: {}, children: [], text: '' },
  ]);
});

describe('commands', () => {
  test('a customer texts: one signed webhook', async () => {
    expect((await command('text', { to: line, body: 'Hi there', from: '+15035550001' })).status).toBe(202);
    await expect
      .poll(() => posts)
      .toEqual([
        { path: '/webhooks/carrier/messages/incoming', isSigned: true, fields: expect.objectContaining({ From: '+15035550001', To: line, Body: 'Hi there' }) },
      ]);
  });

  test('ring: the app’s TwiML is followed to its end', async () => {
    answer = (path) =>
      path.endsWith('/incoming')
        ? `<Response><Dial action="${appUrl}/webhooks/carrier/calls/dialed">+12125550111</Dial></Response>`
        : '<Response><Hangup/></Response>';
    await command('ring', { to: line });
    await expect.poll(paths, { timeout: 5_000 }).toEqual(['/calls/incoming', '/calls/dialed', '/calls/status']);
    expect(posts.every(({ isSigned }) => isSigned)).toBe(true);
    expect(posts[1]?.fields).toMatchObject({ DialCallStatus: 'completed' });
  });

  test('a voicemail is recorded, and its sound can be fetched with the account’s credentials only', async () => {
    answer = (path) =>
      path.endsWith('/incoming') ? `<Response><Record recordingStatusCallback="${appUrl}/webhooks/carrier/calls/recording"/></Response>` : '<Response/>';
    await command('voicemail', { to: line });
    await expect.poll(paths, { timeout: 10_000 }).toEqual(['/calls/incoming', '/calls/recording', '/calls/status']);
    // As the carrier documents it: of which call, but of nobody's number.
    expect(Object.keys(posts[1]?.fields ?? {})).not.toEqual(expect.arrayContaining(['From']));
    expect(Object.keys(posts[1]?.fields ?? {})).not.toEqual(expect.arrayContaining(['To']));
    const address = posts[1]?.fields.RecordingUrl ?? '';
    expect((await fetch(address)).status).toBe(401);
    const sound = await fetch(address, { headers: { authorization: `Basic ${btoa(`${account.accountSid}:${account.authToken}`)}` } });
    const bytes = Buffer.from(await sound.arrayBuffer());
    expect([bytes.toString('latin1', 0, 4), bytes.readUInt32LE(24), bytes.readUInt16LE(22)]).toEqual(['RIFF', 8_000, 1]);
  });

  test('a burst happens, the rate can be set and paused', async () => {
    await command('burst', { count: 12 });
    await expect.poll(() => posts.filter(({ path }) => /incoming$/.test(path)).length, { timeout: 5_000 }).toBe(12);
    expect(await (await command('traffic', { perMinute: 30 })).json()).toMatchObject({ perMinute: 30, isPaused: false });
    expect(await (await command('pause', { paused: true })).json()).toMatchObject({ isPaused: true });
    expect(await (await fetch(`${sandbox.url}/control/status`)).json()).toMatchObject({ numbers: 1, isPaused: true });
  });

  test('other pages may not command it, and nonsense is refused', async () => {
    expect((await command('text', { to: line }, 'https://evil.example')).status).toBe(403);
    expect((await command('text', { to: 'nobody' })).status).toBe(422);
    expect((await command('text', { to: line, body: 'x' })).headers.get('access-control-allow-origin')).toBe(appUrl);
  });
});

test('a customer answers what the app sends, the same words each time it is played', async () => {
  const answers = () => posts.filter(({ fields }) => fields.From?.startsWith('+150355500'));
  const said = () => Object.fromEntries(answers().map(({ fields }) => [fields.From ?? '', fields.Body]));
  /** Plays until these customers have answered; who else answers by then is a matter of time. */
  const played = async (awaited: Readonly<Record<string, unknown>>, enough: number) => {
    const world = await startSandbox({ port: 0, ...account, webhookUrl: appUrl, answerMs: [5, 10], pace: 0.01, seed: 7 });
    const send = (to: string) =>
      fetch(`${world.url}/2010-04-01/Accounts/${account.accountSid}/Messages.json`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${account.accountSid}:${account.authToken}`)}` },
        body: new URLSearchParams({ From: line, To: to, Body: 'Can you come on Friday?' }),
      });
    posts = [];
    for (let at = 10; at < 30; at += 1) await send(`+150355500${at}`);
    await expect.poll(() => answers().length >= enough && Object.keys(awaited).every((from) => from in said()), { timeout: 5_000 }).toBe(true);
    await world.close();
    return said();
  };
  const first = await played({}, 10);
  expect(Object.values(first).every((words) => /\w+/.test(words ?? ''))).toBe(true);
  expect(await played(first, 0)).toMatchObject(first);
});

test('its page says what it is and lists the magic numbers', async () => {
  const html = await (await fetch(sandbox.url)).text();
  for (const { number } of magicNumbers) expect(html).toContain(number);
  expect(html).toContain('/mail');
});
