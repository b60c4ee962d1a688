/** Attacks of SAFETY.md by what is in a request: parameters out of their range, bodies of another kind. The others stand in attacks.test.ts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '#contract/core/route.ts';
import { routes } from '#contract/index.ts';
import { listNamedRoutes } from '#server/http/namedRoutes.ts';
import type { Client } from '#tests/server/client.ts';
import { startServer, type TestServer } from '#tests/server/harness.ts';
import { findCaller, ownInput } from './cases.ts';
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
const addressOf = (route: Route, params: Readonly<Record<string, unknown>> = {}) =>
  `/api${route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? companyId())))}`;

describe('parameters out of their range', () => {
  test('pages and sizes are refused with the field, for every list', async () => {
    const wrong: string[] = [];
    const [support, account] = [await world.actors.staff.enter(), await world.actors['catalog account'].enter()];
    const odd = ['0', '-1', '1.5', '1e9', '99999999999999999999', 'NaN', 'Infinity', 'x', '[]', '1;2', '%00'];
    for (const { name, route } of listNamedRoutes().filter(({ route: { method } }) => method === 'GET')) {
      const input = await ownInput(world, name, owner, world.actors['A owner'].person?.id ?? null);
      const asker = route.access === 'staff' ? support : route.access === 'account' ? account : owner;
      for (const field of ['page', 'per_page', 'perPage'].filter((field) => route.query && field in route.query)) {
        const named = route.company === undefined ? '' : `companyId=${companyId()}&company_id=${companyId()}&`;
        // Beside what the call can't do without.
        const needed = Object.entries(input.query ?? {}).filter(([key]) => key === 'q');
        const query = (value: string) => `?${named}${needed.map(([key, each]) => `${key}=${encodeURIComponent(String(each))}&`).join('')}${field}=${value}`;
        if ((await asker.fetch(addressOf(route, input.params) + query('1'), { headers: headers() })).status !== 200) wrong.push(`${name} ${field}=1`);
        for (const value of odd) {
          const answer = await asker.fetch(addressOf(route, input.params) + query(value), { headers: headers() });
          if (answer.status !== 422) wrong.push(`${name} ${field}=${value}: ${answer.status}`);
        }
        const doubled = await asker.fetch(`${addressOf(route, input.params)}${query('1')}&${field}=2`, { headers: headers() });
        if (doubled.status !== 422) wrong.push(`${name} ${field} twice: ${doubled.status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('a cursor of another list, another company, another installation, or cut short is none', async () => {
    const { sealer } = server.services;
    const place = { at: new Date().toISOString(), id: 1 };
    const forged = [
      sealer.sign('cursor', { list: 'items', companyId: Number(companyId()), ...place }),
      sealer.sign('cursor', { list: 'conversations:newest', companyId: world.b.company.id, ...place }),
      sealer.sign('file', { list: 'conversations:newest', companyId: Number(companyId()), ...place }),
      sealer.sign('cursor', { list: 'conversations:newest', companyId: Number(companyId()), at: "'; drop table items; --" }),
      sealer.sign('cursor', { list: 'conversations:newest', companyId: Number(companyId()), ...place }).slice(0, -1),
      Buffer.from(JSON.stringify({ v: { list: 'conversations:newest', companyId: Number(companyId()), ...place } })).toString('base64url'),
      '.',
      'a.b.c',
    ];
    for (const cursor of forged)
      expect(await owner.refusal(routes.conversations.list, { query: { cursor } })).toMatchObject({ status: 422, code: 'cursor_invalid' });
  });
});

describe('bodies of another kind', () => {
  test('odd content types are refused and change nothing, for every write', { timeout: 400_000 }, async () => {
    const faults: string[] = [];
    const odd = [
      'text/plain',
      'text/xml',
      'application/xml',
      'application/octet-stream',
      'application/x-ndjson',
      'multipart/mixed',
      'json',
      'application/json; charset=utf-16',
    ];
    for (const { name, route } of listNamedRoutes().filter(({ route: { method, body } }) => method !== 'GET' && body)) {
      const staff = await world.actors[findCaller(route)].enter();
      await staff.fetch('/api/csrf-cookie');
      const input = await ownInput(world, name, staff);
      const address = addressOf(route, input.params);
      for (const type of odd) {
        const sent = { ...headers({ 'content-type': type }), 'x-xsrf-token': staff.cookies.get('XSRF-TOKEN') ?? '' };
        const answer = await staff.fetch(address, {
          method: route.method,
          headers: sent,
          body: '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
        });
        if (answer.status < 400 || answer.status >= 500 || /root:|DOCTYPE/.test(answer.text)) faults.push(`${name} ${type}: ${answer.status}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test('a refusal tells no key back that somebody made up', async () => {
    const overrides = { '<script>evil()</script>': ['<b>hyper</b>+x'], '<script>more()</script>': 1 };
    for (const kept of [overrides, { '<script>evil()</script>': overrides['<script>evil()</script>'] }]) {
      const answer = await owner.exchange(routes.me.saveKeymap, { body: { preset: 'keyline', singleKeys: true, overrides: kept } });
      expect([answer.status, answer.text]).toEqual([422, expect.not.stringContaining('<')]);
    }
  });

  test('a form from another page is no way around the page’s token', async () => {
    const form = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-company-id': companyId() },
      body: 'name=Eve&number=%2B14155550100',
    };
    expect((await owner.fetch('/api/contacts', form)).status).toBe(419);
    expect(
      (
        await owner.fetch('/api/contacts', {
          ...form,
          headers: { ...form.headers, ...headers(), origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).status,
    ).toBe(419);
  });

  test('kept JSON stays data: no prototype is touched, and what is too deep or too large is refused', async () => {
    const save = (text: string) => owner.fetch('/api/me/layouts/odd', { method: 'PUT', headers: headers(json), body: `{"layout":${text}}` });
    expect((await save('{"__proto__":{"polluted":1},"kept":1}')).status).toBe(400);
    expect((await save('{"constructor":{"prototype":{"polluted":1}},"kept":1}')).status).toBe(400);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect((await save('['.repeat(9) + ']'.repeat(9))).status).toBe(422);
    expect((await save('['.repeat(20_000) + ']'.repeat(20_000))).status).toBe(400);
    expect((await save(`"${'x'.repeat(33_000)}"`)).status).toBe(422);
  });
});
