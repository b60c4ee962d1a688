/**
 * The whole again with the doors open: every membership and permission is granted to whoever asks, so that row-level security stands alone.
 * People of A ask for everything of C, with A selected and with C selected: nothing of C comes out, no row of C changes.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccessPolicy } from '#server/http/authorize.ts';
import { listNamedRoutes } from '#server/http/namedRoutes.ts';
import { startServer, type TestServer } from '#tests/server/harness.ts';
import * as areas from '../areas.ts';
import type { AccessArea } from './area.ts';
import { classOf, findInput, inLanes, send } from './cases.ts';
import { type Column, places } from './rule.ts';
import type { InsertKeyedRow, InsertRow, World } from './scene.ts';
import { sumsOf } from './sums.ts';
import { buildWorld } from './world.ts';

/** Everybody is owner everywhere, with every right. */
const open: AccessPolicy = {
  membership: async (_userId, companyId) => ({ companyId, role: 'owner', numberIds: null, accountStatus: 'active', may: () => true }),
  organization: async () => 'administrator',
};

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startServer({ overrides: { doors: open } });
  world = await buildWorld(server);
});
afterAll(() => server.close());

/** Signing in knows no company; the socket's own check is in the matrix. A public page is for everybody. */
const tried = () => listNamedRoutes().filter(({ name, route }) => !/^(auth|system)\./.test(name) && route.access !== 'public');
const askers: readonly Column[] = ['A owner', 'A user', 'organization administrator', 'removed', 'staff', 'impersonating'];

test('the doors are open: a person without the right is let in, and the database shows them their own company', async () => {
  const client = await world.actors['A billing'].enter();
  const contact = await world.a.contact();
  expect((await client.in(world.a.company.id).fetch(`/api/contacts/${contact}`, { headers: { 'x-company-id': String(world.a.company.id) } })).status).toBe(200);
});

test('nothing of another company comes out, and nothing of it changes', { timeout: 400_000 }, async () => {
  const leaks: string[] = [];
  const targets = await rowsOfC();
  const before = await sumsOf(server, world.c.company.id);
  let count = 0;
  for (const column of askers) {
    const client = await world.actors[column].enter();
    await inLanes(tried(), 6, async ({ name, route }) => {
      for (const place of places) {
        count += 1;
        const scene = { name, route, column, row: 'foreign', place, expected: 404 } as const;
        const { answer } = await send({ ...world, c: targets }, scene, client);
        if (/cedar/i.test(answer.text)) leaks.push(`${name} · ${column} ${place}: ${classOf(answer)} ${answer.text.slice(0, 200)}`);
      }
    });
  }
  console.info(`${count} calls through open doors`);
  expect(leaks).toEqual([]);
  expect(await sumsOf(server, world.c.company.id)).toEqual(before);
});

/** A row that is first inserted while C is asked for would change its checksum. */
function fail(insert: InsertRow | InsertKeyedRow): never {
  throw new Error(`${insert.name} is missing in the \`rows\` of its area`);
}

/** Rows of C that stand before the checksum is taken; the inputs ask for these over and over. */
async function rowsOfC() {
  const { c } = world;
  const known = {
    thread: await c.thread(0),
    held: await c.thread(0, { state: 'held' }),
    failed: await c.thread(0, { state: 'failed' }),
    deleted: await c.thread(0, { deletedBy: 'a-mark' }),
    call: await c.call(0),
    note: [await c.note(0), await c.note(0, { deleted: true })] as const,
    contact: [await c.contact(), await c.contact({ deleted: true })] as const,
    batches: new Map([
      ['conversations.read', await c.batch('conversations.read', null)],
      ['contacts.delete', await c.batch('contacts.delete', null)],
      ['numbers.update', await c.batch('numbers.update', null)],
    ]),
    file: await c.file(),
    rows: new Map<InsertRow, number>(),
    keys: new Map<InsertKeyedRow, string>(),
  };
  for (const { rows = [], keyedRows = [] } of Object.values<AccessArea>(areas)) {
    for (const insert of keyedRows) known.keys.set(insert, await c.keyed(insert));
    for (const insert of rows) known.rows.set(insert, await c.row(insert));
  }
  return {
    ...c,
    thread: async (_line: 0 | 1, given: Parameters<typeof c.thread>[1] = {}) =>
      given.deletedBy ? known.deleted : given.state === 'held' ? known.held : given.state ? known.failed : known.thread,
    call: async () => known.call,
    note: async (_line: 0 | 1, { deleted = false } = {}) => known.note[deleted ? 1 : 0],
    contact: async ({ deleted = false } = {}) => known.contact[deleted ? 1 : 0],
    batch: async (type: string) => known.batches.get(type) ?? '',
    file: async () => known.file,
    keyed: async (insert: InsertKeyedRow) => known.keys.get(insert) ?? fail(insert),
    row: async (insert: InsertRow) => known.rows.get(insert) ?? fail(insert),
  };
}

test('every route of a company was tried', () => {
  expect(tried().filter(({ name }) => !findInput(name))).toEqual([]);
});
