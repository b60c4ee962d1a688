/**
 * One test for each attack of SAFETY.md that touches what exists and is not tried elsewhere. Elsewhere: signing in, sessions, CSRF, second factor,
 * reset, providers, acting as somebody (tests/server/auth.*), uploads (errors), lost filters (bulk, contacts), destinations, STOP against send
 * (messaging), signatures (webhooks), media addresses (carrier), client events and lost memberships (realtime),
 * parameters and bodies (bodies).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { listNamedRoutes } from '#server/http/namedRoutes.ts';
import type { Client } from '#tests/server/client.ts';
import { startServer, type TestServer } from '#tests/server/harness.ts';
import { ownInput } from './cases.ts';
import { randomKey } from './outsiders.ts';
import type { World } from './scene.ts';
import { buildWorld } from './world.ts';

let server: TestServer;
let world: World;
let owner: Client;

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  owner = (await world.actors['A owner'].enter()).in(world.a.company.id);
  await owner.fetch('/api/csrf-cookie');
});
afterAll(() => server.close());

const companyId = () => String(world.a.company.id);
const headers = (more: Record<string, string> = {}) => ({ 'x-xsrf-token': owner.cookies.get('XSRF-TOKEN') ?? '', 'x-company-id': companyId(), ...more });
const json = { 'content-type': 'application/json' };
const ofCompany = () => listNamedRoutes().filter(({ route }) => route.company !== undefined);

describe('another way to say what is done', () => {
  test('a method override does what the method says and nothing more', async () => {
    const id = await world.a.contact();
    for (const override of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
      await owner.fetch(`/api/contacts/${id}`, { headers: headers({ [override]: 'DELETE' }) });
      await owner.fetch(`/api/contacts/${id}`, { method: 'PATCH', headers: headers({ ...json, [override]: 'DELETE' }), body: '{"city":"Rome"}' });
      for (const [query, body] of [
        ['?_method=DELETE', '{"city":"Oslo"}'],
        ['', '{"_method":"DELETE","city":"Oslo"}'],
      ] as const)
        expect((await owner.fetch(`/api/contacts/${id}${query}`, { method: 'PATCH', headers: headers(json), body })).status).toBe(422);
    }
    expect(await owner.call(routes.contacts.get, { params: { id } })).toMatchObject({ city: 'Rome' });
    expect(
      (await owner.fetch(`/api/contacts/${id}`, { method: 'POST', headers: headers({ ...json, 'x-http-method-override': 'DELETE' }), body: '{}' })).status,
    ).toBe(404);
  });

  test('HEAD and OPTIONS change nothing and open nothing', async () => {
    const id = await world.a.contact();
    expect((await server.stranger().fetch(`/api/contacts/${id}`, { method: 'HEAD', headers: { 'x-company-id': companyId() } })).status).toBe(401);
    expect((await owner.fetch('/api/sanctum/logout', { method: 'HEAD', headers: headers() })).status).toBe(404);
    expect(
      (await owner.fetch(`/api/contacts/${id}`, { method: 'OPTIONS', headers: { origin: 'https://evil.example' } })).headers.get('access-control-allow-origin'),
    ).toBeNull();
    expect((await owner.call(routes.auth.currentUser)).id).toBe(world.actors['A owner'].person?.id);
  });

  test('a path in another spelling leads to the same refusal', async () => {
    const stranger = server.stranger();
    for (const path of [
      '/api/user',
      '/api//user',
      '/api/user/',
      '/API/user',
      '/api/%75ser',
      '/api/./user',
      '/api/x/../user',
      '/api/user;x=1',
      '/api/user%2f',
      '/api/user%00',
    ]) {
      expect([401, 404, 400], path).toContain((await stranger.fetch(path)).status);
    }
  });
});

describe('a company that is meant otherwise than it is named', () => {
  test('every call that names two companies is refused, whichever is the caller’s own', async () => {
    const both = await server.signedIn(await memberOfBoth());
    await both.fetch('/api/csrf-cookie');
    const wrong: string[] = [];
    for (const { name, route } of ofCompany().filter(({ route: { company } }) => company?.startsWith('path') || company?.startsWith('query'))) {
      const input = await ownInput(world, name, both);
      const query = route.company?.startsWith('query') ? { [route.company.slice('query.'.length)]: companyId() } : {};
      const answer = await both.exchange(route, {
        ...input,
        params: { companyId: companyId(), ...input.params },
        query: { ...input.query, ...query },
        headers: { 'x-company-id': String(world.b.company.id) },
      });
      if (answer.status !== 409 || !answer.text.includes('stale_company')) wrong.push(`${name}: ${answer.status} ${answer.text.slice(0, 100)}`);
    }
    expect(wrong).toEqual([]);
  });

  test('a company said twice, or oddly, is none', async () => {
    const mine = companyId();
    const theirs = String(world.b.company.id);
    const odd = [
      `${mine},${theirs}`,
      `0${mine}`,
      `${mine}.0`,
      `+${mine}`,
      `${mine}e0`,
      `0x${mine}`,
      `-${mine}`,
      '0',
      '',
      ' ',
      'null',
      '[1]',
      '１',
      `${mine}\u200b`,
    ];
    for (const said of odd) {
      const answer = await owner.fetch('/api/me/abilities', { headers: { 'x-company-id': encodeURI(said) } });
      expect(answer.status, JSON.stringify(said)).toBe(422);
      expect((await owner.fetch(`/api/notificationCounts?companyId=${encodeURIComponent(said)}`)).status, JSON.stringify(said)).toBe(422);
    }
    for (const query of [`companyId=${mine}&companyId=${theirs}`, `companyId[]=${mine}`, `companyId[0]=${mine}&companyId[1]=${theirs}`, `companyid=${mine}`]) {
      expect((await owner.fetch(`/api/notificationCounts?${query}`)).status, query).toBe(422);
    }
  });

  async function memberOfBoth() {
    const person = await server.person();
    for (const { company } of [world.a, world.b])
      await server.owner.insertInto('memberships').values({ company_id: company.id, user_id: person.id, role: 'owner' }).execute();
    return person;
  }
});

describe('what a request says of itself', () => {
  test('a forged Host or forwarded address changes nothing that is answered', async () => {
    const forged = {
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      'x-forwarded-proto': 'javascript',
      'x-original-url': '/api/staff/users',
      'x-rewrite-url': '/api/staff/users',
    };
    for (const path of ['/api/client-config', '/api/openapi.json', '/api/user', '/api/sanctum/client/providers']) {
      const answer = await owner.fetch(path, { headers: forged });
      expect(answer.text).not.toContain('evil.example');
      expect([...answer.headers].join()).not.toContain('evil.example');
    }
  });

  test('without a proxy of ours, a forwarded address does not get around the throttle', async () => {
    const ask = (at: number) =>
      owner.fetch('/api/password/forgot', {
        method: 'POST',
        headers: headers({ ...json, 'x-forwarded-for': `203.0.113.${at}` }),
        body: JSON.stringify({ email: `${randomKey('somebody')}@example.com` }),
      });
    const statuses: number[] = [];
    for (let at = 0; at < 34; at += 1) statuses.push((await ask(at)).status);
    expect(statuses).toContain(200);
    expect(statuses.at(-1)).toBe(429);
  });

  test('the header isAdmin, and its like, give nothing', async () => {
    const user = (await world.actors['A user'].enter()).in(world.a.company.id);
    const claims = { isadmin: '1', 'x-is-admin': 'true', 'x-user-id': String(world.actors['A owner'].person?.id), 'x-role': 'owner', 'x-impersonate': '1' };
    const id = world.a.company.id;
    expect((await user.exchange(routes.companies.update, { params: { id }, body: { name: 'Mine' }, headers: claims })).status).toBe(403);
    expect((await user.exchange(routes.auth.staffUsers, { headers: claims })).status).toBe(403);
    expect(await user.exchange(routes.auth.currentUser, { headers: claims })).toMatchObject({
      body: { isAdmin: false, isStaff: false, id: world.actors['A user'].person?.id },
    });
  });

  test('no page of another site may read an answer, frame a page, or guess a type', async () => {
    const answer = await owner.fetch('/api/user', { headers: { origin: 'https://evil.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-powered-by')).toBeNull();
  });
});

test('a refusal that names what was typed gives no markup back', async () => {
  const input = { companyId: world.a.company.id, body: { name: '<img src=x onerror=alert(1)>' } };
  expect((await owner.exchange(routes.tags.create, input)).status).toBe(200);
  const twice = await owner.exchange(routes.tags.create, input);
  expect(twice.status).toBe(409);
  expect(JSON.stringify(twice.body)).toContain('img src=x');
  expect(JSON.stringify(twice.body)).not.toMatch(/[<>]/);
});

test('no path leads out of what is served', async () => {
  const ways = [
    '/api/files/..%2f..%2fpackage.json',
    '/assets/..%2f..%2fpackage.json',
    '/..%2fpackage.json',
    '/%2e%2e/package.json',
    '/.env',
    '/.git/config',
    '/data/',
    '/server/config.ts',
  ];
  for (const path of ways) {
    const answer = await server.stranger().fetch(path);
    expect(answer.status, path).toBeGreaterThanOrEqual(400);
    expect(answer.text, path).not.toContain('dependencies');
  }
});

test('a channel’s signature opens that channel on that socket alone', async () => {
  const sign = (socketId: string, channelName: string) => owner.call(routes.auth.channelAuth, { body: { socketId, channelName } });
  const mine = `private-company-${companyId()}`;
  const [one, two] = [await sign('1.1', mine), await sign('1.2', mine)];
  expect(one.auth).not.toBe(two.auth);
  const answer = await owner.fetch(`/apps/${server.config.realtime.appId}/events`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ name: 'changes', channel: mine, data: '{}' }),
  });
  expect(answer.status).toBe(401);
});
