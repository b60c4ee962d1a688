/** Sessions at a company's own host can't act on the organization of that company, nor on the person in their other companies. */
import { hash } from '@node-rs/argon2';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { routes } from '#contract/index.ts';
import { type Client, type Person, startServer, type TestCompany, type TestServer } from './harness.ts';
import { askHost, putDomainInUse, signInAt } from './tenant.stage.ts';

const [password, host] = ['three ships in a harbor', 'app.person-harbor.com'];
let server: TestServer;
let organization: { readonly id: number };
let company: TestCompany;
let sister: TestCompany;
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await hash(password);
  server = await startServer();
  organization = await server.organization('Harbor Group');
  company = await server.company({ organizationId: organization.id });
  sister = await server.company({ organizationId: organization.id });
  await putDomainInUse(server, company, 'person-harbor.com');
});
afterAll(() => server.close());

type Asks = Awaited<ReturnType<typeof signInAt>>;
interface Signed {
  readonly person: Person;
  /** Their browser at our own host. */
  readonly ours: Client;
  readonly ask: Asks;
}

/** An owner of these companies who administers their organization, at our own host and at the company's. */
async function signIn(companies: readonly TestCompany[] = [company, sister], isAdministrator = companies.length > 1): Promise<Signed> {
  const person = await server.person({ passwordHash });
  for (const each of companies) await server.membership(person, each, 'owner');
  if (isAdministrator) await server.owner.insertInto('organization_users').values({ organization_id: organization.id, user_id: person.id }).execute();
  return { person, ours: (await server.signedIn(person)).in(company), ask: await signInAt(server, host, person, password) };
}

test('what companies of an organization share is not changed at the host of one of them', async () => {
  const { ours, ask } = await signIn();
  const pool = await ours.call(routes.dni.createPool, {
    body: { name: 'All of us', origins: ['harbor-bikes.com'], targetNumbers: ['(415) 555-0100'], numberIds: [], businessUnitId: organization.id },
  });
  const tag = await ours.call(routes.tags.create, { body: { name: 'Ads', businessUnitId: organization.id } });
  const field = await ours.call(routes.customFields.create, { params: { type: 'Organization' }, body: { name: 'Sector', businessUnitId: organization.id } });
  const value = { attribute_id: field.id, value: 'Boats', ids: [organization.id] };
  const calls: readonly (readonly [string, string, unknown?])[] = [
    ['DELETE', `/companies/${company.id}/dniPools/${pool.id}`],
    ['PUT', `/companies/${company.id}/dniPools/${pool.id}`, { name: 'Mine' }],
    ['POST', `/companies/${company.id}/tags`, { name: 'Radio', business_unit_id: organization.id }],
    ['DELETE', `/companies/${company.id}/tags/${tag.id}`],
    ['POST', `/eavEntityTypes/Number/eavAttributes?company_id=${company.id}`, { name: 'Brand', business_unit_id: organization.id }],
    ['DELETE', `/eavAttributes/${field.id}?company_id=${company.id}`],
    ['PUT', `/companies/${company.id}/eavValues/Organization`, value],
    ['POST', `/dni/reports/calls?company_id=${company.id}`, { business_unit: organization.id, start_date: '2026-01-01', end_date: '2026-01-31' }],
  ];
  for (const [method, path, body] of calls) expect([path, (await ask(path, body, method)).status]).toEqual([path, 403]);
  expect((await ours.call(routes.dni.pools)).data).toMatchObject([{ id: pool.id, name: 'All of us' }]);
  expect((await ask(`/companies/${company.id}/tags`, { name: 'Own' })).status).toBe(200);
});

test('the logo that the company has of its organization is shown there, no other organization’s is', async () => {
  const { person, ours, ask } = await signIn();
  const logo = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  const brand = (id: number) =>
    ours.call(routes.organizations.brand, { params: { id }, body: {}, files: [{ field: 'logo', name: 'logo.png', type: 'image/png', bytes: logo }] });
  await brand(organization.id);
  const other = await server.organization();
  await server.owner.insertInto('organization_users').values({ organization_id: other.id, user_id: person.id }).execute();
  const { branding } = await brand(other.id);
  const { body } = await ask('/companies/slim');
  const { data } = z.object({ data: z.tuple([z.object({ logoUrl: z.string() })]) }).parse(body);
  const shown = await ask(data[0].logoUrl.replace('/api', ''));
  expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png']);
  expect((await ask((branding.logoUrl ?? '').replace('/api', ''))).status).toBe(403);
});

test('a report over the organization is listed at our own host alone', async () => {
  const { ours, ask } = await signIn();
  const days = { startDate: '2026-01-01', endDate: '2026-01-31' };
  await ours.call(routes.dni.reportCalls, { body: { businessUnit: organization.id, ...days } });
  await ours.call(routes.dni.reportCalls, { body: { company: company.id, ...days } });
  expect((await ours.call(routes.dni.reports)).data).toHaveLength(2);
  expect((await ask(`/dni/reports?company_id=${company.id}`)).body).toMatchObject({ data: [{ scope: 'company' }], meta: { total: 1 } });
});

test('commands that were run at our own host are not told there', async () => {
  const { ours, ask } = await signIn();
  const run = { commandId: 'tags.create', source: 'palette', outcome: 'done' } as const;
  await ours.call(routes.me.logCommand, { body: { key: 'run-of-the-sister-1', title: 'Create tag', companyId: sister.id, args: { name: 'Secret' }, ...run } });
  await ours.call(routes.me.logCommand, { body: { key: 'run-of-no-company-1', title: 'Switch company', args: { company: sister.id }, ...run } });
  await ask('/me/command-log', {
    key: 'run-of-the-company-1',
    title: 'Create tag',
    company_id: company.id,
    command_id: 'tags.create',
    source: 'key',
    outcome: 'done',
  });
  expect((await ask('/me/command-log')).body).toMatchObject({ data: [{ companyId: company.id }], meta: { total: 1 } });
  expect((await ours.call(routes.me.commandLog)).data).toHaveLength(3);
});

test('saved layouts of our own host are neither shown, replaced nor deleted there', async () => {
  const { ours, ask } = await signIn();
  await ours.call(routes.me.saveLayout, { params: { name: 'current' }, body: { layout: { company: sister.id } } });
  expect((await ask('/me/layouts')).body).toEqual({ data: [] });
  expect((await ask('/me/layouts/current', undefined, 'DELETE')).status).toBe(404);
  for (const view of ['calls', 'inbox']) expect((await ask('/me/layouts/current', { layout: { view } }, 'PUT')).status).toBe(200);
  expect((await ask('/me/layouts')).body).toMatchObject({ data: [{ name: 'current', layout: { view: 'inbox' } }] });
  expect((await ours.call(routes.me.layouts)).data).toMatchObject([{ name: 'current', layout: { company: sister.id } }]);
});

test('preferences there name no other company, and a change keeps what is not shown', async () => {
  const { ours, ask } = await signIn();
  const [own, foreign] = [await server.number(company), await server.number(sister)];
  const saved = { pinnedCompanyIds: [sister.id, company.id], lastCompanyId: sister.id, quietNumberIds: [foreign.id, own.id] };
  await ours.call(routes.me.savePreferences, { body: saved });
  expect((await ask('/me/preferences')).body).toMatchObject({ pinnedCompanyIds: [company.id], lastCompanyId: null, quietNumberIds: [own.id] });
  const change = { theme: 'dark', pinned_company_ids: [], quiet_number_ids: [] };
  expect((await ask('/me/preferences', change, 'PUT')).body).toMatchObject({ theme: 'dark', pinnedCompanyIds: [], lastCompanyId: null, quietNumberIds: [] });
  const kept = { theme: 'dark', pinnedCompanyIds: [sister.id], lastCompanyId: sister.id, quietNumberIds: [foreign.id] };
  expect(await ours.call(routes.me.preferences)).toMatchObject(kept);
  await ask('/me/preferences', { quiet_number_ids: [own.id, foreign.id] }, 'PUT');
  expect((await ours.call(routes.me.preferences)).quietNumberIds).toEqual([foreign.id, own.id]);
});

test('phones and name of somebody with other companies are changed at our own host, which the refusal names', async () => {
  const { person, ours, ask } = await signIn();
  await ours.call(routes.me.savePhones, { body: { phones: ['+12125550199'] } });
  const phones = await ask('/me/phones', { phones: ['+12125550188'] }, 'PUT');
  expect(phones.status).toBe(403);
  expect(phones.text).toContain(`Your phones apply to all of your companies. Change them at ${server.config.publicUrl}.`);
  const name = await ask(`/users/${person.id}`, { first_name: 'Eve' }, 'PUT');
  expect(name.status).toBe(403);
  expect(name.text).toContain(`Your name and time zone apply to all of your companies. Change them at ${server.config.publicUrl}.`);
  expect(await ours.call(routes.me.phones)).toEqual({ phones: ['+12125550199'] });
});

test('somebody of that company alone changes them there', async () => {
  const { person, ask } = await signIn([company]);
  expect((await ask('/me/phones', { phones: ['+12125550177'] }, 'PUT')).body).toEqual({ phones: ['+12125550177'] });
  expect((await ask(`/users/${person.id}`, { first_name: 'Ana' }, 'PUT')).body).toMatchObject({ firstName: 'Ana' });
});

test('sessions of other hosts are neither listed nor ended there', async () => {
  const { person, ours, ask } = await signIn();
  const createDevice = (at: string) =>
    askHost(server.url, at, '/api/sanctum/createTokenSession', {
      method: 'POST',
      body: { email: person.email, password, device_name: `app-${at.replaceAll('.', '-')}` },
    });
  await createDevice('api.person-harbor.com');
  await createDevice('127.0.0.1');
  const all = (await ours.call(routes.auth.sessions)).data;
  expect(all).toHaveLength(4);
  const listed = (await ask('/user/sessions')).body;
  expect(listed).toMatchObject({
    data: [
      { kind: 'token', deviceName: 'app-api-person-harbor-com' },
      { kind: 'cookie', isCurrent: true },
    ],
  });
  const mine = all.find(({ isCurrent }) => isCurrent);
  expect((await ask(`/user/sessions/${mine?.id}`, undefined, 'DELETE')).status).toBe(404);
  expect((await ask('/sanctum/clearTokenSessions', {})).status).toBeLessThan(300);
  expect((await ours.call(routes.auth.sessions)).data.map(({ deviceName }) => deviceName)).toEqual(expect.arrayContaining(['app-127-0-0-1', null]));
  expect((await ours.call(routes.auth.sessions)).data).toHaveLength(3);
});
