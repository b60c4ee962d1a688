/** Upgrades and sockets on the wire: each is taken or answered and closed, and none ends the server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { getCompanyChannel } from '#contract/core/realtime.ts';
import { signSubscription } from '#server/realtime/protocol.ts';
import { startServer, type TestServer } from './harness.ts';
import { openRaw, sendRaw, sendRequest, sendUpgrade, waitForClose } from './raw.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const good = () => `/app/${server.config.realtime.key}?protocol=7`;
const isThere = async () => expect((await fetch(`${server.url}/health`)).status).toBe(200);

test('a browser’s socket with a good address is taken', async () => {
  const answer = await sendUpgrade(server.url, good(), [`Origin: ${server.url}`]);
  expect([answer.status, answer.isClosed]).toEqual([101, false]);
  expect(answer.text).toContain('pusher:connection_established');
});

test.each(['//', '//[', '///', '/\\', 'http://[', 'http://[::1', '//evil.example/app/keyline', '*', '/app', '/%', 'http://'])(
  'an upgrade to %s is refused and closed, and the server lives',
  async (target) => {
    const answer = await sendUpgrade(server.url, target);
    expect(answer.isClosed).toBe(true);
    expect([400, 404]).toContain(answer.status);
    await isThere();
  },
);

test('200 upgrades to other places are all answered and closed', async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, () => sendUpgrade(server.url, '/other')));
  expect(new Set(answers.map(({ status, isClosed }) => `${status} ${isClosed}`))).toEqual(new Set(['404 true']));
});

test.each([
  ['a POST', 'POST', []],
  ['an old version', 'GET', ['Sec-WebSocket-Version: 7', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']],
  ['no key', 'GET', ['Sec-WebSocket-Version: 13']],
  ['protocols nobody can read', 'GET', ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Protocol: ,,']],
])('a handshake with %s is refused and closed', async (_name, method, head) => {
  const request = [`${method} ${good()} HTTP/1.1`, `Host: ${new URL(server.url).host}`, 'Connection: Upgrade', 'Upgrade: websocket', ...head, '', ''];
  const answer = await sendRaw(server.url, request.join('\r\n'));
  expect(answer.isClosed).toBe(true);
  expect([400, 405, 426]).toContain(answer.status);
});

test('a request that offers another protocol is answered in this one', async () => {
  const answer = await sendRequest(server.url, 'GET /health HTTP/1.1', ['Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABk']);
  expect([answer.status, answer.isClosed]).toEqual([200, true]);
});

test('a client that is refused and then breaks the protocol ends alone', async () => {
  const socket = await openRaw(server.url);
  const answer = waitForClose(socket);
  socket.write(
    `GET /app/of-somebody-else?protocol=7 HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  // Reserved bits, an unmasked frame, one of an unknown kind.
  socket.write(Buffer.from([0xf1, 0x05, 1, 2, 3, 4, 5]));
  expect(await answer).toMatchObject({ status: 101, isClosed: true });
  await isThere();
});

test.each([
  ['reserved bits', [0xf1, 0x80, 0, 0, 0, 0]],
  ['an unmasked frame', [0x81, 0x01, 65]],
  ['a frame that is too long', [0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
  ['bytes that are no text', [0x81, 0x81, 0, 0, 0, 0, 0xff]],
  ['an unknown kind', [0x8f, 0x80, 0, 0, 0, 0]],
  ['a close of one byte', [0x88, 0x81, 0, 0, 0, 0, 1]],
])('a socket that sends %s is closed, and the server lives', async (_name, bytes) => {
  const socket = await openRaw(server.url);
  const answer = waitForClose(socket, 8_000);
  socket.write(
    `GET ${good()} HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  socket.write(Buffer.from(bytes));
  expect(await answer).toMatchObject({ status: 101, isClosed: true });
  await isThere();
});

test('JSON of every odd form is answered with an error frame, and the socket stays', async () => {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${good()}`);
  await new Promise((done) => socket.once('message', done));
  const odd = [
    '',
    'null',
    '[]',
    '1',
    '"x"',
    '{}',
    '{"event":1}',
    '{"event":"pusher:subscribe"}',
    '{"event":"pusher:subscribe","data":null}',
    '{"event":"pusher:subscribe","data":{"channel":{}}}',
  ];
  const deep = `{"event":"pusher:subscribe","data":${'['.repeat(7_000)}${']'.repeat(7_000)}}`;
  const answered = new Promise<void>((done) => {
    let left = odd.length + 1;
    socket.on('message', (data) => {
      if (String(data).includes('pusher:error')) left -= 1;
      if (left === 0) done();
    });
  });
  for (const text of [...odd, deep]) socket.send(text);
  await answered;
  expect(socket.readyState).toBe(WebSocket.OPEN);
  socket.terminate();
});

describe('a handshake', () => {
  test.each(['https://evil.example', 'null', 'http://localhost.evil.example', 'http://127.0.0.1:1', 'https://127.0.0.1'])(
    'from %s is refused',
    async (origin) => {
      expect(await sendUpgrade(server.url, good(), [`Origin: ${origin}`])).toMatchObject({ status: 403, isClosed: true });
    },
  );

  test('for a foreign host is refused', async () => {
    expect(await sendUpgrade(server.url, good(), ['Origin: http://evil.example'], 'evil.example')).toMatchObject({ status: 421, isClosed: true });
  });

  test('without an origin is taken: no browser sends it', async () => {
    expect(await sendUpgrade(server.url, good())).toMatchObject({ status: 101 });
  });
});

describe('sockets on which nobody is signed in', () => {
  const opened: WebSocket[] = [];
  const open = async (to: TestServer, headers: Record<string, string> = {}) => {
    const socket = new WebSocket(`${to.url.replace('http', 'ws')}${good()}`, { headers });
    opened.push(socket);
    return new Promise<{ socket: WebSocket; id: string } | null>((done) => {
      socket.on('error', () => done(null));
      socket.once('close', () => done(null));
      socket.once('message', (data) => done({ socket, id: JSON.parse(JSON.parse(String(data)).data).socket_id }));
    });
  };
  const signIn = async (to: TestServer, { socket, id }: { socket: WebSocket; id: string }) => {
    const { key, secret } = to.config.realtime;
    const channel = getCompanyChannel(1);
    const heard = new Promise((done) => socket.once('message', done));
    socket.send(
      JSON.stringify({
        event: 'pusher:subscribe',
        data: { channel, auth: signSubscription(key, secret, id, channel, { userId: 1, sessionId: crypto.randomUUID() }) },
      }),
    );
    expect(String(await heard)).toContain('subscription_succeeded');
  };
  const many = async (to: TestServer, count: number, headers?: Record<string, string>) => {
    const all: ({ socket: WebSocket; id: string } | null)[] = [];
    for (let at = 0; at < count; at += 1) all.push(await open(to, headers));
    return all.filter((one) => one !== null);
  };
  afterAll(() => {
    for (const socket of opened) socket.terminate();
  });

  test('are limited by address; those that hear a signed channel are not counted', async () => {
    const small = await startServer({ config: { connections: { perAddress: 20, inAll: 1_000 } } });
    try {
      const first = await many(small, 15);
      for (const one of first) await signIn(small, one);
      expect(await many(small, 40)).toHaveLength(20);
      expect(first.every(({ socket }) => socket.readyState === WebSocket.OPEN)).toBe(true);
    } finally {
      await small.close();
    }
  });

  test('are limited in all: the oldest gives way', async () => {
    const small = await startServer({ config: { connections: { perAddress: 1_000, inAll: 20 } } });
    try {
      const all = await many(small, 40);
      expect(all).toHaveLength(40);
      await expect.poll(() => all.filter(({ socket }) => socket.readyState === WebSocket.OPEN)).toEqual(all.slice(-20));
    } finally {
      await small.close();
    }
  });

  test('are counted behind a proxy by the address it names', async () => {
    const small = await startServer({ config: { connections: { perAddress: 10, inAll: 1_000 }, trustedProxies: 1 } });
    try {
      expect(await many(small, 20, { 'x-forwarded-for': '198.51.100.1' })).toHaveLength(10);
      expect(await many(small, 5, { 'x-forwarded-for': '198.51.100.1, 198.51.100.2' })).toHaveLength(5);
      const answers = await Promise.all(Array.from({ length: 50 }, () => sendRequest(small.url, 'GET /health HTTP/1.1')));
      expect(answers.every(({ status }) => status === 200)).toBe(true);
    } finally {
      await small.close();
    }
  });

  test('of this machine are many without a limit of their own', async () => {
    const all = await Promise.all(Array.from({ length: 600 }, () => open(server)));
    expect(all.filter((one) => one !== null)).toHaveLength(600);
  });
});
