/** Bodies that no client of ours sends: broken forms, deep JSON, bytes that stop. Never a 5xx, and the server lives. */
import twilio from 'twilio';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Client, TestCompany } from './harness.ts';
import { startServer, type TestServer } from './harness.ts';
import { account, type Outside, postSigned, startOutside } from './outside.ts';
import { openRaw, sendRaw, sendRequest } from './raw.ts';

let outside: Outside;
let server: TestServer;
let company: TestCompany;
let worker: Client;
let line: { id: number; number: string };

beforeAll(async () => {
  outside = await startOutside();
  server = outside.server;
  company = await server.company();
  worker = await server.worker(company);
  line = await server.number(company);
});
afterAll(() => outside.close());
afterEach(async () => expect((await fetch(`${server.url}/health`)).status).toBe(200));

/** Headers of somebody who is signed in and may change things. */
async function signed(): Promise<string[]> {
  await worker.fetch('/api/csrf-cookie');
  const cookie = [...worker.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
  return [`Cookie: ${cookie}`, `X-XSRF-TOKEN: ${worker.cookies.get('XSRF-TOKEN')}`, `X-Company-Id: ${company.id}`];
}

const part = (head: string, body: string) => `--b\r\n${head}\r\n\r\n${body}\r\n`;
const field = part('Content-Disposition: form-data; name="message"', 'Hello');
const file = 'Content-Disposition: form-data; name="media"; filename="a.png"\r\nContent-Type: image/png';

test.each<[string, string, string]>([
  ['ends in the middle of a part', 'multipart/form-data; boundary=b', `--b\r\n${file}\r\n\r\n\x89PNG`],
  ['ends after a field', 'multipart/form-data; boundary=b', field],
  ['ends in the head of a part', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-da'],
  ['has no boundary', 'multipart/form-data', `${field}--b--\r\n`],
  ['has an empty boundary', 'multipart/form-data; boundary=', `${field}--b--\r\n`],
  ['has a boundary that is too long', `multipart/form-data; boundary=${'b'.repeat(500)}`, `${field}--b--\r\n`],
  ['has another boundary', 'multipart/form-data; boundary=other', `${field}--b--\r\n`],
  ['is empty', 'multipart/form-data; boundary=b', ''],
  ['is nothing but its end', 'multipart/form-data; boundary=b', '--b--\r\n'],
  ['has a part without a head', 'multipart/form-data; boundary=b', `--b\r\n\r\nHello\r\n--b--\r\n`],
  ['has a part whose head is no header', 'multipart/form-data; boundary=b', `${field}${part('nothing of the kind', 'abc')}--b--\r\n`],
  [
    'has a part that is an attachment',
    'multipart/form-data; boundary=b',
    `${field}${part('Content-Disposition: attachment; filename="a.png"', 'abc')}--b--\r\n`,
  ],
  ['has a part without a head beside others', 'multipart/form-data; boundary=b', `${field}--b\r\n\r\nHello\r\n--b--\r\n`],
  ['has a part without a name', 'multipart/form-data; boundary=b', `${part('Content-Disposition: form-data', 'Hello')}--b--\r\n`],
  [
    'has a file without a name',
    'multipart/form-data; boundary=b',
    `${part('Content-Disposition: form-data; name="media"\r\nContent-Type: application/octet-stream', 'abc')}--b--\r\n`,
  ],
  ['names a prototype', 'multipart/form-data; boundary=b', `${part('Content-Disposition: form-data; name="__proto__"', 'Hello')}--b--\r\n`],
  ['has a head without end', 'multipart/form-data; boundary=b', `--b\r\nX-Long: ${'a'.repeat(90_000)}\r\n\r\nHello\r\n--b--\r\n`],
  [
    'says JSON in a part that is none',
    'multipart/form-data; boundary=b',
    `${part('Content-Disposition: form-data; name="message"\r\nContent-Type: application/json', '{"a":')}--b--\r\n`,
  ],
  ['has an unknown encoding', 'multipart/form-data; boundary=b', `${part(`${file}\r\nContent-Transfer-Encoding: of-mine`, 'abc')}--b--\r\n`],
  [
    'has a charset nobody knows',
    'multipart/form-data; boundary=b; charset=of-mine',
    `${part("Content-Disposition: form-data; name*=of-mine''a", 'abc')}--b--\r\n`,
  ],
  ['has 200 parts', 'multipart/form-data; boundary=b', `${field.repeat(200)}--b--\r\n`],
  ['has twelve files', 'multipart/form-data; boundary=b', `${part(file, 'abc').repeat(12)}--b--\r\n`],
  ['has a name of 5 kB', 'multipart/form-data; boundary=b', `${part(`Content-Disposition: form-data; name="${'n'.repeat(5_000)}"`, 'abc')}--b--\r\n`],
])('a form that %s is refused', async (_name, type, body) => {
  const head = [...(await signed()), `Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body, 'latin1')}`];
  const answer = await sendRequest(server.url, 'POST /api/message HTTP/1.1', head, Buffer.from(body, 'latin1'));
  expect([400, 406, 413, 415, 422], answer.text).toContain(answer.status);
});

test('a form with a part that cannot be read is refused whole, though all the others are right', async () => {
  const owner = await server.worker(company, 'owner');
  await owner.fetch('/api/csrf-cookie');
  const headers = { 'x-xsrf-token': owner.cookies.get('XSRF-TOKEN') ?? '', 'content-type': 'multipart/form-data; boundary=b' };
  const accent = part('Content-Disposition: form-data; name="accent"', '#336699');
  const send = (rest: string) => owner.fetch(`/api/company/${company.id}/branding`, { method: 'POST', headers, body: `${accent}${rest}--b--\r\n` });
  for (const rest of [part('nothing of the kind', 'abc'), part('Content-Disposition: attachment; filename="a.png"', 'abc'), '--b\r\n\r\nHello\r\n'])
    expect((await send(rest)).status).toBe(400);
  expect((await send('')).status).toBe(200);
});

test('a client that breaks off in the middle of a body is no failure of ours', async () => {
  const log: string[] = [];
  const logged = await startServer({ config: { logLevel: 'info' }, overrides: { logTo: { write: (line) => void log.push(line) } } });
  const socket = await openRaw(logged.url);
  socket.write(`POST /dni/v1/sessions HTTP/1.1\r\nHost: ${new URL(logged.url).host}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"a"`);
  const { server: http } = logged.built.app;
  const countOpen = () => new Promise<number>((done, fail) => http.getConnections((error, count) => (error ? fail(error) : done(count))));
  await expect.poll(countOpen).toBe(1);
  // Once this is answered, those bytes were read.
  await fetch(`${logged.url}/api/csrf-cookie`, { headers: { connection: 'close' } });
  socket.resetAndDestroy();
  await expect.poll(countOpen).toBe(0);
  expect(log.filter((line) => line.includes('unavailable') || line.includes('"level":50'))).toEqual([]);
  await logged.close();
});

const deep = (opening: string, closing: string, times = 20_000) => `${opening.repeat(times)}1${closing.repeat(times)}`;

test.each([
  ['lists', deep('[', ']')],
  ['objects', deep('{"a":', '}')],
  ['objects in a field', `{"name":${deep('{"a":', '}')}}`],
])('JSON of %s in one another is refused', async (_name, body) => {
  const send = { method: 'POST', headers: { 'content-type': 'application/json', 'x-company-id': String(company.id) }, body };
  await signed();
  const headers = { ...send.headers, 'x-xsrf-token': worker.cookies.get('XSRF-TOKEN') ?? '' };
  expect(await worker.fetch('/api/notes', { ...send, headers })).toMatchObject({ status: 400 });
});

test.each([
  ['application/json', '{"a":'],
  ['application/json', '\u0000'],
  ['application/json; charset=utf-16', '{}'],
  ['application/x-www-form-urlencoded', `${'a[b]'.repeat(5_000)}=1`],
  ['application/x-www-form-urlencoded', '%'],
  ['application/x-www-form-urlencoded', '__proto__[a]=1&constructor=2'],
  ['text/plain', 'hello'],
  ['of-mine', 'hello'],
  ['/', 'hello'],
])('a body of %s that says %s is refused', async (type, body) => {
  const head = [...(await signed()), `Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`];
  const answer = await sendRequest(server.url, 'POST /api/notes HTTP/1.1', head, body);
  expect([400, 415, 422]).toContain(answer.status);
});

/** A post of the carrier's with a JSON body, rightly signed. */
function portPost(body: string): Promise<Response> {
  const hash = twilio.getExpectedBodyHash(body);
  const url = `${outside.publicUrl}/webhooks/carrier/porting?bodySHA256=${hash}`;
  const signature = twilio.getExpectedTwilioSignature(account.authToken, url, {});
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', 'x-twilio-signature': signature }, body });
}

test('a webhook about port-in requests that is nested too deeply is refused', async () => {
  expect((await portPost(deep('{"a":', '}', 10_000))).status).toBe(400);
  expect((await portPost(deep('[', ']', 30_000))).status).toBe(400);
});

test('a webhook about port-in requests with NUL and half a character is kept', async () => {
  expect((await portPost('{"note":"a\\u0000b\\ud800"}')).status).toBe(204);
});

test('a text with NUL in it is kept without, and answered', async () => {
  const url = `${outside.publicUrl}/webhooks/carrier/messages/incoming`;
  const sid = `SM${'a'.repeat(32)}`;
  const answer = await postSigned(url, { MessageSid: sid, From: '+12125550177', To: line.number, Body: 'Hel\u0000lo\u0000', 'Odd\u0000Name': 'x' });
  expect(answer.status).toBe(200);
  await expect
    .poll(() => server.owner.selectFrom('items').select('body').where('carrier_sid', '=', sid).executeTakeFirst(), { timeout: 10_000 })
    .toEqual({ body: 'Hello' });
});

test('a word to stop with NUL in it stops', async () => {
  const url = `${outside.publicUrl}/webhooks/carrier/messages/incoming`;
  expect((await postSigned(url, { MessageSid: `SM${'b'.repeat(32)}`, From: '+12125550178', To: line.number, Body: 'STOP\u0000' })).status).toBe(200);
  const { count } = await server.owner
    .selectFrom('opt_outs')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('company_id', '=', company.id)
    .where('number', '=', '+12125550178')
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(1);
});

test('a call with NUL in a field is answered', async () => {
  const url = `${outside.publicUrl}/webhooks/carrier/calls/incoming`;
  const call = { CallSid: `CA${'c'.repeat(32)}`, From: '+12125550179', To: line.number, CallStatus: 'ringing', CallerName: 'A\u0000B' };
  expect((await postSigned(url, call)).status).toBe(200);
});

const host = () => `Host: ${new URL(server.url).host}`;
test.each<[string, () => string]>([
  ['a chunk whose length is no number', () => `POST /api/contacts HTTP/1.1\r\n${host()}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n`],
  ['a chunk that is too long to be', () => `POST /api/contacts HTTP/1.1\r\n${host()}\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n`],
  ['two lengths', () => `POST /api/contacts HTTP/1.1\r\n${host()}\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`],
  ['a length and chunks', () => `POST /api/contacts HTTP/1.1\r\n${host()}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['a length below nothing', () => `POST /api/contacts HTTP/1.1\r\n${host()}\r\nContent-Length: -1\r\n\r\n`],
  ['no host', () => 'GET /health HTTP/1.1\r\n\r\n'],
  ['a method nobody knows', () => `BREW /health HTTP/1.1\r\n${host()}\r\nConnection: close\r\n\r\n`],
  ['another protocol', () => `GET /health SPDY/3\r\n${host()}\r\n\r\n`],
  ['the start of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['the start of TLS', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['a header without a name', () => `GET /health HTTP/1.1\r\n${host()}\r\n: x\r\n\r\n`],
  ['a header with NUL', () => `GET /health HTTP/1.1\r\n${host()}\r\nX-A: a\0b\r\n\r\n`],
  ['a flood of headers', () => `GET /health HTTP/1.1\r\n${host()}\r\n${Array.from({ length: 3_000 }, (_, at) => `X-${at}: a`).join('\r\n')}\r\n\r\n`],
  ['a header of 100 kB', () => `GET /health HTTP/1.1\r\n${host()}\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`],
  ['an address of 100 kB', () => `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${host()}\r\n\r\n`],
  ['an address with a line end', () => `GET /a\nb HTTP/1.1\r\n${host()}\r\n\r\n`],
  ['CONNECT', () => `CONNECT evil.example:443 HTTP/1.1\r\n${host()}\r\n\r\n`],
])('%s is refused and closed', async (_name, bytes) => {
  const answer = await sendRaw(server.url, Buffer.from(bytes(), 'latin1'));
  expect(answer.isClosed).toBe(true);
  if (answer.status !== null) expect([400, 404, 405, 408, 411, 413, 414, 421, 431, 505]).toContain(answer.status);
});

test.each([
  '//',
  '/\\',
  '/%',
  '/%00',
  '/%ff',
  '/..',
  '/../../etc/passwd',
  '/api/%',
  '/api/contacts/%zz',
  '*',
  'http://[',
  'http://evil.example/',
  '/api//contacts',
  '/?%',
  '/api/contacts?%ff=%',
])('the address %s is answered below 500', async (target) => {
  for (const method of ['GET', 'POST', 'HEAD', 'OPTIONS', 'TRACE', 'DELETE']) {
    const answer = await sendRequest(server.url, `${method} ${target} HTTP/1.1`);
    expect([answer.status !== null && answer.status < 500, answer.isClosed], `${method} ${answer.text.slice(0, 200)}`).toEqual([true, true]);
  }
});

test('a request for a foreign host is refused, but for a load balancer and the carrier', async () => {
  const ask = (target: string, name: string) => sendRaw(server.url, `GET ${target} HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`);
  for (const name of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '', 'evil.example:80', 'user@127.0.0.1']) {
    expect((await ask('/api/client-config', name)).status, name).toSatisfy((status) => status === 421 || status === 400);
  }
  expect((await ask('/health', 'evil.example')).status).toBe(200);
  expect((await ask('/ready', 'evil.example')).status).toBe(200);
  for (const name of ['localhost', 'LOCALHOST:80', '127.0.0.1', '[::1]:4400']) expect((await ask('/api/client-config', name)).status, name).toBe(200);
  const url = `${outside.publicUrl}/webhooks/carrier/messages/incoming`;
  const body = new URLSearchParams({ MessageSid: `SM${'d'.repeat(32)}`, From: '+12125550177', To: line.number, Body: 'Hi' });
  const signature = twilio.getExpectedTwilioSignature(account.authToken, url, Object.fromEntries(body));
  const head = `Host: internal\r\nConnection: close\r\nX-Twilio-Signature: ${signature}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.toString().length}`;
  expect((await sendRaw(server.url, `POST /webhooks/carrier/messages/incoming HTTP/1.1\r\n${head}\r\n\r\n${body}`)).status).toBe(200);
});

test('a request that names two hosts is not read, wherever it goes', async () => {
  const { host } = new URL(server.url);
  for (const path of ['/api/client-config', '/health']) {
    const head = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`;
    expect((await sendRaw(server.url, head)).status, path).toBe(400);
  }
});

test('a page of another origin changes nothing, though its host is the same as its origin', async () => {
  const [cookie = '', token = '', header = ''] = await signed();
  const sendAs = async (origin: string, name = new URL(server.url).host) => {
    const head = ['Content-Type: application/json', 'Content-Length: 2', 'Connection: close', cookie, token, header, `Origin: ${origin}`, `Host: ${name}`];
    return (await sendRaw(server.url, ['POST /api/notes HTTP/1.1', ...head, '', '{}'].join('\r\n'))).status;
  };
  expect(await sendAs(server.url)).toBe(422);
  expect(await sendAs('http://evil.example', 'evil.example')).toBe(421);
  for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1:1', 'https://localhost']) expect(await sendAs(origin), origin).toBe(419);
});

test('names of KEYLINE_HOSTS are hosts and origins; localhost is none under https', async () => {
  const other = await startServer({ config: { publicUrl: 'https://keyline.example.com', hosts: ['phones.example.com'] } });
  try {
    const ask = async (name: string) => (await sendRaw(other.url, `GET /api/client-config HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`)).status;
    expect(await Promise.all(['keyline.example.com', 'phones.example.com', 'Phones.Example.com:443', 'localhost', '127.0.0.1'].map(ask))).toEqual([
      200, 200, 200, 421, 421,
    ]);
  } finally {
    await other.close();
  }
});
