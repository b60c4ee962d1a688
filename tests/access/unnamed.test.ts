/** Calls that name no company, as the specification writes them: the row they name says whose they are, else it is the person's only company. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '#contract/core/route.ts';
import { routes } from '#contract/index.ts';
import { currentTransaction } from '#server/db/tenancy.ts';
import { listNamedRoutes } from '#server/http/namedRoutes.ts';
import { hasNamedRow } from '#server/http/rows.ts';
import type { Client } from '#tests/server/client.ts';
import { startServer, type TestServer } from '#tests/server/harness.ts';
import { allCases, bare, type Case, classOf, inLanes, send } from './cases.ts';
import { outsider } from './outsiders.ts';
import type { Column } from './rule.ts';
import type { World } from './scene.ts';
import { buildWorld } from './world.ts';

let server: TestServer;
let world: World;
/** Somebody who owns A and B. */
let both: Client;

beforeAll(async () => {
  server = await startServer({ config: { trustedProxies: 1 } });
  world = await buildWorld(server);
  const person = await server.person();
  for (const { company } of [world.a, world.b])
    await server.owner.insertInto('memberships').values({ company_id: company.id, user_id: person.id, role: 'owner' }).execute();
  both = await server.signedIn(person);
});
afterAll(() => server.close());

const isUnbound = ({ route: { company } }: Pick<Case, 'route'>) =>
  company === 'header' || company === 'body.companyId' || company?.startsWith('query.') === true;
const cases = allCases().filter(isUnbound);

/** Calls that name no row, and so ask who has several companies which one is meant. */
const rowless = [
  'activity.list',
  'analytics.calls',
  'analytics.dashboard',
  'billing.securityToken',
  'calls.count',
  'calls.search',
  'campaigns.create',
  'campaigns.list',
  'contacts.create',
  'contacts.list',
  'customFields.create',
  'dni.realTimeFeed',
  'dni.reports',
  'dni.script',
  'dni.sources',
  'dni.verifyScript',
  'exports.calls',
  'exports.faxes',
  'exports.list',
  'exports.messages',
  'exports.voicemails',
  'favoriteReports.create',
  'favoriteReports.list',
  'faxes.review',
  'greetings.create',
  'greetings.list',
  'greetings.speak',
  'greetings.voices',
  'groups.create',
  'groups.list',
  'invites.list',
  'me.abilities',
  'messaging.scheduled',
  'notifications.counts',
  'notifications.countsByNumber',
  'purchase.buy',
  'purchase.locate',
  'purchase.overlay',
];

test('every call that could name a row in its path is known to', () => {
  const unknown = listNamedRoutes().filter((one) => isUnbound(one) && /\{(id|itemId|idOrNumber)\}/.test(one.route.path) && !hasNamedRow(one.route.path));
  expect(unknown.map(({ name }) => name)).toEqual([]);
});

describe('a company that is missing', () => {
  test('is asked for by the parameter that the call reads', async () => {
    const told = async (route: Route) => (await both.exchange(route, {})).body;
    const words = 'Say which company this is for: send';
    expect(await told(routes.contacts.list)).toMatchObject({ message: `${words} company_id`, errors: [{ field: 'company_id' }] });
    expect(await told(routes.activity.list)).toMatchObject({ message: `${words} companyId`, errors: [{ field: 'companyId' }] });
    expect(await told(routes.greetings.list)).toMatchObject({ message: `${words} company_id, or the header x-company-id`, errors: [{ field: 'company_id' }] });
  });

  test('is asked for after what else is wrong with the call', async () => {
    const fields = async (route: Route, input: object) => {
      const { status, body } = await both.exchange(route, input);
      return [status, (body as { errors: { field?: string }[] }).errors.map(({ field }) => field)];
    };
    expect(await fields(routes.contacts.create, { body: { name: 7 } })).toEqual([422, ['name', 'number']]);
    expect(await fields(routes.contacts.create, { body: [] })).toEqual([422, [undefined]]);
    expect(await fields(routes.contacts.list, { query: { shoeSize: 1 } })).toEqual([422, expect.arrayContaining(['shoeSize'])]);
  });
});

describe('who has one company', () => {
  const columns: readonly Column[] = ['A owner', 'A administrator', 'A billing', 'A reporting', 'A user'];
  test.each(columns)('%s is answered as if it had been named', { timeout: 400_000 }, async (column) => {
    const client = await world.actors[column].enter();
    const unexpected: string[] = [];
    const mine = cases.filter((one) => one.column === column && one.place === 'there' && (one.row === 'own' || one.row === 'others'));
    expect(mine.length).toBeGreaterThan(20);
    await inLanes(mine, 4, async (one) => {
      const { answer } = await send(world, one, client, true);
      if (classOf(answer) !== one.expected) unexpected.push(`${one.name} ${one.row}: ${classOf(answer)}, not ${one.expected}: ${answer.text.slice(0, 160)}`);
    });
    expect(unexpected.sort()).toEqual([]);
  });
});

describe('who has several companies', () => {
  const owners = cases.filter(({ column, place }) => column === 'A owner' && place === 'there');

  test('is answered about the row that is named, and asked where none is', { timeout: 400_000 }, async () => {
    const asked: string[] = [];
    const unexpected: string[] = [];
    // A favorite is its saver's alone, an offer of a call is one person's: who has both companies finds none of another's.
    const own = owners.filter(
      ({ row, name }) => row === 'own' && !/^(?:favoriteReports\.(?:update|delete)|phone\.(?:acceptOrReject|outgoingInitiated|endOutgoing))$/.test(name),
    );
    await inLanes(own, 4, async (one) => {
      const { answer } = await send(world, one, both, true);
      const isAsked = answer.status === 422 && /"field":"company(_id|Id)"/.test(answer.text);
      if (isAsked) asked.push(one.name);
      else if (classOf(answer) !== one.expected) unexpected.push(`${one.name}: ${classOf(answer)}, not ${one.expected}: ${answer.text.slice(0, 160)}`);
    });
    expect(unexpected.sort()).toEqual([]);
    expect(asked.sort()).toEqual(rowless);
  });

  test('finds nothing of a company that is not theirs, told like what is not there', { timeout: 400_000 }, async () => {
    const wrong: string[] = [];
    const said = new Map<string, string>();
    const others = owners.filter(({ name, row }) => (row === 'foreign' || row === 'missing') && !rowless.includes(name));
    expect(others.length).toBeGreaterThan(30);
    await inLanes(others, 4, async (one) => {
      const exchanged = await send(world, one, both, true);
      if (exchanged.answer.status !== 404) wrong.push(`${one.name} ${one.row}: ${exchanged.answer.status} ${exchanged.answer.text.slice(0, 160)}`);
      said.set(`${one.name} ${one.row}`, bare(exchanged));
    });
    expect(wrong.sort()).toEqual([]);
    const unlike = others.filter(({ name }) => said.has(`${name} foreign`) && said.get(`${name} foreign`) !== said.get(`${name} missing`));
    expect(unlike.map(({ name }) => name)).toEqual([]);
  });

  test('may say which one in the query or in the body, in either spelling', async () => {
    const { id } = world.b.company;
    for (const name of ['company_id', 'companyId']) {
      expect((await both.exchange(routes.greetings.list, { query: { [name]: id } })).status).toBe(200);
      const made = await both.exchange(routes.contacts.create, { body: { [name]: id, number: outsider() } });
      expect(made.status).toBe(200);
    }
    expect((await both.exchange(routes.contacts.create, { body: { company_id: world.c.company.id, number: outsider() } })).status).toBe(404);
    expect((await both.exchange(routes.greetings.list, { query: { company_id: world.c.company.id } })).status).toBe(404);
  });

  test('is refused a row of one company and the name of another', async () => {
    const contact = await world.a.contact();
    const named = { params: { id: contact }, body: { city: 'Rome' } };
    expect((await both.exchange(routes.contacts.update, { ...named, body: { ...named.body, companyId: world.b.company.id } })).status).toBe(409);
    expect((await both.exchange(routes.contacts.update, { ...named, query: { company_id: world.b.company.id } })).status).toBe(404);
    expect((await both.exchange(routes.contacts.get, { params: { id: contact } })).body).not.toMatchObject({ city: 'Rome' });
  });

  test('finds a number by itself', async () => {
    const [line] = world.b.lines;
    const { body } = await both.exchange(routes.numbers.get, { params: { idOrNumber: line.number } });
    expect(body).toMatchObject({ id: line.id });
  });
});

describe('the database, asked whose a row is', () => {
  const ask = (text: string) =>
    server.services.tenancy.identityReading(async () => (await sql<{ id: number | null }>`${sql.raw(text)}`.execute(currentTransaction())).rows[0]?.id ?? null);

  test('answers who may enter its company, and nobody else', async () => {
    const contact = await world.a.contact();
    const owner = world.actors['A owner'].person?.id ?? 0;
    const stranger = world.actors['B owner'].person?.id ?? 0;
    expect(await ask(`select company_of_row('contact', ${contact}, ${owner}) as id`)).toBe(world.a.company.id);
    expect(await ask(`select company_of_row('contact', ${contact}, ${stranger}) as id`)).toBeNull();
    expect(await ask(`select company_of_row('users', ${contact}, ${owner}) as id`)).toBeNull();
    expect(await ask(`select company_of_number('${world.a.lines[0].number}', ${owner}) as id`)).toBe(world.a.company.id);
    expect(await ask(`select company_of_number('${world.a.lines[0].number}', ${stranger}) as id`)).toBeNull();
  });

  test('does not answer a company’s own transaction', async () => {
    const inside = server.services.tenancy.companyReading([world.a.company.id], null, () =>
      sql`select company_of_row('contact', 1, 1)`.execute(currentTransaction()),
    );
    await expect(inside).rejects.toThrow('permission denied');
  });
});
