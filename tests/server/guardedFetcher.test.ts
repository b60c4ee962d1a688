/** The guarded fetcher: nothing of the private network is reached, by no form of address. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createGuardedFetcher, isPublicAddress, PageUnreadableError } from '#server/web/guardedFetcher.ts';

let inside: Server;
let port = 0;
let reached = 0;

beforeAll(async () => {
  inside = createServer((request, reply) => {
    reached += 1;
    if (request.url?.endsWith('/loop')) return reply.writeHead(302, { location: 'https://northwind.example/loop' }).end();
    if (request.url?.endsWith('/inside')) return reply.writeHead(302, { location: `http://127.0.0.1:${port}/secret` }).end();
    if (request.url?.endsWith('/large')) return reply.writeHead(200, { 'content-type': 'text/html' }).end('x'.repeat(2_100_000));
    if (request.url?.endsWith('/taken')) return reply.writeHead(201, { 'x-method': request.method ?? '' }).end(`\u0000${'é'.repeat(50)}`);
    if (request.url?.endsWith('/zip')) return reply.writeHead(200, { 'content-type': 'application/zip' }).end('x');
    reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>');
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  ({ port } = inside.address() as AddressInfo);
});
afterAll(() => void inside.close());

/** Counts the requests that begin until the test ends: where nothing listens, nothing that arrives could be counted. */
function countBegun(): () => number {
  let begun = 0;
  const count = () => {
    begun += 1;
  };
  subscribe('http.client.request.start', count);
  onTestFinished(() => void unsubscribe('http.client.request.start', count));
  return () => begun;
}

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '169.254.169.254',
  '172.20.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '2002:7f00:1::',
  '64:ff9b::7f00:1',
])('%s is no public address', (address) => expect(isPublicAddress(address)).toBe(false));

test('public ones are', () => {
  expect(isPublicAddress('93.184.216.34')).toBe(true);
  expect(isPublicAddress('2606:2800:220:1:248:1893:25c8:1946')).toBe(true);
});

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://[::1]/',
  'http://user:word@northwind.example/',
  'http://northwind.example:8080/',
  'file:///etc/passwd',
  'localhost',
])('%s is not asked', async (url) => {
  const begun = countBegun();
  await expect(createGuardedFetcher({ baseUrl: null }).fetchPage(url)).rejects.toBeInstanceOf(PageUnreadableError);
  expect(begun()).toBe(0);
});

test('a name that leads inside is not asked, also where one of several addresses does', async () => {
  const begun = countBegun();
  for (const found of [
    [{ address: '127.0.0.1', family: 4 }],
    [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
    [],
  ]) {
    const fetcher = createGuardedFetcher({ baseUrl: null, resolve: async () => found });
    await expect(fetcher.fetchPage('http://northwind.example/')).rejects.toBeInstanceOf(PageUnreadableError);
  }
  expect(begun()).toBe(0);
});

test('redirects are checked again and end; what is large or no page is not read', async () => {
  const fetcher = createGuardedFetcher({ baseUrl: `http://127.0.0.1:${port}` });
  expect((await fetcher.fetchPage('northwind.example/')).body).toBe('<p>Hello</p>');
  for (const path of ['inside', 'loop', 'large', 'zip']) await expect(fetcher.fetchPage(`northwind.example/${path}`)).rejects.toThrow('The page can’t be read');
});

describe('what is posted', () => {
  const post = { headers: {}, body: '{}', answerCharacters: 20 };

  test.each([
    'http://northwind.example/taken',
    'https://127.0.0.1/taken',
    'https://2130706433/taken',
    'https://[::1]/taken',
    'https://user:word@northwind.example/taken',
    'https://northwind.example:8080/taken',
    'https://localhost/taken',
  ])('goes to no such address: %s', async (url) => {
    const begun = countBegun();
    const anywhere = createGuardedFetcher({ baseUrl: null, resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
    expect(await anywhere.post(url, post)).toMatchObject({ kind: 'silent', reason: 'The address can’t be reached' });
    expect(begun()).toBe(0);
  });

  test('goes to no name that leads inside, and says no more than of one that is closed', async () => {
    const begun = countBegun();
    for (const address of ['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1']) {
      const fetcher = createGuardedFetcher({ baseUrl: null, resolve: async () => [{ address, family: address === '::1' ? 6 : 4 }] });
      expect(await fetcher.post('https://northwind.example/taken', post)).toMatchObject({ kind: 'silent', reason: 'The address can’t be reached' });
    }
    expect(begun()).toBe(0);
  });

  test('follows no redirect, and keeps the first characters of an answer', async () => {
    const fetcher = createGuardedFetcher({ baseUrl: `http://127.0.0.1:${port}` });
    const before = reached;
    expect(await fetcher.post('https://northwind.example/inside', post)).toMatchObject({ kind: 'answered', status: 302 });
    expect(reached).toBe(before + 1);
    expect(await fetcher.post('https://northwind.example/taken', post)).toMatchObject({ kind: 'answered', status: 201, body: 'é'.repeat(19) });
    expect(await fetcher.post('https://northwind.example/large', post)).toMatchObject({ status: 200, body: 'x'.repeat(20) });
  });
});
