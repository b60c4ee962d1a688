import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { ApiError } from '#src/api/errors.ts';
import { retryOnce } from '#src/api/retryOnce.ts';

/** A server of which the first connections are dead. */
async function deaf(dead: number) {
  let asked = 0;
  const server = createServer((_request, reply) => {
    asked += 1;
    if (asked > dead) reply.end('here');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { call: (signal: AbortSignal) => fetch(url, { signal }).then((answer) => answer.text()), close, asked: () => asked };
}

test('a call whose connection is dead is made again, soon', async () => {
  const { call, close, asked } = await deaf(1);
  const started = Date.now();
  expect(await retryOnce(call)).toBe('here');
  expect(Date.now() - started).toBeLessThan(5_000);
  expect(asked()).toBe(2);
  close();
});

test('a refusal is an answer: it is not asked twice', async () => {
  let asked = 0;
  const refused = retryOnce(async () => {
    asked += 1;
    throw new ApiError({ status: 403, code: 'forbidden', message: 'No', errors: [] });
  });
  await expect(refused).rejects.toMatchObject({ status: 403 });
  expect(asked).toBe(1);
});
