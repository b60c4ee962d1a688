/** Clients that hold a connection and say nothing, or next to nothing: let go within 30 s. Who is only slow is served. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from './harness.ts';
import { openRaw, waitForClose } from './raw.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** Time S-082 allows, in ms. */
const barMs = 30_000;
const host = () => `Host: ${new URL(server.url).host}`;
const form = (length: number) => `POST /api/login HTTP/1.1\r\n${host()}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

/** Opens a connection, sends the first bytes, then `again` every second; resolves at its end. */
async function dribble(first: string, again: string): Promise<{ status: number | null; isClosed: boolean }> {
  const socket = await openRaw(server.url);
  const answer = waitForClose(socket, barMs);
  if (first !== '') socket.write(first);
  const clock = setInterval(() => {
    if (again !== '') socket.write(again);
  }, 1_000);
  const { status, isClosed } = await answer;
  clearInterval(clock);
  return { status, isClosed };
}

test.concurrent('a connection on which nothing is said is closed', async () => {
  expect(await dribble('', '')).toMatchObject({ isClosed: true });
});

test.concurrent('a request whose head comes a line a second is closed', async () => {
  expect(await dribble(`GET /health HTTP/1.1\r\n${host()}\r\n`, 'X-A: b\r\n')).toEqual({ status: 408, isClosed: true });
});

test.concurrent('a body that never comes is closed', async () => {
  expect(await dribble(form(1_000), '')).toEqual({ status: 408, isClosed: true });
});

test.concurrent('a body that comes a byte a second is closed', async () => {
  expect(await dribble(form(1_000), ' ')).toEqual({ status: 408, isClosed: true });
});

test.concurrent('chunks that never end are closed', async () => {
  const head = `POST /api/login HTTP/1.1\r\n${host()}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  expect(await dribble(head, '1\r\n \r\n')).toEqual({ status: 408, isClosed: true });
});

test.concurrent('an upload over a slow line is read to its end', async () => {
  const piece = ' '.repeat(1_000);
  // 26 of 28 pieces within the time: the server is still reading.
  expect(await dribble(form(40_000), piece)).toEqual({ status: null, isClosed: false });
});

test.concurrent('a connection that rests between requests stays, as proxies expect', async () => {
  const socket = await openRaw(server.url);
  const answer = waitForClose(socket, barMs);
  socket.write(`GET /health HTTP/1.1\r\n${host()}\r\n\r\n`);
  const { status, isClosed } = await answer;
  expect([status, isClosed]).toEqual([200, false]);
});
