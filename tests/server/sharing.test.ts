/** Tests the data that companies of an organization share: tags, greetings, and values of the organization's custom fields (spec 2.3, 2.7). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import type { Client } from './client.ts';
import { startServer, type TestCompany, type TestServer } from './harness.ts';
import { tone } from './samples.ts';
import { refused } from './stage.ts';

const { tags, greetings, routing, numbers, organizations, customFields } = routes;
let server: TestServer;
let unit: { id: number };
let first: TestCompany;
let second: TestCompany;
let admin: Client;
let here: Client;
let there: Client;
let foreigner: Client;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  unit = await server.organization();
  [first, second] = await Promise.all([server.company({ organizationId: unit.id }), server.company({ organizationId: unit.id })]);
  const person = await server.person();
  await server.owner.insertInto('organization_users').values({ organization_id: unit.id, user_id: person.id }).execute();
  admin = await server.signedIn(person);
  [here, there] = await Promise.all([server.worker(first, 'owner'), server.worker(second, 'owner')]);
  foreigner = await server.worker(await server.company({ organizationId: (await server.organization()).id }), 'owner');
});

describe('a tag of the organization', () => {
  const made = (name: string) => admin.in(first).call(tags.create, { body: { name, businessUnitId: unit.id } });

  test('is seen and used in every company of it, and in no other', async () => {
    const tag = await made('Partner');
    for (const worker of [here, there])
      expect((await worker.call(tags.list, {})).data).toMatchObject([{ id: tag.id, name: 'Partner', businessUnitId: unit.id }]);
    expect((await foreigner.call(tags.list, {})).data).toEqual([]);
    const number = await server.number(second);
    await there.call(numbers.update, { params: { id: number.id }, body: { tags: [tag.id] } });
    expect((await there.call(numbers.get, { params: { idOrNumber: String(number.id) } })).tags).toEqual([{ id: tag.id, name: 'Partner' }]);
    expect((await there.call(tags.list, {})).data[0]?.numbers).toBe(1);
    expect((await here.call(tags.list, {})).data[0]?.numbers).toBe(0);
  });

  test('is made, changed and deleted by who administers the organization alone, from any of its companies', async () => {
    expect(await refused(here.refusal(tags.create, { body: { name: 'Mine', businessUnitId: unit.id } }))).toMatchObject({ status: 403 });
    const tag = await made('Partner');
    for (const worker of [here, there]) {
      expect(await refused(worker.refusal(tags.update, { params: { tagId: tag.id }, body: { name: 'Ours' } }))).toMatchObject({ status: 403 });
      expect(await refused(worker.refusal(tags.delete, { params: { tagId: tag.id } }))).toMatchObject({ status: 403 });
    }
    expect(await admin.in(second).call(tags.update, { params: { tagId: tag.id }, body: { name: 'Partners' } })).toMatchObject({ name: 'Partners' });
    const own = await here.call(tags.create, { body: { name: 'Own' } });
    expect(await refused(here.refusal(tags.update, { params: { tagId: own.id }, body: { name: 'Own', businessUnitId: unit.id } }))).toMatchObject({
      status: 403,
    });
    await admin.in(second).call(tags.delete, { params: { tagId: tag.id } });
    expect((await here.call(tags.list, {})).data.map(({ name }) => name)).toEqual(['Own']);
  });

  test('keeps its name from the tags of its companies', async () => {
    await made('Partner');
    expect(await refused(there.refusal(tags.create, { body: { name: 'partner' } }))).toMatchObject({ status: 409, field: 'name' });
  });

  test('is kept by the database too: a company changes none by itself, and another sees none', async () => {
    const tag = await made('Partner');
    const within = <T>(company: TestCompany, userId: number | null, work: () => Promise<T>) => server.services.tenancy.company([company.id], userId, work);
    const { currentTransaction: db } = await import('#server/db/tenancy.ts');
    const rename = () => db().updateTable('tags').set({ name: 'Taken' }).where('id', '=', tag.id).returning('id').execute();
    expect(await within(first, null, rename)).toEqual([]);
    expect(await within(second, null, () => db().deleteFrom('tags').where('id', '=', tag.id).returning('id').execute())).toEqual([]);
    const elsewhere = await server.company();
    expect(await within(elsewhere, null, () => db().selectFrom('tags').select('id').execute())).toEqual([]);
    await expect(
      within(elsewhere, null, () => db().insertInto('tags').values({ company_id: elsewhere.id, name: 'X', organization_id: unit.id }).execute()),
    ).rejects.toThrow(/row-level security/);
  });
});

describe('a greeting of the organization', () => {
  const made = () =>
    admin
      .in(first)
      .call(greetings.create, { body: { name: 'Welcome', businessUnitId: unit.id }, files: [{ name: 'welcome.wav', type: 'audio/wav', bytes: tone }] });

  test('is heard in every company of it: chosen, played, with its sound', async () => {
    const greeting = await made();
    expect((await foreigner.call(greetings.list)).data).toEqual([]);
    const [seen] = (await there.call(greetings.list)).data;
    expect(seen).toMatchObject({ id: greeting.id, name: 'Welcome', businessUnitId: unit.id });
    expect((await fetch(new URL(seen?.media?.url ?? '', server.url), { headers: { range: 'bytes=0-3' } })).status).not.toBe(404);
    const number = await server.number(second);
    const saved = await there.call(routes.numbers.update, {
      params: { id: number.id },
      body: { routes: [], greetingId: greeting.id, voicemailGreetingId: greeting.id },
    });
    expect(saved).toMatchObject({ greetingId: greeting.id });
    const { steps } = await there.call(routing.simulate, { body: { numberId: number.id } });
    expect(steps.map(({ title }) => title)).toContain('Voicemail “Welcome”');
    const { loadGreetings } = await import('#server/domains/calling/greetings.ts');
    const heard = await server.services.tenancy.company([second.id], null, () =>
      loadGreetings(server.services, [{ kind: 'greeting', greetingId: greeting.id }]),
    );
    expect(heard.get(greeting.id)).toHaveProperty('url');
  });

  test('is changed and deleted by who administers the organization alone; numbers everywhere go on without it', async () => {
    const greeting = await made();
    const number = await server.number(second);
    const list = [{ extension: 1, voicemailGreetingId: greeting.id, forwards: [] }];
    await there.call(routes.numbers.update, { params: { id: number.id }, body: { routes: list, greetingId: greeting.id } });
    expect(await refused(there.refusal(greetings.delete, { params: { id: greeting.id } }))).toMatchObject({ status: 403 });
    expect(await refused(here.refusal(greetings.update, { params: { id: greeting.id }, body: { name: 'Mine', _method: 'PUT' }, files: [] }))).toMatchObject({
      status: 403,
    });
    expect(await admin.in(second).call(greetings.update, { params: { id: greeting.id }, body: { name: 'Hello', _method: 'PUT' }, files: [] })).toMatchObject({
      name: 'Hello',
    });
    await admin.in(first).call(greetings.delete, { params: { id: greeting.id } });
    expect(await there.call(routing.get, { params: { id: number.id } })).toMatchObject({ greetingId: null, routes: [{ voicemailGreetingId: null }] });
  });
});

describe('what is shared is told to every company of the organization', () => {
  const changesOf = async (worker: Client, kind: string) =>
    (await worker.call(routes.companies.changes, { query: { after: 0 } })).data.filter((change) => change.kind === kind);
  /** Collects the changes each of the two companies receives, and the foreign one; positions without a gap. */
  const heard = async (kind: 'tag-updated' | 'greeting-updated' | 'field-updated') => {
    const [ours, theirs, others] = await Promise.all([here, there, foreigner].map((worker) => changesOf(worker, kind)));
    for (const worker of [here, there]) {
      const { data, meta } = await worker.call(routes.companies.changes, { query: { after: 0 } });
      expect(meta).toEqual({ cursor: data.length, complete: true });
    }
    expect(ours?.map(({ companyId }) => companyId)).toEqual(ours?.map(() => first.id));
    expect(theirs?.map(({ companyId }) => companyId)).toEqual(theirs?.map(() => second.id));
    return [ours, theirs, others].map((list) => list?.map(({ id }) => id));
  };

  test('a tag: made, renamed, deleted; one of a single company to that company alone', async () => {
    const owner = admin.in(first);
    const tag = await owner.call(tags.create, { body: { name: 'Partner', businessUnitId: unit.id } });
    await owner.call(tags.update, { params: { tagId: tag.id }, body: { name: 'Partners' } });
    await owner.call(tags.delete, { params: { tagId: tag.id } });
    const own = await here.call(tags.create, { body: { name: 'Own' } });
    expect(await heard('tag-updated')).toEqual([[tag.id, tag.id, tag.id, own.id], [tag.id, tag.id, tag.id], []]);
  });

  test('a greeting: made, renamed, deleted', async () => {
    const owner = admin.in(second);
    const files = [{ name: 'welcome.wav', type: 'audio/wav', bytes: tone }];
    const { id } = await owner.call(greetings.create, { body: { name: 'Welcome', businessUnitId: unit.id }, files });
    await owner.call(greetings.update, { params: { id }, body: { name: 'Hello', _method: 'PUT' }, files: [] });
    await owner.call(greetings.delete, { params: { id } });
    expect(await heard('greeting-updated')).toEqual([[id, id, id], [id, id, id], []]);
  });

  test('a custom field: made, renamed, deleted', async () => {
    const owner = admin.in(first);
    const { id } = await owner.call(customFields.create, { params: { type: 'User' }, body: { name: 'Badge', businessUnitId: unit.id } });
    await owner.call(customFields.update, { params: { type: 'User', id }, body: { name: 'Pass' } });
    await owner.call(customFields.delete, { params: { id } });
    expect(await heard('field-updated')).toEqual([[id, id, id], [id, id, id], []]);
  });

  test('in one order: both companies at once, again and again', async () => {
    const names = Array.from({ length: 10 }, (_, at) => `Tag ${at}`);
    const made = await Promise.all(
      names.map((name, at) => admin.in(at % 2 === 0 ? first : second).call(tags.create, { body: { name, businessUnitId: unit.id } })),
    );
    const [ours, theirs] = await heard('tag-updated');
    const ids = made.map(({ id }) => id).sort((a, b) => a - b);
    for (const list of [ours, theirs]) expect([...(list ?? [])].sort((a, b) => Number(a) - Number(b))).toEqual(ids);
  });

  test('a company that shares nothing is told nothing, whatever asks', async () => {
    const elsewhere = await server.company();
    const { recordChange: changed } = await import('#server/db/tenancy.ts');
    const telling = server.services.tenancy.company([first.id], null, async () => changed({ kind: 'tag-updated', id: 1 }, elsewhere.id));
    await expect(telling).rejects.toThrow(/shares nothing/);
  });
});

test('what was stored in custom fields of an organization and of its users is read with it', async () => {
  const owner = admin.in(first);
  const region = await owner.call(customFields.create, {
    params: { type: 'Organization' },
    body: { name: 'Region', businessUnitId: unit.id, defaultValue: 'West' },
  });
  const badge = await owner.call(customFields.create, { params: { type: 'User' }, body: { name: 'Badge', businessUnitId: unit.id } });
  const read = () => admin.call(organizations.get, { params: { id: unit.id } });
  expect((await read()).eavAttributeValues).toEqual([{ attributeId: region.id, name: 'Region', value: 'West' }]);
  await owner.call(customFields.setValues, { params: { type: 'Organization' }, body: { ids: [unit.id], attributeId: region.id, value: 'East' } });
  expect((await read()).eavAttributeValues).toEqual([{ attributeId: region.id, name: 'Region', value: 'East' }]);
  expect((await admin.call(organizations.list, { query: {} })).data[0]?.eavAttributeValues).toHaveLength(1);
  const seen = { eavAttributeValues: [], users: [] };
  expect(await there.call(organizations.get, { params: { id: unit.id } })).toMatchObject(seen);
  expect((await there.call(organizations.list, { query: {} })).data).toMatchObject([seen]);
  const { users } = await read();
  expect(users[0]?.eavAttributeValues).toEqual([{ attributeId: badge.id, name: 'Badge', value: null }]);
  const id = users[0]?.userId ?? 0;
  await server.owner.insertInto('memberships').values({ company_id: first.id, user_id: id, role: 'owner' }).execute();
  await owner.call(customFields.setValues, { params: { type: 'User' }, body: { ids: [id], attributeId: badge.id, value: 'A-17' } });
  expect((await read()).users[0]?.eavAttributeValues).toEqual([{ attributeId: badge.id, name: 'Badge', value: 'A-17' }]);
});
