/** Hosts of tenants at the edge: headers, sockets, certificates, pending sign-ins, and spellings of a host. */
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createTenantHosts } from '#server/http/tenantHosts.ts';
import { getPort } from '#server/start.ts';
import { startServer, type TestCompany, type TestServer } from './harness.ts';
import { askHost, readCookies } from './tenant.stage.ts';

const tlsSecret = 'a-secret-of-the-proxy-in-front';
let plain: TestServer;
let secure: TestServer;
let company: TestCompany;

beforeAll(async () => {
  plain = await startServer();
  company = await plain.company();
  await putDomain(plain, company, 'salt-harbor.com', true);
  await putDomain(plain, await plain.company(), 'calm-harbor.com', false);
  secure = await startServer({ config: { publicUrl: 'https://keyline.test', tlsSecret, rateFactor: 1 } });
  await putDomain(secure, await secure.company(), 'salt-harbor.com', true);
});
afterAll(async () => {
  await plain.close();
  await secure.close();
});

async function putDomain({ owner, services }: TestServer, { id }: TestCompany, domain: string, isSynced: boolean): Promise<void> {
  const hosts = { app_subdomain: 'app', api_subdomain: 'api', app_host: `app.${domain}`, api_host: `api.${domain}` };
  const [at, synced] = [new Date(), isSynced ? new Date() : null];
  await owner
    .insertInto('custom_domains')
    .values({ company_id: id, domain, ...hosts, auth_token_hash: 'x', verified_at: at, synced_at: synced })
    .execute();
  services.tenantHosts.invalidate();
}

describe('under https', () => {
  const hsts = async (host: string, path: string) => (await askHost(secure.url, host, path)).headers['strict-transport-security'];
  const paths = ['/', '/api/client-config', '/health', '/ready', '/webhooks/nothing', '/internal/tls/allowed?domain=x.com'];

  test.each(paths)('a tenant’s host says nothing about names below it at %s', async (path) => {
    expect(await hsts('app.salt-harbor.com', path)).toBe('max-age=31536000');
    expect(await hsts('keyline.test', path)).toBe('max-age=31536000; includeSubDomains');
  });

  test('nor does a host that is not known', async () => {
    expect(await hsts('203.0.113.9', '/health')).toBe('max-age=31536000');
  });
});

describe('certificates', () => {
  const may = async (query: string, headers: Readonly<Record<string, string>> = {}) =>
    (await askHost(secure.url, 'anything.example', `/internal/tls/allowed?${query}`, { headers })).status;
  const passedOn = { 'x-forwarded-for': '203.0.113.9' };

  test('are answered behind a proxy by the secret alone', async () => {
    expect(await may('domain=app.salt-harbor.com')).toBe(200);
    expect(await may('domain=app.salt-harbor.com', passedOn)).toBe(404);
    expect(await may(`domain=app.salt-harbor.com&key=${tlsSecret}`, passedOn)).toBe(200);
    expect(await may(`domain=app.salt-harbor.com&key=${tlsSecret}x`, passedOn)).toBe(404);
    expect(await may(`domain=app.other-harbor.com&key=${tlsSecret}`, passedOn)).toBe(404);
  });

  test('are asked 60 times a minute; names that may have none cost nothing of it', async () => {
    const other = await startServer({ config: { rateFactor: 1 } });
    await putDomain(other, await other.company(), 'wide-harbor.com', true);
    const ask = async (host: string) => (await askHost(other.url, 'anything.example', `/internal/tls/allowed?domain=${host}`)).status;
    for (let at = 0; at < 100; at += 1) expect(await ask(`x${at}.example.com`)).toBe(404);
    for (let at = 0; at < 60; at += 1) expect(await ask('app.wide-harbor.com')).toBe(200);
    expect(await ask('app.wide-harbor.com')).toBe(429);
    expect(await ask('x.example.com')).toBe(404);
    await other.close();
  });
});

describe('a socket', () => {
  /** Status of its handshake; 101 where it was let in. */
  const shake = (host: string, origin?: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`${plain.url.replace('http', 'ws')}/app/${plain.config.realtime.key}?protocol=7`, {
        headers: { host, ...(origin === undefined ? {} : { origin }) },
      });
      socket.on('open', () => {
        socket.close();
        resolve(101);
      });
      socket.on('unexpected-response', (_request, answer) => resolve(answer.statusCode ?? 0));
      socket.on('error', reject);
    });

  test('is let in at a host in use, for its own pages alone', async () => {
    const host = 'app.salt-harbor.com';
    await plain.services.tenantHosts.find(host);
    const own = `http://${host}:${new URL(plain.config.publicUrl).port || getPort(plain.built)}`;
    expect(await shake(host, own)).toBe(101);
    expect(await shake(host)).toBe(101);
    expect(await shake(host, plain.config.publicUrl)).toBe(403);
    expect(await shake(host, 'http://app.calm-harbor.com')).toBe(403);
    for (const other of ['api.salt-harbor.com', 'app.calm-harbor.com', 'x.salt-harbor.com']) expect(await shake(other)).toBe(421);
  });
});

describe('the host of a request', () => {
  test.each([
    ['APP.Salt-Harbor.COM', 200],
    ['app.salt-harbor.com:8443', 200],
    ['app.salt-harbor.com.', 421],
    ['app.salt-harbor.com..', 421],
  ])('as %s is answered with %i', async (host, status) => {
    expect((await askHost(plain.url, host, '/api/client-config')).status).toBe(status);
  });
});

test('a sign-in that waits for its second factor belongs to its host', async () => {
  const [password, host] = ['three ships in a harbor', 'app.salt-harbor.com'];
  const person = await plain.person({ passwordHash: await hash(password) });
  await plain.membership(person, company, 'user');
  await plain.owner.updateTable('users').set({ mfa_enabled_at: new Date() }).where('id', '=', person.id).execute();
  const post = async (at: string, path: string, body: unknown, session: string | null) => {
    const held = session === null ? '' : `; keyline_session=${session}`;
    const csrf = readCookies(await askHost(plain.url, at, '/api/csrf-cookie', { headers: { cookie: held } })).get('XSRF-TOKEN') ?? '';
    const headers = { cookie: `XSRF-TOKEN=${csrf}${held}`, 'x-xsrf-token': decodeURIComponent(csrf) };
    return askHost(plain.url, at, path, { method: 'POST', headers, body });
  };
  const begun = await post(host, '/api/sanctum/login', { email: person.email, password }, null);
  expect(begun.body).toMatchObject({ result: 'mfa_required' });
  const session = readCookies(begun).get('keyline_session') ?? '';
  const answer = async (at: string) => (await post(at, '/api/sanctum/mfa', { code: '000000' }, session)).status;
  expect(await answer('127.0.0.1')).toBe(401);
  expect(await answer(host)).toBe(422);
});

test('sign-in with a provider is refused at a tenant’s host, with the address where it works', async () => {
  const at = (host: string) => askHost(plain.url, host, '/api/sanctum/client/provider/google/redirect');
  const refusal = await at('app.salt-harbor.com');
  expect(refusal.status).toBe(403);
  expect(refusal.text).toContain(`Sign in with a provider at ${plain.config.publicUrl}/sign-in.`);
  expect((await at('127.0.0.1')).status).not.toBe(403);
});

test('a change during a reading of the list is in the next answer', async () => {
  const [isRead, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let readings = 0;
  const reading: TestServer['services']['tenancy']['identityReading'] = async (work) => {
    readings += 1;
    const isFirst = readings === 1;
    const result = await plain.services.tenancy.identityReading(work);
    if (isFirst) {
      isRead.resolve();
      await held.promise;
    }
    return result;
  };
  const hosts = createTenantHosts({ identityReading: reading });
  const before = hosts.find('app.late-harbor.com');
  await isRead.promise;
  await putDomain(plain, await plain.company(), 'late-harbor.com', true);
  hosts.invalidate();
  expect(await hosts.find('app.late-harbor.com')).toMatchObject({ host: 'app.late-harbor.com' });
  held.resolve();
  await before;
  expect(await hosts.find('app.late-harbor.com')).not.toBeNull();
  expect(readings).toBe(2);
});
