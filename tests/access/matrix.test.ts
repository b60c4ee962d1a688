/** Tests the access to every route: every kind of caller, every kind of row, over real HTTP, against the policy of tests/areas. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCompanyChannel, getLimitedChannel, getUserChannel } from '#contract/core/realtime.ts';
import { routes } from '#contract/index.ts';
import type { Client } from '#tests/server/client.ts';
import { startServer, type TestServer } from '#tests/server/harness.ts';
import { channels } from '../areas/auth.ts';
import { allCases, bare, type Case, classOf, inLanes, send, unnamed } from './cases.ts';
import { type Column, columns, places, rows } from './rule.ts';
import { nowhereId, type World } from './scene.ts';
import { buildWorld } from './world.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startServer({ config: { trustedProxies: 1 } });
  world = await buildWorld(server);
});
afterAll(() => server.close());

const areas = Object.keys(routes);
const told = ({ name, column, row, place }: Case) => `${name} · ${column} · ${row} ${place}`;

/** Calls that begin and end sessions get a browser of their own each time. */
function browsers() {
  const known = new Map<Column, Promise<Client>>();
  return ({ name, column }: Case): Promise<Client> => {
    if (name.startsWith('auth.') || name === 'catalog.deleteAccount' || name === 'catalog.endSession') return world.actors[column].enter();
    const client = known.get(column) ?? world.actors[column].enter();
    known.set(column, client);
    return client;
  };
}

test('the policy names every route, and every row of it', () => {
  expect(unnamed()).toEqual([]);
  console.info(`${allCases().length} cases of ${new Set(allCases().map(({ name }) => name)).size} routes and ${columns.length} kinds of callers`);
});

test.each(areas)('%s: everybody is answered as the policy says, and the foreign like the missing', { timeout: 400_000 }, async (area) => {
  const browser = browsers();
  const unexpected: string[] = [];
  const said = new Map<string, string>();
  const cases = allCases().filter(({ name }) => name.startsWith(`${area}.`));
  await inLanes(cases, 8, async (one) => {
    const exchanged = await send(world, one, await browser(one));
    const got = classOf(exchanged.answer);
    if (got !== one.expected) unexpected.push(`${told(one)}: ${got}, not ${one.expected}: ${exchanged.answer.text.slice(0, 160)}`);
    if (one.row === 'foreign' || one.row === 'missing') said.set(told(one), bare(exchanged));
  });
  const unlike = cases
    .filter(({ row }) => row === 'missing')
    .flatMap((one) => {
      const foreign = said.get(told({ ...one, row: 'foreign' }));
      return foreign === undefined || foreign === said.get(told(one)) ? [] : [`${told(one)}: ${said.get(told(one))}, but foreign: ${foreign}`];
    });
  expect(unexpected.sort()).toEqual([]);
  expect(unlike.sort()).toEqual([]);
});

test('the people of B may do in B what is refused to them in A', async () => {
  const client = await world.actors['B owner'].enter();
  await expect(client.in(world.b.company.id).call(routes.companies.get, { params: { id: world.b.company.id } })).resolves.toMatchObject({
    name: 'birch company',
  });
});

test('private channels are heard by whom the policy says', async () => {
  const idOf = { company: { own: world.a.company.id, foreign: world.c.company.id, missing: nowhereId }, user: { missing: nowhereId } } as const;
  const unexpected: string[] = [];
  let count = 0;
  for (const column of columns) {
    const client = await world.actors[column].enter();
    const mine = world.actors[column].person?.id ?? nowhereId;
    const theirs = world.actors[column === 'B billing' ? 'A owner' : 'B billing'].person?.id ?? nowhereId;
    for (const row of rows) {
      for (const place of places) {
        const names = {
          company: row === 'others' ? null : getCompanyChannel(idOf.company[row]),
          limited: row === 'others' ? null : getLimitedChannel(idOf.company[row]),
          user: row === 'foreign' ? null : getUserChannel(row === 'own' ? mine : row === 'others' ? theirs : idOf.user[row]),
        };
        for (const kind of ['company', 'limited', 'user'] as const) {
          const expected = channels[kind](column, row, place);
          const channelName = names[kind];
          if (expected === undefined || channelName === null) continue;
          count += 1;
          const got = classOf(await client.exchange(routes.auth.channelAuth, { body: { socketId: '1.1', channelName } }));
          if (got !== expected) unexpected.push(`${kind} · ${column} · ${row}: ${got}, not ${expected}`);
        }
      }
    }
  }
  console.info(`${count} cases of channels`);
  expect(unexpected).toEqual([]);
});

test('a channel whose name is not exactly of the grammar is nobody’s', async () => {
  const client = await world.actors['A owner'].enter();
  const id = world.a.company.id;
  const odd = [
    `private-company-0${id}`,
    `private-company-${id} `,
    `private-company-${id}\n`,
    `presence-company-${id}`,
    `private-Company-${id}`,
    `company-${id}`,
    `private-company-${id}-x`,
    `private-encrypted-company-${id}`,
    'private-company-1e0',
  ];
  for (const channelName of odd)
    expect((await client.exchange(routes.auth.channelAuth, { body: { socketId: '1.1', channelName } })).status, channelName).toBe(404);
});
