/** Tests that unknown input is refused by its name, on every route: no route answers 200 for input it did not apply. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '#contract/core/route.ts';
import { routes } from '#contract/index.ts';
import { listNamedRoutes } from '#server/http/namedRoutes.ts';
import type { Answer, Client } from '#tests/server/client.ts';
import { startServer, type TestServer } from '#tests/server/harness.ts';
import { png } from '#tests/server/samples.ts';
import { findCaller, ownInput } from './cases.ts';
import type { Column } from './rule.ts';
import type { World } from './scene.ts';
import { buildWorld } from './world.ts';

let server: TestServer;
let world: World;
let owner: Client;
let stranger: Client;
const callers = new Map<Column, Client>();

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  owner = (await world.actors['A owner'].enter()).in(world.a.company.id);
  for (const column of ['organization administrator', 'staff', 'catalog account'] as const) callers.set(column, await world.actors[column].enter());
  stranger = server.stranger();
});
afterAll(() => server.close());

const asks = (route: Route): Client => (route.access === 'public' || route.access === 'mfa' ? stranger : (callers.get(findCaller(route)) ?? owner));
const fieldsOf = ({ body }: Answer): unknown[] => {
  const errors: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'errors') : [];
  return Array.isArray(errors) ? errors.map((error: { field?: string }) => error.field) : [];
};
let addresses = 0;
const headers = () => {
  addresses += 1;
  return { 'x-forwarded-for': `10.7.${addresses >> 8}.${addresses & 255}` };
};

/** Routes whose second step needs what only the first gives. */
const closed = new Set(['auth.mfa']);

describe('what nothing reads', () => {
  test('is refused by name in the query of every route', async () => {
    const wrong: string[] = [];
    for (const { name, route } of listNamedRoutes().filter(({ name: each }) => !closed.has(each))) {
      const client = asks(route);
      const { query, ...input } = await ownInput(world, name, client);
      const answer = await client.exchange(route, { ...input, query: { ...query, nobodysField: 1 }, headers: headers() });
      if (answer.status !== 422 || !fieldsOf(answer).includes('nobodysField')) wrong.push(`${name}: ${answer.status} ${answer.text.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
  });

  test('is refused by name in the body of every route that takes one or could', async () => {
    const wrong: string[] = [];
    for (const { name, route } of listNamedRoutes().filter(({ name: each, route: { method } }) => method !== 'GET' && !closed.has(each))) {
      const client = asks(route);
      const { body, ...input } = await ownInput(world, name, client);
      const answer = await client.exchange(route, { ...input, body: { ...body, nobodysField: 1 }, headers: headers() });
      if (answer.status !== 422 || !fieldsOf(answer).includes('nobodys_field')) wrong.push(`${name}: ${answer.status} ${answer.text.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('a field nobody reads', () => {
  test('is named where it stands, however deep, by its place in a list', async () => {
    const [line] = world.a.lines;
    const routing = {
      routes: [
        { extension: 1, forwards: [{ number: '+14155550120', ring: 1 }] },
        { extension: 2, shout: 1 },
      ],
      recordCall: 1,
    };
    const answer = await owner.exchange(routes.numbers.update, { params: { id: line.id }, body: routing });
    expect(answer.status).toBe(422);
    expect(fieldsOf(answer)).toEqual(['routes.0.forwards.0.ring', 'routes.1.shout', 'record_call']);
  });

  test('is half a character too: it could not be stored as it came', async () => {
    const answer = await owner.exchange(routes.contacts.create, { body: { name: 'A\ud800', number: '+14155550133', custom: { title: '\udc00' } } });
    expect([answer.status, fieldsOf(answer)]).toEqual([422, ['name', 'custom.title']]);
  });

  test('is told together with what does not fit', async () => {
    const answer = await owner.exchange(routes.contacts.create, { body: { name: 7, shoeSize: 44 } });
    expect([answer.status, fieldsOf(answer)]).toEqual([422, expect.arrayContaining(['name', 'number', 'shoe_size'])]);
  });

  test('changes nothing beside those that are read', async () => {
    const id = await world.a.contact({ deleted: false });
    const before = await owner.call(routes.contacts.get, { params: { id } });
    const answer = await owner.exchange(routes.contacts.update, { params: { id }, body: { city: 'Rome', segments: ['vip'], owners: [1] } });
    expect([answer.status, fieldsOf(answer)]).toEqual([422, ['segments', 'owners']]);
    expect(await owner.call(routes.contacts.get, { params: { id } })).toEqual(before);
  });

  test('is no way to markup: a name somebody made up is not told back', async () => {
    const answer = await owner.exchange(routes.contacts.create, { body: { number: '+14155550177', '<img src=x>': 1 } });
    expect([answer.status, answer.text]).toEqual([422, expect.not.stringContaining('img')]);
  });
});

describe('what would be dropped', () => {
  const send = (text: string, type = 'application/json', [method, path] = ['POST', '/contacts']) =>
    owner.fetch(`/api${path}`, {
      method,
      headers: { 'content-type': type, 'x-company-id': String(world.a.company.id), 'x-xsrf-token': owner.cookies.get('XSRF-TOKEN') ?? '' },
      body: text,
    });

  test('is refused: one field in both spellings, a parameter twice, names that objects have by themselves', async () => {
    await owner.fetch('/api/csrf-cookie');
    const both = await send('{"number":"+14155550171","first_name":"Ann","firstName":"Bea"}');
    expect([both.status, fieldsOf(both)]).toEqual([422, ['first_name']]);
    expect((await send('{"number":"+14155550172","__proto__":{"name":"x"}}')).status).toBe(400);
    expect((await send('{"number":"+14155550173","constructor":"x"}')).status).toBe(422);
    expect((await send('number=%2B14155550174&name=Ann&name=Bea', 'application/x-www-form-urlencoded')).status).toBe(422);
    const twice = await owner.fetch(`/api/contacts?company_id=${world.a.company.id}&city=Rome&city=Milan`, {
      headers: { 'x-company-id': String(world.a.company.id) },
    });
    expect(twice.status).toBe(422);
  });

  test('is named as it was sent, where its letters can be no markup', async () => {
    await owner.fetch('/api/csrf-cookie');
    const answer = await send('{"number":"+14155550178","fooBar":1,"foo_baz":1,"numberIds[]":1,"filter[checkCalls]":1,"a key":1}');
    expect([answer.status, fieldsOf(answer)]).toEqual([422, ['fooBar', 'foo_baz', 'numberIds[]', 'filter[checkCalls]', '?']]);
    const query = await owner.fetch('/api/contacts?filter[checkCalls]=1&someThing=1', { headers: { 'x-company-id': String(world.a.company.id) } });
    expect([query.status, fieldsOf(query)]).toEqual([422, expect.arrayContaining(['filter[checkCalls]', 'someThing'])]);
  });

  test('is what is blank, everywhere: nothing changes, and nothing is refused for it', async () => {
    await owner.fetch('/api/csrf-cookie');
    const [line] = world.a.lines;
    const id = await world.a.contact({ deleted: false });
    const before = await owner.call(routes.contacts.get, { params: { id } });
    const label = (await owner.call(routes.numbers.get, { params: { idOrNumber: String(line.id) } })).label;
    const number = await send('{"label":"","status":null}', 'application/json', ['PUT', `/numbers/${line.id}`]);
    expect([number.status, number.body]).toMatchObject([200, { label }]);
    const contact = await send('{"email":"  ","city":null,"name":""}', 'application/json', [routes.contacts.update.method, `/contacts/${id}`]);
    expect([contact.status, contact.body]).toMatchObject([200, { email: before.email, city: before.city, name: before.name }]);
    const missing = await send('{"number":" "}');
    expect([missing.status, fieldsOf(missing)]).toEqual([422, ['number']]);
  });

  test('is no name of a field to empty, in either spelling', async () => {
    await owner.fetch('/api/csrf-cookie');
    for (const spelt of ['company_name', 'companyName']) {
      const id = await world.a.contact({ deleted: false });
      const path = `/contacts/${id}`;
      expect((await send('{"company_name":"Acme"}', 'application/json', [routes.contacts.update.method, path])).body).toMatchObject({ companyName: 'Acme' });
      const answer = await send(`{"clear":["${spelt}"]}`, 'application/json', [routes.contacts.update.method, path]);
      expect([spelt, answer.status, answer.body]).toMatchObject([spelt, 200, { companyName: null }]);
    }
  });

  test('is refused as a file under a name nobody reads, and as a form where none is read', async () => {
    const file = { name: 'tone.png', type: 'image/png', bytes: png, field: 'attachment' };
    const [line] = world.a.lines;
    const sent = await owner.exchange(routes.messaging.send, {
      body: { clientId: 'a-client-id', numberId: line.id, recipient: '+14155550179', body: 'See this' },
      files: [file],
    });
    expect([sent.status, fieldsOf(sent)]).toEqual([422, ['attachment']]);
    const form = await owner.exchange(routes.contacts.create, { body: { number: '+14155550175' }, files: [] });
    expect(form.status).toBe(415);
  });
});

test('a company may stand in the query and in the body of every call of a company', async () => {
  const { id } = world.a.company;
  const answer = await owner.exchange(routes.blocks.create, { query: { company_id: id }, body: { companyId: id, target: '+14155550176' } });
  expect(answer.status).toBe(200);
  const other = await owner.exchange(routes.contacts.create, { body: { companyId: world.b.company.id, number: '+14155550176' } });
  expect(other.status).toBe(409);
});
