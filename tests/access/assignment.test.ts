/**
 * Mass assignment: every write route with every column of the database added to its body, once with `__proto__`, `constructor` and `prototype`
 * besides. It is refused, and leaves no trace.
 */
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Route } from '#contract/core/route.ts';
import { requestToWire, toCamelCase } from '#contract/core/wire.ts';
import { isChange } from '#server/http/authorize.ts';
import { listNamedRoutes } from '#server/http/namedRoutes.ts';
import type { Answer, Client } from '#tests/server/client.ts';
import { startServer, type TestServer } from '#tests/server/harness.ts';
import { findCaller, ownInput } from './cases.ts';
import type { Input, World } from './scene.ts';
import { placesOf, tablesOf } from './sums.ts';
import { buildWorld } from './world.ts';

let server: TestServer;
let world: World;
let columns: ReadonlyMap<string, string>;
let flagged: readonly RawBuilder<unknown>[];

beforeAll(async () => {
  server = await startServer({ config: { trustedProxies: 1 } });
  world = await buildWorld(server);
  columns = await columnTypes();
  flagged = await listFlagged();
});
afterAll(() => server.close());

/** Words and numbers that come from nowhere else. */
const intruder = { text: 'zintruderz', number: 776_655_443, date: '1999-09-09T09:09:09.000Z', uuid: '7a7a7a7a-7a7a-4a7a-8a7a-7a7a7a7a7a7a' } as const;
const traces = [intruder.text, String(intruder.number), '1999-09-09', intruder.uuid];

/** Column → kind of value, over all tables. */
async function columnTypes(): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name::text as name, min(data_type)::text as type from information_schema.columns where table_schema = 'public' group by column_name`.execute(
    server.owner,
  );
  return new Map(rows.map((row) => [row.name, row.type]));
}

function loadOf(type: string, flag: boolean): unknown {
  if (type === 'boolean') return flag;
  if (/timestamp|date/.test(type)) return intruder.date;
  if (/int|numeric|double/.test(type)) return intruder.number;
  if (type === 'uuid') return intruder.uuid;
  if (type === 'jsonb') return { [intruder.text]: intruder.text };
  return type === 'ARRAY' ? [intruder.number] : intruder.text;
}

/** Names the schema of the body itself has: these are the caller's to set. */
function ownNames(route: Route): ReadonlySet<string> {
  const def: unknown = route.body?._zod.def;
  const shape = typeof def === 'object' && def !== null && 'shape' in def && typeof def.shape === 'object' && def.shape !== null ? def.shape : {};
  return new Set(Object.keys(shape));
}

/** The body as it travels, with everything added that is not the caller's to set: in the spelling of the wire, or the app's. */
function loaded(route: Route, body: Input['body'], flag: boolean, poisoned: boolean): string {
  const own = ownNames(route);
  const extra = [...columns].filter(([name]) => !own.has(toCamelCase(name)) && name !== 'company_id');
  const load = Object.fromEntries(extra.map(([name, type]) => [flag ? name : toCamelCase(name), loadOf(type, flag)]));
  const role = { role: 'owner', isAdmin: true, isStaff: true, permissions: ['company.update'], impersonator_id: intruder.number };
  const whole = JSON.stringify({ ...load, ...role, ...(requestToWire(body ?? {}) as object) });
  const poison = JSON.stringify({ ...load, is_staff: true, polluted: intruder.text });
  return !poisoned ? whole : `{"__proto__":${poison},"constructor":{"prototype":${poison}},"prototype":${poison},${whole.slice(1)}`;
}

/** For every yes-or-no column how many rows say yes: a flag leaves no other trace. */
async function flags(): Promise<Record<string, number>> {
  const { rows } = await sql<{ place: string; yes: Record<string, number> }>`${sql.join(flagged, sql` union all `)}`.execute(server.owner);
  return Object.fromEntries(rows.flatMap(({ place, yes }) => Object.entries(yes).map(([column, count]) => [`${place}.${column}`, count])));
}

/** A query for each table that has such columns. */
async function listFlagged(): Promise<readonly RawBuilder<unknown>[]> {
  return [...(await tablesOf(server))].flatMap(([table, names]) => {
    const yes = names.filter((name) => columns.get(name) === 'boolean');
    if (yes.length === 0) return [];
    const counts = yes.map((name) => sql`${name}::text, count(*) filter (where ${sql.ref(name)})`);
    return [sql`select ${table}::text as place, jsonb_build_object(${sql.join(counts)}) as yes from ${sql.table(table)}`];
  });
}

const finished = () =>
  vi.waitFor(async () => expect(await server.owner.selectFrom('batches').select('id').where('finished_at', 'is', null).execute()).toEqual([]), {
    timeout: 10_000,
    interval: 20,
  });

async function change(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await flags();
  await work();
  const after = await flags();
  return Object.fromEntries(Object.entries(after).flatMap(([place, yes]) => (yes === before[place] ? [] : [[place, yes - (before[place] ?? 0)]])));
}

let tries = 0;
async function post(client: Client, route: Route, input: Input, body: string): Promise<Answer> {
  tries += 1;
  const id = String(world.a.company.id);
  await client.fetch('/api/csrf-cookie');
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.params?.[name] ?? id)));
  return client.fetch(`/api${path}${route.company?.startsWith('query') ? `?companyId=${id}` : ''}`, {
    method: route.method,
    headers: {
      'content-type': 'application/json',
      'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '',
      'x-forwarded-for': `10.9.${tries >> 8}.${tries & 255}`,
      ...(route.company ? { 'x-company-id': id } : {}),
    },
    body,
  });
}

const writes = listNamedRoutes().filter(({ route }) => isChange(route) && route.method !== 'GET');

test.each(writes.map(({ name, route }) => ({ name, route })))('$name sets what its schema names and nothing else', async ({ name, route }) => {
  const actor = world.actors[findCaller(route)];
  const run = async (make: (input: Input) => string) => {
    const client = route.access === 'session' && name.endsWith('leaveRemoteLogin') ? await world.actors.impersonating.enter() : await actor.enter();
    await finished();
    const input = await ownInput(world, name, client, actor.person?.id);
    let status = 0;
    const changed = await change(async () => {
      status = (await post(client, route, input, make(input))).status;
      await finished();
    });
    return { status, changed };
  };
  for (const flag of [true, false]) {
    expect(await run((input) => loaded(route, input.body, flag, false)), `with every flag ${flag}`).toEqual({ status: 422, changed: {} });
    expect(await run((input) => loaded(route, input.body, flag, true)), `with every flag ${flag} and a prototype`).toEqual({ status: 400, changed: {} });
  }
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('a body that names another company is refused, in either spelling', { timeout: 400_000 }, async () => {
  const client = await world.actors['A owner'].enter();
  for (const { name, route } of writes.filter(({ route: { company } }) => company !== undefined)) {
    const input = await ownInput(world, name, client);
    for (const spelling of ['company_id', 'companyId']) {
      const answer = await post(client, route, input, JSON.stringify({ ...(requestToWire(input.body ?? {}) as object), [spelling]: world.b.company.id }));
      expect([answer.status, answer.text], `${name} with ${spelling}`).toEqual([409, expect.stringContaining('stale_company')]);
    }
  }
});

test('after all of this nothing that was added stands anywhere', async () => {
  expect(await placesOf(server, traces)).toEqual([]);
});
