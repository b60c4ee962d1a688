/** A client of the specification alone: it names no company and sends nothing but what the specification shows, and gets what it shows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { listNamedRoutes } from '#server/http/namedRoutes.ts';
import { findInput, findRule, inLanes } from '#tests/access/cases.ts';
import { outsider } from '#tests/access/outsiders.ts';
import type { Input, World } from '#tests/access/scene.ts';
import { buildWorld } from '#tests/access/world.ts';
import { insertNumber } from '#tests/areas/numbers.ts';
import type { Client } from '#tests/server/client.ts';
import { startServer, type TestServer } from '#tests/server/harness.ts';
import { published } from './published.ts';
import { ours, shown } from './shown.ts';

let server: TestServer;
let world: World;
let owner: Client;

beforeAll(async () => {
  server = await startServer({ config: { trustedProxies: 1 } });
  world = await buildWorld(server);
  owner = await world.actors['A owner'].enter();
});
afterAll(() => server.close());

const promised = listNamedRoutes().filter(({ route }) => route.spec !== 'ours');
/** Calls that name other rows than the policy's inputs do, so that a filter or a conversation stands where the specification has it. */
const written: Readonly<Record<string, () => Promise<Input>>> = {
  'messaging.send': async () => ({ body: { conversationId: (await world.a.thread(0)).id, message: 'Hello' }, files: [] }),
  'messaging.schedule': async () => ({
    body: { conversationId: (await world.a.thread(0)).id, message: 'Hello', sendAt: new Date(Date.now() + 3_600_000).toISOString() },
    files: [],
  }),
  'contacts.bulkDestroy': async () => ({ body: { all: true, city: 'Nowhere' } }),
  'contacts.create': async () => ({ body: { full_name: 'Ann Lee', number: outsider() } }),
  'numbers.bulkUpdate': async () => ({ body: { numbers: [await world.a.row(insertNumber)], label: 'Sales' } }),
  'numbers.bulkRemove': async () => ({ body: { numbers: [await world.a.row(insertNumber)] } }),
  'blocks.create': async () => ({ body: { companyId: world.a.company.id, target: outsider() } }),
};

/** Reduces an input to the fields the specification shows. */
function asShown(spec: string, { body, ...input }: Input): Input {
  if (!body) return input;
  const names = shown[spec];
  return { ...input, body: Object.fromEntries(Object.entries(body).filter(([name]) => (names ? names.includes(name) : !ours.includes(name)))) };
}

test('every promise is of a call of the specification, as it writes method and path', () => {
  const plain = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');
  const wrong = promised.filter(({ route }) => plain(published[route.spec] ?? '') !== plain(`${route.method} ${route.path}`));
  expect(wrong.map(({ name, route }) => `${name}: ${route.method} ${route.path}, not ${published[route.spec]}`)).toEqual([]);
  expect(Object.keys(published).filter((spec) => !promised.some(({ route }) => route.spec === spec))).toEqual([]);
});

test('every call takes what is shown of it, without a company, a key, an id or a count of ours', async () => {
  const unexpected: string[] = [];
  const calls = promised.filter(({ route: { access } }) => access !== 'public' && access !== 'mfa' && access !== 'staff');
  await inLanes(calls, 4, async ({ name, route }) => {
    // The founder of a second company belongs to two from then on.
    const browser = name === 'companies.create' ? await server.signedIn(await server.person()) : owner;
    const client = name.startsWith('auth.') ? await world.actors['A owner'].enter() : browser;
    const personId = world.actors['A owner'].person?.id ?? null;
    const own = await findInput(name)?.({ world, house: world.a, rows: world.a, row: 'own', personId, client });
    const input = asShown(route.spec, (await written[name]?.()) ?? own ?? {});
    const company = world.a.company.id;
    const [place, field = ''] = (route.company ?? '').split('.');
    const params =
      place === 'path' || route.path.includes('{companyId}') ? { [field || 'companyId']: company, companyId: company, ...input.params } : input.params;
    // A user with one company names none in the query: the specification shows none there.
    const answer = await client.exchange(route, { ...input, params });
    const expected = findRule(name)?.('A owner', 'own', 'there');
    const isFine = expected === 'ok' ? answer.status < 300 : answer.status === expected;
    if (!isFine) unexpected.push(`${name} (${route.spec}): ${answer.status}, not ${expected}: ${answer.text.slice(0, 240)}`);
  });
  expect(unexpected.sort()).toEqual([]);
});

describe('names that a call’s own row prints', () => {
  const keysOf = ({ text }: { readonly text: string }) => Object.keys(JSON.parse(text));

  test('go out as printed', async () => {
    const { id } = world.a.company;
    expect(keysOf(await owner.exchange(routes.companies.lookup, { query: { id } }))).toEqual(['company', 'legacyCount', 'count']);
    expect(keysOf(await owner.exchange(routes.companies.areaCodes, { params: { id } }))).toEqual(['defaultAreaCode', 'area_codes']);
    const forwards = await owner.exchange(routes.forwards.list, { params: { companyId: id } });
    expect(Object.keys(JSON.parse(forwards.text).meta)).toEqual(['currentPage', 'total', 'lastPage']);
    const { body } = await owner.exchange(routes.contacts.bulkDestroy, { params: { companyId: id }, body: { all: true, city: 'Nowhere' } });
    const batchId: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'batchId') : '';
    const progress = await owner.exchange(routes.contacts.progress, { params: { companyId: id, batchId } });
    expect(JSON.parse(progress.text).batch).toMatchObject({ id: batchId, progress: 100, finishedAt: expect.anything() });
  });
});

test('a text too long for a picture message is told so, and one without a file in its own words', async () => {
  const { id } = await world.a.thread(0);
  const message = 'x'.repeat(1_001);
  const card = { name: 'a.vcf', type: 'text/vcard', bytes: 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nEND:VCARD\r\n' };
  const long = (files?: [typeof card]) => owner.exchange(routes.messaging.send, { body: { conversationId: id, message }, ...(files ? { files } : {}) });
  expect(await long()).toMatchObject({ status: 422, body: { errors: [{ field: 'message', detail: 'Max 1000 characters per SMS' }] } });
  expect(await long([card])).toMatchObject({ status: 422, body: { errors: [{ field: 'message', detail: 'Max 1000 characters per MMS' }] } });
});
