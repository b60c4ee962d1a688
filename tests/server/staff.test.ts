/** Tests the lookup for support staff: any company, and the users they may act as there. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { type Client, type Person, startServer, type TestCompany, type TestServer } from './harness.ts';

const { staffCompanies, staffUsers } = routes.auth;
let server: TestServer;
let staff: Client;
let roofing: TestCompany;
let bakery: TestCompany;
let owner: Person;
let agent: Person;

beforeAll(async () => {
  server = await startServer();
  const group = await server.organization('Larkspur Group');
  roofing = await server.company({ name: 'Summit Roofing', timezone: 'America/Denver', organizationId: group.id });
  bakery = await server.company({ name: 'Old Summer Bakery' });
  await server.company({ name: 'Nobody Here Yet' });
  owner = await server.person({ name: 'Olga Umland', email: 'olga@summit.example' });
  agent = await server.person({ name: 'Uma Adler', email: 'adler@bakery.example' });
  const [leaver, colleague] = [await server.person({ name: 'Lea Gone' }), await server.person({ name: 'Stan Staff', isStaff: true })];
  await server.membership(agent, roofing, 'user');
  await server.membership(owner, roofing, 'owner');
  await server.membership(leaver, roofing, 'owner');
  await server.membership(colleague, roofing, 'administrator');
  await server.owner.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', leaver.id).execute();
  await server.membership(agent, bakery, 'reporting');
  staff = await server.signedIn(await server.person({ isStaff: true }));
});
afterAll(() => server.close());

const companies = async (q: string) => (await staff.call(staffCompanies, { query: { q } })).data.map(({ name }) => name);
const people = async (q: string) => (await staff.call(staffUsers, { query: { q } })).data.map(({ name }) => name);

describe('staff find companies', () => {
  test('by three letters, names that begin so first; by their organization; with a slip of the fingers', async () => {
    expect(await companies('sum')).toEqual(['Summit Roofing', 'Old Summer Bakery']);
    expect(await companies('roof')).toEqual(['Summit Roofing']);
    expect(await companies('larkspur')).toEqual(['Summit Roofing']);
    expect(await companies('smumit')).toEqual(['Summit Roofing']);
    expect(await companies('%')).toEqual([]);
    expect(await companies('zeppelin')).toEqual([]);
  });

  test('all of them by name and page when nothing is typed, also one where nobody works', async () => {
    const first = await staff.call(staffCompanies, { query: { perPage: 2 } });
    expect(first.data.map(({ name }) => name)).toEqual(['Nobody Here Yet', 'Old Summer Bakery']);
    expect(first.meta).toEqual({ currentPage: 1, total: 3, lastPage: 2, perPage: 2 });
    expect((await staff.call(staffCompanies, { query: { perPage: 2, page: 2 } })).data.map(({ name }) => name)).toEqual(['Summit Roofing']);
    expect(first.data[0]?.people).toEqual([]);
  });

  test('with whom they may act as there, the owner first: neither staff nor who has left', async () => {
    const { data } = await staff.call(staffCompanies, { query: { id: roofing.id } });
    expect(data).toEqual([
      expect.objectContaining({
        id: roofing.id,
        name: 'Summit Roofing',
        timezone: 'America/Denver',
        organizationName: 'Larkspur Group',
        people: [
          { id: owner.id, name: 'Olga Umland', email: owner.email, role: 'owner' },
          { id: agent.id, name: 'Uma Adler', email: agent.email, role: 'user' },
        ],
      }),
    ]);
  });

  test('administrators of its organization stand among the people of a company, once, with the higher role', async () => {
    const group = await server.organization();
    const company = await server.company({ name: 'Granite Grounds', organizationId: group.id });
    const [both, above] = [await server.person({ name: 'Bo Both' }), await server.person({ name: 'Abe Above' })];
    await server.membership(both, company, 'user');
    for (const { id } of [both, above]) await server.owner.insertInto('organization_users').values({ organization_id: group.id, user_id: id }).execute();
    const { data } = await staff.call(staffCompanies, { query: { q: 'granite' } });
    expect(data[0]?.people.map(({ name, role }) => [name, role])).toEqual([
      ['Abe Above', 'administrator'],
      ['Bo Both', 'administrator'],
    ]);
    await server.owner.deleteFrom('companies').where('id', '=', company.id).execute();
  });

  test('nobody else does: neither an owner, nor staff while they act as somebody', async () => {
    expect(await (await server.signedIn(owner)).refusal(staffCompanies, { query: {} })).toMatchObject({ status: 403 });
    const colleague = await server.person({ isStaff: true });
    const acting = await server.signedIn(owner, { impersonator: colleague });
    expect(await acting.refusal(staffCompanies, { query: {} })).toMatchObject({ status: 403 });
  });
});

describe('staff find people', () => {
  test('by name above e-mail above company', async () => {
    const byMail = await server.person({ name: 'Zed Quill', email: 'umami@example.com' });
    expect(await people('uma')).toEqual(['Uma Adler', 'Zed Quill']);
    expect(await people('adler')).toEqual(['Uma Adler']);
    expect(await people('um')).toEqual(['Uma Adler', 'Olga Umland', byMail.name]);
    expect(await people('olga summit')).toEqual(['Olga Umland']);
    expect(await people('summer')).toEqual(['Uma Adler']);
  });

  test('whose name has letters no keyboard here has', async () => {
    await server.person({ name: 'Žofie Sørensen' });
    expect(await people('sorensen')).toEqual(['Žofie Sørensen']);
    expect(await people('zof')).toEqual(['Žofie Sørensen']);
  });

  test('one by an id, however many there are before', async () => {
    for (let more = 0; more < 21; more += 1) await server.person({ name: `Aaron Early ${more}` });
    expect((await staff.call(staffUsers, { query: { id: agent.id } })).data.map(({ name }) => name)).toEqual(['Uma Adler']);
  });
});
