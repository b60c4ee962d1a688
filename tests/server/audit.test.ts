/** The audit log as a customer reads it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { currentTransaction } from '#server/db/tenancy.ts';
import { callWords } from '#server/domains/audit/words.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { refused } from './stage.ts';

let server: TestServer;
let unit: { readonly id: number };
let company: TestCompany;
let other: TestCompany;
let owner: Awaited<ReturnType<TestServer['worker']>>;
const { list } = routes.audit;
const entries = (client: Client, query: object = {}) => client.call(list, { params: { companyId: company.id }, query });

beforeAll(async () => {
  server = await startServer();
  unit = await server.organization('North');
  company = await server.company({ name: 'Acme', organizationId: unit.id });
  other = await server.company({ name: 'Elsewhere' });
  owner = await server.worker(company, 'owner');
});
afterAll(() => server.close());

test('tells what staff did and read as a user, and does not name them', async () => {
  const staff = await server.person({ name: 'Secret Staff', isStaff: true });
  const acting = (await server.signedIn(owner.person, { impersonator: staff })).in(company);
  await acting.call(routes.companies.get, { params: { id: company.id } });
  await acting.call(routes.companies.update, { params: { id: company.id }, body: { name: 'Acme & Sons' } });
  await owner.call(routes.companies.brand, { params: { id: company.id }, body: { accent: '#112233' } });
  const { data, meta } = await entries(owner);
  expect(data.map(({ userName, isStaff, isRead, action }) => ({ userName, isStaff, isRead, action }))).toEqual([
    { userName: owner.person.name, isStaff: false, isRead: false, action: 'Changed the brand of the company' },
    { userName: owner.person.name, isStaff: true, isRead: false, action: 'Changed the company' },
    { userName: owner.person.name, isStaff: true, isRead: true, action: 'Read the company' },
  ]);
  expect(meta).toEqual({ currentPage: 1, total: 3, lastPage: 1, perPage: 50 });
  expect(JSON.stringify(data)).not.toContain('Secret');
  expect((await entries(owner, { staff: 1 })).meta.total).toBe(2);
  expect((await entries(owner, { q: 'read the company' })).meta.total).toBe(1);
  expect((await entries(owner, { q: owner.person.name })).meta.total).toBe(3);
  expect((await entries(owner, { q: 'nothing%' })).meta.total).toBe(0);
  expect((await entries(owner, { perPage: 1, page: 3 })).data).toMatchObject([{ isRead: true }]);
});

test('tells what was done in its organization, and nothing of another company', async () => {
  const person = await server.person({ name: 'Head Office' });
  await server.owner.insertInto('organization_users').values({ organization_id: unit.id, user_id: person.id }).execute();
  const head = await server.signedIn(person);
  await head.call(routes.organizations.update, { params: { id: unit.id }, body: { name: 'South' } });
  expect((await entries(owner)).data[0]).toMatchObject({ action: 'Renamed the organization', subject: 'South' });
  const stranger = await server.worker(other, 'owner');
  expect((await stranger.call(list, { params: { companyId: other.id } })).data).toEqual([]);
  const seen = server.services.tenancy.company([other.id], stranger.person.id, () => currentTransaction().selectFrom('audit_log').select('id').execute());
  expect(await seen).toEqual([]);
});

test('says every call in words for people, and ids without the names of parameters', async () => {
  for (const [id, words] of callWords)
    expect(words, id).toMatch(/^(?:[A-Z][a-z]+)(?: (?:API|DNI|GA4|CRM|(?:Google|Meta|Microsoft) Ads|Google Analytics|[a-z’]+(?:-[a-z]+)*))*$/);
  expect(callWords.get('contacts.delete')).toBe('Deleted contacts');
  const subject = JSON.stringify({ companyId: company.id, contactId: 12, id: 7, key: 'a-key' });
  await server.owner.insertInto('audit_log').values({ action: 'read:contacts.get', company_id: company.id, subject, address: '' }).execute();
  expect((await entries(owner)).data[0]).toMatchObject({ action: 'Read contacts', subject: 'ID 12, ID 7' });
});

test('shows words that look like a program’s as they are', async () => {
  for (const name of ['{', '{"a":1}', '{Curly} & Sons']) {
    await server.owner.insertInto('audit_log').values({ action: 'user.removed', company_id: company.id, subject: name, address: '' }).execute();
    expect((await entries(owner)).data[0]).toMatchObject({ action: 'Removed a user', subject: name });
  }
  await server.owner.insertInto('audit_log').values({ action: 'contacts.get', company_id: company.id, subject: 'no JSON', address: '' }).execute();
  expect((await entries(owner)).data[0]).toMatchObject({ subject: null });
});

test('is read by owners and administrators alone', async () => {
  for (const role of ['billing', 'reporting', 'user'] as const) {
    const member = await server.worker(company, role);
    expect(await refused(member.refusal(list, { params: { companyId: company.id } }))).toMatchObject({ status: 403 });
  }
});
