/** The app's pages as plain clients, scanners and browsers under https get them. */
import { createHash, createHmac } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCompanyChannel } from '#contract/core/realtime.ts';
import { routes } from '#contract/index.ts';
import { buildWeb, isStale } from '#scripts/lib/web.ts';
import { verifyRequest } from '#server/realtime/protocol.ts';
import { startServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  if (isStale()) await buildWeb();
  server = await startServer({ overrides: { web: 'dist' } });
}, 240_000);
afterAll(() => server.close());

/** A request by Node's own client, which asks for no encoding. */
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; type: string; text: string }>((resolve, reject) => {
    const sent = request(new URL(server.url), { path, method, headers, agent: false }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', text }));
    });
    sent.on('error', reject).end();
  });

test.each([
  ['/', {}, 'GET'],
  ['/', {}, 'HEAD'],
  ['/?a=1', {}, 'GET'],
  ['/', { 'accept-encoding': 'identity' }, 'GET'],
  ['/', { 'accept-encoding': '' }, 'GET'],
  ['/', { 'accept-encoding': 'gzip, br' }, 'GET'],
  ['/', { 'accept-encoding': '*;q=0' }, 'GET'],
  ['/inbox', {}, 'GET'],
  ['/conversations/17', {}, 'HEAD'],
  ['/do/conversations.archive', {}, 'GET'],
])('%s with %o is the page, by %s', async (path, headers, method) => {
  expect(await ask(path, headers, method)).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
});

test.each([
  '/.env',
  '/.git/config',
  '/%2eenv',
  '/a/.ssh/id_rsa',
  '/data/secrets.json',
  '/data',
  '/server/start.ts',
  '/wp-login.php',
  '/backup.zip',
  '/.well-known/x',
  '/package.json',
  '/a%2f.env',
  '/x.php/',
  '/db.sql~',
])('%s is not there', async (path) => {
  const answer = await ask(path);
  expect(answer.status, answer.text.slice(0, 100)).toSatisfy((status) => status === 404 || status === 400);
  expect(answer.text).not.toContain('<html');
});

test('no page stands in a frame, and both headers say so', async () => {
  const { headers } = await fetch(`${server.url}/inbox`);
  expect([headers.get('x-frame-options'), headers.get('content-security-policy')]).toEqual(['DENY', expect.stringContaining("frame-ancestors 'none'")]);
});

test('the list of all routes is for people who are signed in', async () => {
  expect((await fetch(`${server.url}/api/openapi.json`)).status).toBe(401);
});

test('under https the session’s cookie is one that no other host can set, and only that is read', async () => {
  const secure = await startServer({ config: { publicUrl: 'https://keyline.example.com', hosts: ['127.0.0.1'] } });
  try {
    const person = await secure.person();
    const plain = await secure.signedIn(person);
    expect(await plain.refusal(routes.auth.currentUser)).toMatchObject({ status: 401 });
    const session = plain.cookies.get('keyline_session') ?? '';
    plain.cookies.delete('keyline_session');
    plain.cookies.set('__Host-keyline_session', session);
    expect(await plain.call(routes.auth.currentUser)).toMatchObject({ id: person.id });
    await plain.fetch('/api/csrf-cookie');
    const answer = await plain.exchange(routes.auth.logout);
    const [cookie] = answer.headers.getSetCookie().filter((line) => line.includes('keyline_session'));
    expect(cookie).toMatch(/^__Host-keyline_session=;.*Path=\/.*HttpOnly.*Secure/i);
    expect(cookie).not.toMatch(/Domain/i);
  } finally {
    await secure.close();
  }
});

test('an unmodified Pusher client signs its subscription with a form', async () => {
  const company = await server.company();
  const worker = await server.worker(company);
  await worker.fetch('/api/csrf-cookie');
  const answer = await worker.fetch('/api/realtime/auth', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-xsrf-token': worker.cookies.get('XSRF-TOKEN') ?? '' },
    body: new URLSearchParams({ socket_id: '1.1', channel_name: getCompanyChannel(company.id) }).toString(),
  });
  expect(answer).toMatchObject({ status: 200, body: { auth: expect.stringMatching(/^keyline:/) } });
});

test('a request of the REST interface without a time that is one is not signed', () => {
  const credentials = { key: 'keyline', secret: 'a secret' };
  const body = '{}';
  const query = (timestamp: string) => {
    const md5 = createHash('md5').update(body).digest('hex');
    const signed = `auth_key=${credentials.key}&auth_timestamp=${timestamp}&auth_version=1.0&body_md5=${md5}`;
    const signature = createHmac('sha256', credentials.secret).update(`POST\n/apps/keyline/events\n${signed}`).digest('hex');
    return `/apps/keyline/events?${signed}&auth_signature=${signature}`;
  };
  const now = new Date();
  const seconds = String(Math.floor(now.getTime() / 1_000));
  expect(verifyRequest(credentials, 'POST', query(seconds), body, now)).toBe(true);
  for (const wrong of ['abc', 'NaN', '', '1e9', 'Infinity', '-1', `${seconds}.5`])
    expect(verifyRequest(credentials, 'POST', query(wrong), body, now), wrong).toBe(false);
});
