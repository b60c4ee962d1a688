/** Reach of a company's own host: that company alone, for all who sign in there. The host is in the company's hands. */
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestCompany, type TestServer } from './harness.ts';
import { askHost, putDomainInUse, signInAt } from './tenant.stage.ts';

const [password, host] = ['three ships in a harbor', 'app.reach-harbor.com'];
let server: TestServer;
let company: TestCompany;
let other: TestCompany;
let organization: { readonly id: number };

beforeAll(async () => {
  server = await startServer();
  organization = await server.organization();
  company = await server.company();
  other = await server.company({ organizationId: organization.id });
  await putDomainInUse(server, company, 'reach-harbor.com');
});
afterAll(() => server.close());

/** Somebody of both companies who administers the organization of the other; signed in at a host. */
async function signIn(at: string, given: { readonly isStaff?: boolean } = {}) {
  const person = await server.person({ ...given, passwordHash: await hash(password) });
  for (const each of [company, other]) await server.membership(person, each, 'owner');
  await server.owner.insertInto('organization_users').values({ organization_id: organization.id, user_id: person.id }).execute();
  const ask = await signInAt(server, at, person, password);
  return { person, ask };
}

test('another company of whoever signs in there is not there, nor in any list', async () => {
  const { ask } = await signIn(host);
  expect((await ask(`/company/${company.id}`)).status).toBe(200);
  expect((await ask(`/company/${other.id}`)).status).toBe(404);
  expect((await ask(`/contacts?company_id=${other.id}`)).status).toBe(404);
  expect((await ask('/realtime/auth', { channel_name: `private-company.${other.id}`, socket_id: '1.1' })).status).toBe(404);
  expect((await ask('/companies/slim')).body).toMatchObject({ data: [{ id: company.id }], meta: { total: 1 } });
  const elsewhere = await signIn('127.0.0.1');
  expect((await elsewhere.ask(`/company/${other.id}`)).status).toBe(200);
  expect((await elsewhere.ask('/companies/slim')).body).toMatchObject({ meta: { total: 2 } });
});

test('organizations, the staff’s door and new companies are refused there', async () => {
  const { ask } = await signIn(host, { isStaff: true });
  expect((await ask(`/business-units/${organization.id}/business-unit-companies`)).status).toBe(403);
  expect((await ask('/business-units')).body).toMatchObject({ data: [] });
  expect((await ask('/staff/companies')).status).toBe(403);
  expect((await ask('/companies', { company_info: { name: 'Elsewhere' }, skip_number: 1 })).status).toBe(403);
});

test('a token that was made there is worth nothing elsewhere', async () => {
  const { person } = await signIn(host);
  const made = await askHost(server.url, host, '/api/sanctum/createTokenSession', {
    method: 'POST',
    body: { email: person.email, password, device_name: 'app-D1' },
  });
  const token = /"access_token":"([^"]+)"/.exec(made.text)?.[1] ?? '';
  const status = async (at: string) => (await askHost(server.url, at, '/api/companies/slim', { headers: { authorization: `Bearer ${token}` } })).status;
  expect([await status(host), await status('api.reach-harbor.com'), await status('127.0.0.1')]).toEqual([200, 200, 401]);
});
