import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listPermissions } from '#contract/core/permissions.ts';
import { routes } from '#contract/index.ts';
import { type Client, type Person, startServer, type TestCompany, type TestServer } from './harness.ts';
import { type Line, refused, type Stage, stageOf } from './stage.ts';

const calls = routes.companies;
let server: TestServer;
let unit: { readonly id: number };
let company: TestCompany;
let sister: TestCompany;
let alone: TestCompany;
let owner: Client & { person: Person };
let agent: Client & { person: Person };
let head: Client;
let foreigner: Client;
let stage: Stage;
let line: Line;

beforeAll(async () => {
  server = await startServer();
  unit = await server.organization('North');
  company = await server.company({ name: 'Acme Plumbing', organizationId: unit.id });
  sister = await server.company({ name: 'Best Roofs', organizationId: unit.id });
  alone = await server.company({ name: 'Cold Store' });
  owner = await server.worker(company, 'owner');
  agent = await server.worker(company, 'user');
  foreigner = await server.worker(alone, 'owner');
  const person = await server.person({ name: 'Head Office' });
  await server.owner.insertInto('organization_users').values({ organization_id: unit.id, user_id: person.id }).execute();
  head = await server.signedIn(person);
  stage = stageOf(server, company);
  line = await server.number(company, { number: '+12125558001' });
  await server.number(company, { number: '+13125558002' });
  await stage.thread(line, stage.outside());
  await stage.thread(line, stage.outside(), [{ isRead: true }]);
});
afterAll(() => server.close());

describe('the companies a person may enter', () => {
  test('are theirs, with their role and what waits unread', async () => {
    const { data } = await agent.call(routes.me.companies);
    expect(data).toEqual([
      expect.objectContaining({ id: company.id, name: 'Acme Plumbing', actAs: 'user', organizationId: unit.id, organizationName: 'North', unreadCount: 1 }),
    ]);
  });

  test('are all of an organization for who administers it', async () => {
    const { data, meta } = await head.call(calls.slim);
    expect(data.map((row) => [row.name, row.actAs])).toEqual([
      ['Acme Plumbing', 'administrator'],
      ['Best Roofs', 'administrator'],
    ]);
    expect(meta).toEqual({ currentPage: 1, total: 2, lastPage: 1, perPage: 100 });
    expect(await head.in(sister).call(calls.get, { params: { id: sister.id } })).toMatchObject({ actAs: 'administrator' });
  });

  test('are narrowed by words and organization, and paged', async () => {
    for (const q of ['roof', 'RÔOF bést']) expect((await head.call(calls.slim, { query: { q } })).data.map((row) => row.id)).toEqual([sister.id]);
    expect((await head.call(calls.slim, { query: { businessUnits: String(unit.id + 999) } })).data).toEqual([]);
    expect((await head.call(calls.slim, { query: { perPage: 1, page: 2 } })).data.map((row) => row.id)).toEqual([sister.id]);
    expect(await refused(head.refusal(calls.slim, { query: { perPage: 0 } }))).toMatchObject({ status: 422, field: 'perPage' });
  });

  test('count no unread of numbers a person does not work, nor what they may not read', async () => {
    const person = await server.person();
    await server.membership(person, company, 'user', []);
    expect((await (await server.signedIn(person)).call(routes.me.companies)).data).toMatchObject([{ unreadCount: 0 }]);
    const biller = await server.worker(company, 'billing');
    expect((await biller.call(routes.me.companies)).data).toMatchObject([{ unreadCount: 0 }]);
  });

  test('need somebody signed in', async () => {
    expect(await refused(server.stranger().refusal(calls.slim))).toMatchObject({ status: 401 });
    expect(await refused(server.stranger().refusal(routes.organizations.list))).toMatchObject({ status: 401 });
  });
});

describe('looking a company up', () => {
  test('finds it by slug or id, with what is asked to be included', async () => {
    const { company: found, count, legacyCount } = await owner.call(calls.lookup, { query: { id: company.id, include: 'business-units,user_count' } });
    expect(found).toMatchObject({ id: company.id, userCount: expect.any(Number), businessUnits: [{ id: unit.id, name: 'North' }] });
    expect({ count, legacyCount }).toEqual({ count: 1, legacyCount: 0 });
    const slug = found?.slug ?? '';
    expect((await owner.call(calls.lookup, { query: { slug } })).company).not.toHaveProperty('userCount');
    expect((await foreigner.call(calls.lookup, { query: { slug } })).company).toBeNull();
    expect((await foreigner.call(calls.lookup, { query: { id: company.id } })).company).toBeNull();
  });
});

describe('one company', () => {
  test('is read by all of its people', async () => {
    expect(await agent.call(calls.get, { params: { id: company.id } })).toMatchObject({
      id: company.id,
      name: 'Acme Plumbing',
      timezone: 'America/New_York',
      unreadCount: 1,
      inAppCallingStatus: 'away',
      defaultAreaCode: null,
      branding: { logoUrl: null },
    });
  });

  test('is changed by those who may, and everybody hears of it', async () => {
    const before = await owner.call(calls.changes, { query: { after: 0 } });
    const params = { id: company.id };
    expect(
      await owner.call(calls.update, { params, body: { name: 'Acme & Sons', accent: '#ABCDEF', defaultAreaCode: '212', linksEnabled: true } }),
    ).toMatchObject({
      name: 'Acme & Sons',
      accent: '#abcdef',
      defaultAreaCode: '212',
      linksEnabled: true,
    });
    expect(await owner.call(calls.areaCodes, { params })).toEqual({ defaultAreaCode: '212', areaCodes: ['212', '312'] });
    expect(await owner.call(calls.update, { params, body: { clear: ['defaultAreaCode'] } })).toMatchObject({ defaultAreaCode: null, name: 'Acme & Sons' });
    const after = await owner.call(calls.changes, { query: { after: before.meta.cursor } });
    expect(after.data.map((change) => [change.kind, change.actorId])).toEqual([
      ['company-updated', owner.person.id],
      ['company-updated', owner.person.id],
    ]);
    expect(after.meta).toEqual({ cursor: before.meta.cursor + 2, complete: true });
  });

  test('is not changed by others, nor to what it cannot be', async () => {
    const params = { id: company.id };
    expect(await refused(agent.refusal(calls.update, { params, body: { name: 'Mine' } }))).toMatchObject({ status: 403 });
    expect(await refused(owner.refusal(calls.update, { params, body: { accent: 'red' } }))).toMatchObject({ status: 422, field: 'accent' });
    for (const timezone of ['Mars/Olympus', '+05:30'])
      expect(await refused(owner.refusal(calls.update, { params, body: { timezone } }))).toMatchObject({ status: 422, field: 'timezone' });
    expect(await refused(owner.refusal(calls.update, { params, body: { defaultAreaCode: '12' } }))).toMatchObject({ status: 422, field: 'default_area_code' });
    const answer = await owner.exchange(calls.update, { params, body: { organization_id: 99, slug: 'taken', account_status: 'closed' } });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: 'organization_id' }, { field: 'slug' }, { field: 'account_status' }] } });
    expect(await owner.call(calls.get, { params })).toMatchObject({ organizationId: unit.id });
  });

  test('is nothing to strangers', async () => {
    const params = { id: company.id };
    const headers = { 'x-company-id': String(company.id) };
    expect(await refused(foreigner.refusal(calls.get, { params, headers }))).toMatchObject({ status: 404 });
    expect(await refused(foreigner.refusal(calls.get, { params }))).toMatchObject({ status: 409, code: 'stale_company' });
    expect(await refused(foreigner.refusal(calls.areaCodes, { params, headers }))).toMatchObject({ status: 404 });
  });

  test('says when changes were missed for too long', async () => {
    const { meta } = await owner.call(calls.changes, { query: { after: 0 } });
    expect(await owner.call(calls.changes, { query: { after: meta.cursor } })).toEqual({ data: [], meta: { cursor: meta.cursor, complete: true } });
    expect(await owner.call(calls.changes, { query: { after: meta.cursor + 5 } })).toEqual({ data: [], meta: { cursor: meta.cursor, complete: false } });
    expect(await refused(owner.refusal(calls.changes, { query: { after: -1 } }))).toMatchObject({ status: 422, field: 'after' });
  });
});

describe('organizations', () => {
  test('are whole for who administers them, and little more than a name for others', async () => {
    expect((await head.call(routes.organizations.list)).data).toEqual([
      expect.objectContaining({
        id: unit.id,
        name: 'North',
        companyCount: 2,
        accountStatuses: [{ status: 'active', count: 2 }],
        users: [expect.objectContaining({ name: 'Head Office' })],
      }),
    ]);
    expect(await agent.call(routes.organizations.get, { params: { id: unit.id } })).toMatchObject({ companyCount: 1, users: [] });
    expect((await foreigner.call(routes.organizations.list)).data).toEqual([]);
    expect(await refused(foreigner.refusal(routes.organizations.get, { params: { id: unit.id } }))).toMatchObject({ status: 404 });
  });

  test('list the companies a person may enter', async () => {
    expect((await head.call(routes.organizations.companies, { params: { id: unit.id } })).data.map((row) => row.status)).toEqual(['active', 'active']);
    expect((await agent.call(routes.organizations.companies, { params: { id: unit.id } })).data.map((row) => row.id)).toEqual([company.id]);
    expect(await refused(foreigner.refusal(routes.organizations.companies, { params: { id: unit.id } }))).toMatchObject({ status: 404 });
  });
});

describe('people and roles', () => {
  test('of a company are listed with role and numbers', async () => {
    const person = await server.person({ name: 'Aaron Aa' });
    await server.membership(person, company, 'reporting', [line.id]);
    const { data } = await agent.call(routes.users.ofCompany);
    expect(data[0]).toMatchObject({ id: person.id, firstName: 'Aaron', lastName: 'Aa', name: 'Aaron Aa', role: 'reporting', numbers: [line.id] });
    expect(data.map((row) => row.id)).not.toContain((foreigner as Client & { person: Person }).person.id);
    const reporter = (await server.signedIn(person)).in(company);
    expect(await refused(reporter.refusal(routes.users.ofCompany))).toMatchObject({ status: 403 });
  });

  test('roles say what they may do', async () => {
    const { data } = await agent.call(routes.roles.list);
    expect(data.map((row) => row.name)).toEqual(['owner', 'administrator', 'billing', 'reporting', 'user']);
    expect(data[4]?.permissions).toEqual(listPermissions('user'));
  });
});
