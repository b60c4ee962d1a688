/** A key is one request: the same again is answered as before, another one under it is refused. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '#contract/core/route.ts';
import { routes } from '#contract/index.ts';
import { forgetRequestKeys } from '#server/http/requestKeys.ts';
import { insertGroup } from '#tests/areas/groups.ts';
import { insertNumber } from '#tests/areas/numbers.ts';
import { insertTemplate } from '#tests/areas/templates.ts';
import { randomKey } from '../access/outsiders.ts';
import type { Input, World } from '../access/scene.ts';
import { buildWorld } from '../access/world.ts';
import type { Client } from './client.ts';
import { startServer, type TestServer } from './harness.ts';

let server: TestServer;
let world: World;
let owner: Client;

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  owner = (await world.actors['A owner'].enter()).in(world.a.company.id);
});
afterAll(() => server.close());

type Rows = World['a'];
interface Pair {
  readonly route: Route;
  /** Two requests that differ in one thing. */
  readonly requests: (rows: Rows) => Promise<readonly [Input, Input]> | readonly [Input, Input];
}
type Body = Readonly<Record<string, unknown>>;
const bodies = (one: Body, other: Body) => (): readonly [Input, Input] => [{ body: one }, { body: other }];

const pairs: Readonly<Record<string, Pair>> = {
  'a search whose contacts are deleted': {
    route: routes.contacts.bulkDestroy,
    requests: bodies({ all: true, q: 'nobody one', count: 0 }, { all: true, q: 'nobody two', count: 0 }),
  },
  'a search whose contacts join a group': {
    route: routes.groups.addAll,
    requests: async (rows) => {
      const params = { groupId: await rows.row(insertGroup) };
      return [
        { params, body: { q: 'nobody one', count: 0 } },
        { params, body: { q: 'nobody two', count: 0 } },
      ];
    },
  },
  'numbers that get a template': {
    route: routes.templates.apply,
    requests: async (rows) => {
      const params = { id: await rows.row(insertTemplate) };
      return [
        { params, body: { version: 1, numbers: [await rows.row(insertNumber)] } },
        { params, body: { version: 1, numbers: [await rows.row(insertNumber)] } },
      ];
    },
  },
  'columns of an export': { route: routes.exports.calls, requests: bodies({ columns: ['caller'], tz: 'UTC' }, { columns: ['duration'], tz: 'UTC' }) },
  'a question to support': { route: routes.support.ask, requests: bodies({ message: 'Calls are missing' }, { message: 'Texts are missing' }) },
};

test.each(Object.entries(pairs))('%s: once a key, and no other request under it', async (_, { route, requests }) => {
  const [one, other] = await requests(world.a);
  const key = randomKey('request');
  const send = (input: Input) => owner.exchange(route, { ...input, body: { ...(typeof input.body === 'object' ? input.body : {}), key } });
  const first = await send(one);
  expect(first.status).toBe(200);
  expect(await send(one)).toMatchObject({ status: 200 });
  expect(await send(other)).toMatchObject({ status: 409, body: { errors: [{ field: 'key' }] } });
});

test('keys that nobody repeats any more are forgotten', async () => {
  const kept = () => server.owner.selectFrom('request_keys').select('key').execute();
  await server.owner
    .updateTable('request_keys')
    .set({ created_at: new Date(Date.now() - 31 * 86_400_000) })
    .where('call', '=', 'support.ask')
    .execute();
  const before = (await kept()).length;
  await forgetRequestKeys(server.services);
  expect((await kept()).length).toBeLessThan(before);
});
