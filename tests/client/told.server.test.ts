/** Every field a change takes: a value is sent to the real server and found again in what is read, or the field is in the list of those told elsewhere. */
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { routes } from '#contract/index.ts';
import { isChange } from '#server/http/authorize.ts';
import { listNamedRoutes } from '#server/http/namedRoutes.ts';
import { inLanes, ownInput } from '#tests/access/cases.ts';
import { outsider } from '#tests/access/outsiders.ts';
import type { Input, World } from '#tests/access/scene.ts';
import { buildWorld } from '#tests/access/world.ts';
import { faxDocument } from '#tests/areas/faxes.ts';
import { insertGreeting } from '#tests/areas/greetings.ts';
import { insertTag } from '#tests/areas/tags.ts';
import type { Client } from '#tests/server/client.ts';
import { faxLine } from '#tests/server/faxes.stage.ts';
import { type Outside, startOutside } from '#tests/server/outside.ts';
import { png } from '#tests/server/samples.ts';
import { basesOf, paramsFor } from './bases.ts';
import { excusedBy, namedTests, unusedExcuses } from './elsewhere.ts';
import { empties } from './excuse.ts';
import type { Known } from './known.ts';
import { type Leaf, leavesOf, nameOf, optionsOf, valuesAt, withValue } from './leaves.ts';
import { at } from './reading.ts';
import { reads, toldAs } from './reads.ts';
import { valuesFor } from './values.ts';

const testsOf = (file: string) => {
  const path = new URL(`../${file}`, import.meta.url);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};
const changes = listNamedRoutes().filter(({ route }) => isChange(route) && route.body);
const fields = changes.flatMap(({ name, route }) =>
  route.body ? leavesOf(route.body).map((leaf) => ({ name, route, leaf, field: `${name}.${nameOf(leaf)}` })) : [],
);
type Field = (typeof fields)[number];

let outside: Outside;
let world: World;
let client: Client;
let owner: Client;
let known: Known;
let personId: number;

beforeAll(async () => {
  outside = await startOutside();
  world = await buildWorld(outside.server);
  const { a, b, actors } = world;
  personId = actors['A owner'].person?.id ?? 0;
  const { owner: database } = outside.server;
  await database.insertInto('memberships').values({ company_id: b.company.id, user_id: personId, role: 'owner' }).execute();
  await database.insertInto('organization_users').values({ organization_id: a.organization.id, user_id: personId }).execute();
  client = await actors['A owner'].enter();
  owner = client.in(a.company.id);
  const { data: voices } = await owner.call(routes.greetings.voices, {});
  const { data: offers } = await owner.call(routes.purchase.locate, { body: { searchUpdated: { areaCode: '415' }, limit: 5 } });
  known = {
    lines: [a.lines[0].id, a.lines[1].id],
    faxLines: [(await faxLine(outside, a.company)).id, (await faxLine(outside, a.company)).id],
    tags: [await a.row(insertTag), await a.row(insertTag)],
    greetings: [await a.row(insertGreeting), await a.row(insertGreeting)],
    people: [personId, actors['A administrator'].person?.id ?? 0],
    companies: [a.company.id, b.company.id],
    organizations: [a.organization.id],
    voices: voices.slice(0, 2).map(({ id }) => id),
    offers: offers.map(({ number }) => number),
  };
});
afterAll(() => outside.close());

const asRecord = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {});

const alike = (told: unknown, value: unknown): boolean => {
  if (Array.isArray(value)) return value.length > 0 && value.every((each) => alike(told, each));
  if (typeof value === 'object' && value !== null) return JSON.stringify(told) === JSON.stringify(value);
  if (Array.isArray(told)) return told.some((one) => alike(at(one, 'id') ?? one, value));
  return told === value || (typeof told === 'boolean' && told === (value === 1 || value === true)) || (typeof value === 'string' && String(told) === value);
};

/** Every value that stands under a field's name in what is read of the row. */
async function toldOf(name: string, field: string, leaf: Leaf, input: Input, reply: unknown): Promise<unknown[]> {
  const under = toldAs[field] ?? String(nameOf(leaf).split('.').at(-1));
  const found: unknown[] = name === 'lookups.caller' ? [reply] : [];
  for (const read of reads[name]?.({ input, reply, companyId: world.a.company.id }) ?? []) {
    const company = read.companyId ?? at(input, 'body', 'companyId');
    const reader = typeof company === 'number' ? owner.in(company) : owner;
    const answer = await reader.exchange(read.route, read.input ?? {});
    if (answer.status !== 200) throw new Error(`${name} is not read back: ${answer.status} ${answer.text.slice(0, 160)}`);
    const rows: unknown = at(answer.body, 'data');
    const { row } = read;
    found.push(row && Array.isArray(rows) ? rows.filter((each: unknown) => at(each, row.field) === row.value) : answer.body);
  }
  return valuesAt(found, under);
}

/** The input of a route with a value at a field; without one as the field's neighbours need it. */
async function inputFor({ name, leaf }: Field, value: unknown): Promise<Input & { readonly body: unknown }> {
  const { body, ...input } = await ownInput(world, name, owner, personId);
  const stage = { world, known, owner };
  const params = { ...input.params, ...(await paramsFor(name, stage)) };
  return { ...input, params, body: { ...body, ...(await basesOf(name, nameOf(leaf), stage, value)) } };
}

/** Sends and reads back; what is wrong, or null. `isThere`: whether the value is to be found. */
async function tried(field: Field, input: Input, value: unknown, isThere: boolean): Promise<string | null> {
  const { name, route, leaf } = field;
  const what = `${field.field} = ${JSON.stringify(value)}`;
  const sender = route.company === 'body.companyId' && nameOf(leaf) === 'companyId' ? client : owner;
  const answer = await sender.exchange(route, input);
  if (answer.status >= 300) return `${what} is answered with ${answer.status}: ${answer.text.slice(0, 200)}`;
  let told: unknown[] = [];
  const isRight = async () => {
    told = await toldOf(name, field.field, leaf, input, answer.body);
    expect(told.some((one) => alike(one, value))).toBe(isThere);
  };
  const isLater = at(answer.body, 'batchId') !== undefined || name === 'purchase.buy';
  try {
    await (isLater ? vi.waitFor(isRight, { timeout: 10_000, interval: 25 }) : isRight());
    return null;
  } catch (error) {
    if (error instanceof Error && error.message.includes('not read back')) return `${what}: ${error.message}`;
    return `${what} is ${isThere ? 'lost' : 'told without being sent'}: ${JSON.stringify(told).slice(0, 160)} is told`;
  }
}

async function faultOf(field: Field): Promise<string | null> {
  const { leaf } = field;
  const values = valuesFor(field.name, leaf, known).slice(0, 2);
  if (values.length === 1) {
    const fault = await tried(field, await inputFor(field, undefined), values[0], false);
    if (fault !== null) return fault;
  }
  // A field that names a row is tried with two rows, each made for its input.
  for (const each of values.length === 0 ? [undefined, undefined] : values) {
    const input = await inputFor(field, each);
    const value = values.length === 0 ? at(input.body, ...leaf.path) : each;
    if (value === undefined) return `${field.field}: no value is known for it`;
    const fault = await tried(field, { ...input, body: asRecord(withValue(input.body, leaf.path, value)) }, value, true);
    if (fault !== null) return fault;
  }
  return null;
}

const toRead = fields.filter(({ field }) => excusedBy(field) === null);
const areas = [...new Set(toRead.map(({ name }) => name.split('.')[0] ?? ''))];

describe('what is sent is told', () => {
  test.each(areas)('%s', async (area) => {
    const faults: string[] = [];
    const own = toRead.filter(({ name }) => name.startsWith(`${area}.`));
    await inLanes([...new Set(own.map(({ name }) => name))], 1, async (name) => {
      for (const field of own.filter((each) => each.name === name)) {
        const fault = await faultOf(field);
        if (fault !== null) faults.push(fault);
      }
    });
    expect(faults).toEqual([]);
  });
});

/** Fields that an edit may empty, each full before. */
const emptied: readonly { readonly name: string; readonly full: Readonly<Record<string, unknown>>; readonly files?: Input['files'] }[] = [
  { name: 'users.update', full: { lastName: 'Full' } },
  {
    name: 'contacts.update',
    full: {
      ...Object.fromEntries(['companyName', 'address1', 'address2', 'city', 'state', 'zip', 'notes'].map((field) => [field, 'full'])),
      email: 'full@example.com',
      custom: { country: 'full', title: 'full' },
    },
  },
  { name: 'calls.mark', full: { qualification: 1, value: 5, department: 'sales', outcome: 'opportunity' } },
  { name: 'companies.brand', full: { accent: '#112233' } },
  { name: 'organizations.brand', full: { accent: '#112233' } },
  { name: 'organizations.updateSettings', full: { timezone: 'America/Chicago' } },
  { name: 'companies.update', full: { defaultAreaCode: '212' } },
  { name: 'customFields.update', full: { defaultValue: 'West', choices: [{ value: 'West' }] } },
  { name: 'marketplace.update', full: { price: 20, isListed: false } },
  {
    name: 'tenant.update',
    full: { name: 'Full', accent: '#112233', supportEmail: 'full@example.com' },
    files: [{ field: 'logo', name: 'logo.png', type: 'image/png', bytes: png }],
  },
];

const isEmpty = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

test('what is emptied reads empty', async () => {
  const faults: string[] = [];
  // A sender has a name, too, which clearing the brand's leaves alone.
  await owner.exchange(routes.tenant.removeSender);
  const { does } = empties();
  const clears = fields.filter(({ leaf, field }) => nameOf(leaf) === 'clear' && excusedBy(field) === does);
  expect(clears.length).toBeGreaterThan(5);
  for (const { name, route, leaf } of clears) {
    const {
      greetings: [greetingId],
    } = known;
    const entry = emptied.find((each) => each.name === name);
    const body = entry?.full ?? { label: 'Full', greetingId, voicemailGreetingId: greetingId };
    const input = await ownInput(world, name, owner, personId);
    await owner.exchange(route, { ...input, body, ...(entry?.files ? { files: entry.files } : {}) });
    for (const field of optionsOf(leaf.schema)) {
      const of = { path: [field], schema: leaf.schema, isList: false };
      const read = (reply: unknown) => toldOf(name, `${name}.${field}`, of, input, reply);
      const full = (await read({ id: at(input, 'params', 'id') })).filter((value) => !isEmpty(value));
      const answer = await owner.exchange(route, { ...input, body: { clear: [field] } });
      const left = (await read(answer.body)).filter((value) => full.some((each) => JSON.stringify(each) === JSON.stringify(value)));
      if (full.length === 0 || left.length > 0) faults.push(`${name} ${field}: ${JSON.stringify(full)} became ${JSON.stringify(left)} (${answer.status})`);
    }
  }
  expect(faults).toEqual([]);
});

const bought = { timeout: 15_000, interval: 50 };

test('a quantity is told as so many numbers of the area that was named', async () => {
  for (const quantity of [2, 3]) {
    const { data } = await owner.call(routes.purchase.locate, { body: { searchUpdated: { areaCode: '415', overlays: false }, limit: 20 } });
    const number = data.at(-1)?.number ?? '';
    const { key, companyId } = await owner.call(routes.purchase.buy, { body: { number, quantity } });
    // A number that is on order is still on offer: the next one is chosen when this is bought.
    const { items } = await vi.waitFor(async () => {
      const purchase = await owner.call(routes.purchase.get, { params: { companyId, key } });
      expect(purchase.finishedAt).not.toBeNull();
      return purchase;
    }, bought);
    expect([items.length, items[0]?.number, new Set(items.map((item) => item.number.slice(0, 5)))]).toEqual([quantity, number, new Set(['+1415'])]);
  }
});

test('a fax and a text that is sent again need no key: the server makes one, another each time', async () => {
  const body = { numberId: known.faxLines[0], recipient: outsider() };
  const faxes = [
    await owner.call(routes.faxes.send, { body, files: [faxDocument] }),
    await owner.call(routes.faxes.send, { body, files: [faxDocument] }),
    await owner.call(routes.faxes.sendAgain, { params: { itemId: Number((await paramsFor('faxes.sendAgain', { world, known, owner })).itemId) }, body: {} }),
    await owner.call(routes.messaging.sendAgain, { params: { itemId: (await world.a.thread(0, { state: 'failed' })).itemId }, body: {} }),
  ];
  expect(new Set(faxes.map(({ clientId }) => clientId)).size).toBe(4);
  for (const { clientId } of faxes) expect(clientId).toMatch(/^[0-9a-f-]{36}$/);
});

test('the list of fields told elsewhere names none that are not taken', () => {
  expect(unusedExcuses(fields.map(({ field }) => field))).toEqual([]);
});

test('each test that shows what such a field does is there', () => {
  const missing = namedTests().filter(([file, title]) => title === '' || !testsOf(file).includes(`test('${title}'`));
  expect(missing.map((named) => named.join(': '))).toEqual([]);
});
