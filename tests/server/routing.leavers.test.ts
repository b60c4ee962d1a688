/** Destinations that name a user who has left the company since. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { RouteInput } from '#contract/routing/entities.ts';
import { saveNewRouting } from '#server/domains/routing/changing.ts';
import { startServer, type TestCompany, type TestServer } from './harness.ts';
import { refused, stageOf } from './stage.ts';

let server: TestServer;
let company: TestCompany;
let admin: Awaited<ReturnType<TestServer['worker']>>;
let leaver: Awaited<ReturnType<TestServer['worker']>>;
let line: { id: number; number: string };

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  company = await server.company();
  admin = await server.worker(company, 'administrator');
  leaver = await server.worker(company, 'user');
  line = await server.number(company);
});

const phone = '+12125550120';
const named = () => [{ extension: 1, forwards: [{ number: phone, userId: leaver.person.id }] }];
const save = (body: object) => admin.call(routes.numbers.update, { params: { id: line.id }, body });
const leave = () => server.owner.deleteFrom('memberships').where('user_id', '=', leaver.person.id).execute();

describe('a number whose routes name a user who left', () => {
  test('keeps the phone and drops the user with its next change', async () => {
    await save({ routes: named() });
    await leave();
    const changed = await save({ recordCalls: true });
    expect(changed.routes[0]?.forwards).toEqual([{ id: expect.any(String), number: phone }]);
    expect(changed.recordCalls).toBe(true);
  });

  test('refuses that user in routes that are sent', async () => {
    const routesOf = named();
    await leave();
    const answer = await refused(admin.refusal(routes.numbers.update, { params: { id: line.id }, body: { routes: routesOf } }));
    expect(answer).toMatchObject({ status: 422, field: 'routes.0.forwards.0.user_id' });
  });
});

describe('a number that was just bought', () => {
  const given = (more: object) => [RouteInput.parse({ ...named()[0], ...more })];

  test('is routed without the user who left and the greeting that went', async () => {
    await leave();
    const list = given({ voicemailGreetingId: 4_711 });
    await stageOf(server, company).within(() => saveNewRouting(line.id, list, null));
    const { routes: kept } = await admin.call(routes.routing.get, { params: { id: line.id } });
    expect(kept).toMatchObject([{ voicemailGreetingId: null, forwards: [{ number: phone }] }]);
    expect(kept[0]?.forwards[0]).not.toHaveProperty('userId');
  });

  test('stays without routes that cannot be kept at all', async () => {
    const list = given({ forwards: [{ number: line.number }] });
    await stageOf(server, company).within(() => saveNewRouting(line.id, list, null));
    expect(await admin.call(routes.routing.get, { params: { id: line.id } })).toMatchObject({ version: 0 });
  });
});

test('a version without a change of the routing changes no routing', async () => {
  const { version } = await save({ routes: [{ extension: 1, forwards: [{ number: phone }] }] });
  await save({ label: 'Front desk', version });
  expect(await admin.call(routes.routing.get, { params: { id: line.id } })).toMatchObject({ version });
});
