import { createServer, type Server, type Socket } from 'node:net';
import twilio from 'twilio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findMagicNumber } from '#sandbox/carrier/magic.ts';
import { type Sandbox, startSandbox } from '#sandbox/server.ts';
import { readStatusToken } from '#server/carrier/callbackUrls.ts';
import type { Carrier } from '#server/carrier/carrier.ts';
import { CarrierHttp } from '#server/carrier/http.ts';
import { createCarrier } from '#server/carrier/twilio.ts';
import { readConfig } from '#server/config.ts';
import { createSealer } from '#server/security/sealer.ts';
import { openWaitingRoom } from './waitingRoom.ts';

const account = { accountSid: `AC${'3'.repeat(32)}`, authToken: 'another-token-of-an-account' } as const;
const sealer = createSealer(new Uint8Array(32).fill(7));
const us = '+12125550101';
const attempt = { companyId: 7, attemptId: '5c7de34a-58f0-4a39-9d0b-0a3f6dcb0d11' };
let sandbox: Sandbox;
let carrier: Carrier;

const configOf = (baseUrl: string) => ({
  ...readConfig({
    DATABASE_URL: 'postgres://nobody@localhost/none',
    KEYLINE_SECRET: Buffer.alloc(32).toString('base64'),
    KEYLINE_PUBLIC_URL: 'https://keyline.example.com',
  }),
  carrier: { ...account, baseUrl },
});
const send = (to: string, body = 'Hello', by = carrier) => by.send({ from: us, to, body, mediaUrls: [], ...attempt });

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, ...account, webhookUrl: 'http://127.0.0.1:9', pace: 0.01, answerMs: null });
  carrier = createCarrier(configOf(sandbox.url), sealer);
});
afterAll(() => sandbox.close());

/** A host that does one thing to whoever connects. */
async function host(act: (socket: Socket) => void): Promise<{ url: string; server: Server }> {
  const server = createServer(act);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, server };
}

describe('phones that are rung as calls of their own', () => {
  const order = {
    leg: { companyId: 7, numberId: 3, callSid: `CA${'1'.repeat(32)}` },
    round: 0,
    number: us,
    timeout: 5,
    callerId: us,
    ownNumber: us,
    parameters: null,
  };

  test('are refused when the carrier shows neither number, and asked for again when it was not reached', async () => {
    expect(await carrier.calls.ring({ ...order, callToken: null })).toEqual({ kind: 'refused' });
    expect(await carrier.calls.ring({ ...order, callerId: '+14155550134', callToken: 'no token' })).toEqual({ kind: 'refused' });
    const { url, server } = await host(() => {});
    await new Promise((resolve) => server.close(resolve));
    expect(await createCarrier(configOf(url), sealer).calls.ring({ ...order, callToken: null })).toEqual({ kind: 'retriable' });
    const reset = await host((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await createCarrier(configOf(reset.url), sealer).calls.ring({ ...order, callToken: null })).toEqual({ kind: 'unknown' });
    reset.server.close();
  });

  test('are let go, led on and cleared away as often as one asks', async () => {
    const room = await openWaitingRoom();
    const outside = await startSandbox({ port: 0, ...account, webhookUrl: room.url, pace: 0.01, answerMs: null });
    const { calls } = createCarrier({ ...configOf(outside.url), publicUrl: room.url }, sealer);
    const { callSid, queueSid, over } = await room.caller(outside, us);
    const leg = { ...order.leg, callSid };
    const rung = await calls.ring({ ...order, leg, timeout: 6_000, callToken: null });
    if (rung.kind !== 'placed') throw new Error('It is not rung');
    const status = () => outside.switchboard.findPhone(rung.carrierSid)?.status;
    await expect.poll(status).toBe('ringing');
    await calls.letGo(rung.carrierSid, true);
    await expect.poll(status).toBe('canceled');
    await calls.letGo(rung.carrierSid, true);
    expect(status()).toBe('canceled');
    await calls.lead(queueSid, leg, 0);
    await calls.lead(queueSid, leg, 0);
    await over;
    expect(room.told.filter(({ path }) => path.includes('/calls/led')).map(({ fields }) => fields.CallSid)).toEqual([callSid]);
    expect(outside.switchboard.queueCount).toBe(1);
    await calls.dropQueue(queueSid);
    await calls.dropQueue(queueSid);
    expect(outside.switchboard.queueCount).toBe(0);
    await outside.close();
    room.close();
  });
});

describe('what became of a request to send', () => {
  test('taken, with a callback address that names the attempt', async () => {
    const outcome = await send(findMagicNumber('No callbacks'));
    expect(outcome).toMatchObject({ kind: 'accepted', carrierSid: expect.stringMatching(/^SM/) });
    const [message] = sandbox.ledger.list({ to: findMagicNumber('No callbacks') });
    const address = new URL(message?.statusCallback ?? '');
    expect(address.origin + address.pathname.replace(/[^/]+$/, '')).toBe('https://keyline.example.com/webhooks/carrier/messages/status/');
    expect(readStatusToken(sealer, address.pathname.split('/').at(-1) ?? '')).toEqual(attempt);
  });

  test('refused with a code', async () => {
    expect(await send(findMagicNumber('Refused: landline (21635)'))).toMatchObject({ kind: 'refused', errorCode: '21635' });
  });

  test('asked to slow down: again after what the carrier says', async () => {
    expect(await send(findMagicNumber('Too many requests once (429), then delivered'), 'Slowly')).toEqual({ kind: 'retriable', afterMs: 1_000 });
  });

  test('an error after it was perhaps taken is unknown', async () => {
    expect(await send(findMagicNumber('Error 500 without taking it'))).toMatchObject({ kind: 'unknown' });
    expect(await send(findMagicNumber('Accepted, reply lost, no callbacks'))).toMatchObject({ kind: 'unknown' });
  });

  test('nobody there: nothing was written, so it may be sent again', async () => {
    const { url, server } = await host(() => {});
    await new Promise((resolve) => server.close(resolve));
    expect(await send(us, 'Hello', createCarrier(configOf(url), sealer))).toMatchObject({ kind: 'retriable' });
  });

  test('the connection is reset after the request was written: unknown', async () => {
    const { url, server } = await host((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await send(us, 'Hello', createCarrier(configOf(url), sealer))).toMatchObject({ kind: 'unknown' });
    server.close();
  });

  test('wrong credentials are a refusal, not a mystery', async () => {
    const stranger = createCarrier({ ...configOf(sandbox.url), carrier: { ...account, authToken: 'wrong', baseUrl: sandbox.url } }, sealer);
    expect(await send(us, 'Hello', stranger)).toMatchObject({ kind: 'refused', errorCode: '20003' });
  });
});

describe('the carrier’s list', () => {
  const since = new Date();
  const sought = (body: string, taken: string[] = []) =>
    carrier.findByAttempt({ attemptId: attempt.attemptId, from: us, to: findMagicNumber('No callbacks'), body, since, taken });

  test('finds what was taken, leaves out what is known, finds nothing that is not there', async () => {
    const first = await send(findMagicNumber('No callbacks'), 'Twice the same');
    const second = await send(findMagicNumber('No callbacks'), 'Twice the same');
    if (first.kind !== 'accepted' || second.kind !== 'accepted') throw new Error('Not taken');
    expect(await sought('Twice the same', [first.carrierSid])).toMatchObject({ carrierSid: second.carrierSid, status: 'queued' });
    expect(await sought('Twice the same', [first.carrierSid, second.carrierSid])).toBeNull();
    expect(await sought('Never sent')).toBeNull();
  });

  test('says what became of a message it took; one it does not have is null', async () => {
    const taken = await send(findMagicNumber('Failed: unregistered for 10DLC (30034)'), 'Buy now');
    if (taken.kind !== 'accepted') throw new Error('Not taken');
    await expect.poll(() => carrier.findMessage(taken.carrierSid)).toEqual({ carrierSid: taken.carrierSid, status: 'failed', errorCode: '30034' });
    expect(await carrier.findMessage(`SM${'0'.repeat(32)}`)).toBeNull();
  });
});

describe('media', () => {
  test('only the carrier’s own addresses are asked', async () => {
    let asked = 0;
    const { url, server } = await host((socket) => {
      asked += 1;
      socket.destroy();
    });
    for (const address of [`${url}/secret`, 'file:///etc/passwd', 'http://169.254.169.254/', 'not an address', sandbox.url.replace('127.0.0.1', 'localhost')]) {
      expect(await carrier.fetchMedia(address)).toBeNull();
    }
    expect(asked).toBe(0);
    server.close();
  });

  test('what is gone is null', async () => {
    expect(await carrier.fetchMedia(`${sandbox.url}/2010-04-01/Accounts/${account.accountSid}/Recordings/RE0`)).toBeNull();
  });
});

test('the official client works against the sandbox as it does against Twilio', async () => {
  const client = twilio(account.accountSid, account.authToken, { httpClient: new CarrierHttp(sandbox.url) });
  const made = await client.messages.create({ from: us, to: findMagicNumber('Delivered'), body: 'From the SDK' });
  expect(made).toMatchObject({ status: 'queued', direction: 'outbound-api', numMedia: '0', errorCode: null });
  await expect.poll(async () => (await client.messages(made.sid).fetch()).status).toBe('delivered');
  expect((await client.messages.list({ to: findMagicNumber('Delivered') })).map(({ body }) => body)).toEqual(['From the SDK']);
  await expect(client.messages('SM00000000000000000000000000000000').fetch()).rejects.toMatchObject({ status: 404, code: 20404 });
});
