/** API keys: who makes them, what a key reaches and what not, when it is refused, and what is kept of it. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiKeyRole, ApiKeyScope } from '#contract/apiKeys/enums.ts';
import { apiKeyLimits } from '#contract/apiKeys/limits.ts';
import { routes } from '#contract/index.ts';
import { formatFileUrl } from '#server/files/links.ts';
import { isChange, isForApiKeys } from '#server/http/authorize.ts';
import { listNamedRoutes } from '#server/http/namedRoutes.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { refused } from './stage.ts';
import { askHost, putDomainInUse } from './tenant.stage.ts';

const { apiKeys } = routes;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

let made = 0;
const createName = () => {
  made += 1;
  return `Software ${made}`;
};

interface KeyGiven {
  readonly role?: ApiKeyRole;
  readonly scope?: ApiKeyScope;
  readonly expiresInDays?: number;
}
const create = (by: Client, company: TestCompany, { role = 'administrator', scope = 'write', ...more }: KeyGiven = {}) =>
  by.call(apiKeys.create, { params: { companyId: company.id }, body: { name: createName(), role, scope, ...more } });

/** A caller that has a key and nothing else. */
function softwareWith(secret: string, company?: TestCompany): Client {
  const client = company ? server.stranger().in(company) : server.stranger();
  client.bearer = secret;
  return client;
}

/** A company with its owner, and software with a key of it. */
async function shop(given: KeyGiven = {}) {
  const company = await server.company();
  const boss = await server.worker(company, 'owner');
  const key = await create(boss, company, given);
  return { company, boss, key, software: softwareWith(key.secret, company) };
}
const list = async (by: Client, company: TestCompany) => (await by.call(apiKeys.list, { params: { companyId: company.id } })).data;

describe('a key', () => {
  test('is shown once, and known afterwards by how it begins', async () => {
    const { company, boss, key } = await shop({ role: 'reporting', scope: 'read', expiresInDays: 30 });
    expect(key.secret).toMatch(/^keyline_[\w-]{43}$/);
    const [listed] = await list(boss, company);
    expect(listed).toEqual({
      id: key.id,
      name: key.name,
      start: key.secret.slice(0, 14),
      role: 'reporting',
      scope: 'read',
      state: 'active',
      createdBy: { id: boss.person.id, name: boss.person.name },
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      lastUsedAt: null,
    });
    expect(Date.parse(listed?.expiresAt ?? '') - Date.parse(listed?.createdAt ?? '')).toBe(30 * 86_400_000);
    const row = await server.owner.selectFrom('api_keys').selectAll().where('id', '=', key.id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(key.secret.slice(14));
    expect(row.secret_hash).toBe(server.services.sealer.hash(key.secret));
  });

  test('makes the calls its role may make, in the name of who made it', async () => {
    const { company, boss, key, software } = await shop();
    expect((await software.call(routes.companies.get, { params: { id: company.id } })).id).toBe(company.id);
    const { id } = await software.call(routes.tags.create, { body: { name: 'By software' } });
    expect(await server.owner.selectFrom('tags').select('company_id').where('id', '=', id).executeTakeFirst()).toEqual({ company_id: company.id });
    expect(Date.now() - Date.parse((await list(boss, company)).find((each) => each.id === key.id)?.lastUsedAt ?? '')).toBeLessThan(60_000);
    const bills = softwareWith((await create(boss, company, { role: 'billing' })).secret, company);
    expect(await refused(bills.refusal(routes.contacts.list))).toMatchObject({ status: 403, code: 'forbidden' });
  });

  test('needs to name no company, however many its maker works in', async () => {
    const { boss, company, key } = await shop();
    const other = await server.company();
    await server.membership(boss.person, other, 'owner');
    const line = await server.number(company);
    const software = softwareWith(key.secret);
    expect((await software.call(routes.numbers.get, { params: { idOrNumber: line.number } })).id).toBe(line.id);
    expect((await software.call(routes.numbers.update, { params: { id: line.id }, body: { label: 'By software' } })).label).toBe('By software');
    const { id } = await software.call(routes.contacts.create, { body: { name: 'Ana Lima', number: '+14155550134' } });
    expect(await server.owner.selectFrom('contacts').select('company_id').where('id', '=', id).executeTakeFirst()).toEqual({ company_id: company.id });
  });

  test('reaches no other company, not even one of its maker', async () => {
    const { boss, software, key } = await shop();
    const other = await server.company();
    await server.membership(boss.person, other, 'owner');
    const line = await server.number(other);
    expect(await refused(software.in(other).refusal(routes.numbers.list))).toMatchObject({ status: 404 });
    expect(await refused(softwareWith(key.secret).refusal(routes.numbers.get, { params: { idOrNumber: String(line.id) } }))).toMatchObject({ status: 404 });
    expect(await refused(softwareWith(key.secret).refusal(routes.numbers.remove, { params: { id: line.id } }))).toMatchObject({ status: 404 });
    expect(await refused(software.in(other).refusal(apiKeys.list, { params: { companyId: other.id } }))).toMatchObject({ status: 404 });
  });

  test('makes no call of a person, an organization or staff, and where it reads no change', async () => {
    const { boss, company, software } = await shop();
    const reader = softwareWith((await create(boss, company, { scope: 'read' })).secret, company);
    const wrong: string[] = [];
    for (const { name, route } of listNamedRoutes()) {
      if (['public', 'mfa', 'account'].includes(route.access) || route.path.startsWith('/staff/catalog/')) continue;
      const isOurs = isForApiKeys(route);
      const path = `/api${route.path.replaceAll('{companyId}', String(company.id)).replaceAll(/\{\w+\}/g, '1')}`;
      const ask = async (by: Client) => (await by.fetch(path, { method: route.method, headers: { 'x-company-id': String(company.id) } })).status;
      if (!isOurs && (await ask(software)) !== 403) wrong.push(`${name} with a key`);
      if ((!isOurs || isChange(route)) && (await ask(reader)) !== 403) wrong.push(`${name} with a key that reads`);
    }
    expect(wrong).toEqual([]);
    expect(await refused(reader.refusal(routes.tags.create, { body: { name: 'Never' } }))).toMatchObject({ status: 403 });
    expect((await reader.call(routes.numbers.list, {})).data).toEqual([]);
  });

  test('has nothing that is its maker’s own: no exports, views, favorites, mails, mutes or hours', async () => {
    const { boss, company, software } = await shop();
    const at = { params: { companyId: company.id } };
    const exported = [
      () => software.refusal(routes.calls.search, { query: { async: true } }),
      () => software.refusal(routes.calls.search, { query: { format: 'csv' } }),
      () => software.refusal(routes.analytics.calls, { query: { group: 'number', target: 'day', async: true } }),
    ];
    for (const ask of exported) expect(await refused(ask())).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await server.owner.selectFrom('exports').select('id').where('company_id', '=', company.id).execute()).toEqual([]);
    const own = [
      () => software.refusal(routes.savedViews.list, at),
      () => software.refusal(routes.savedViews.create, { ...at, body: { list: 'inbox', name: 'Mine', view: {} } }),
      () => software.refusal(routes.favoriteReports.list),
      () => software.refusal(routes.reportMails.list, at),
      () => software.refusal(routes.notifications.blocks, at),
      () => software.refusal(routes.integrations.crmRedirect, at),
      () => software.refusal(routes.schedule.get, { ...at, query: { user: true } }),
      () => software.refusal(routes.schedule.save, { ...at, body: { user: true, timezone: 'UTC' } }),
    ];
    for (const ask of own) expect(await refused(ask())).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await boss.call(routes.savedViews.list, at)).data).toEqual([]);
    expect((await software.call(routes.schedule.save, { ...at, body: { timezone: 'Europe/Berlin' } })).timezone).toBe('Europe/Berlin');
  });

  test('fetches no export of its maker by its link', async () => {
    const { boss, company, software } = await shop();
    const storage_key = `${company.id}/${crypto.randomUUID()}`;
    await server.services.files.put(storage_key, Buffer.from('rows'));
    const file = { company_id: company.id, name: 'calls.csv', content_type: 'text/csv', bytes: 4, storage_key };
    const { id } = await server.owner.insertInto('files').values(file).returning('id').executeTakeFirstOrThrow();
    await server.owner
      .insertInto('exports')
      .values({
        company_id: company.id,
        created_by: boss.person.id,
        kind: 'calls',
        format: 'csv',
        columns: ['number'],
        tz: 'UTC',
        key: crypto.randomUUID(),
        file_id: id,
      })
      .execute();
    const url = formatFileUrl(server.services.sealer, { fileId: id, companyId: company.id });
    expect([(await boss.fetch(url)).status, (await software.fetch(url)).status]).toEqual([200, 404]);
  });

  test('changes and removes users below an owner where its role manages them', async () => {
    const { boss, company, software } = await shop();
    const { person: colleague } = await server.worker(company, 'user');
    const of = (userId: number) => ({ params: { companyId: company.id, userId } });
    expect((await software.call(routes.users.change, { ...of(colleague.id), body: { role: 'reporting' } })).role).toBe('reporting');
    await software.call(routes.users.remove, of(colleague.id));
    expect(await server.owner.selectFrom('memberships').select('role').where('user_id', '=', colleague.id).execute()).toEqual([]);
    expect(await refused(software.refusal(routes.users.change, { ...of(boss.person.id), body: { role: 'user' } }))).toMatchObject({ status: 403 });
    expect(await refused(software.refusal(routes.users.remove, of(boss.person.id)))).toMatchObject({ status: 403 });
  });

  test('invites no one: who comes by an invitation would outlive it', async () => {
    const { company, software } = await shop();
    const invitation = { params: { companyId: company.id }, body: { email: 'mole@evil.example', role: 'user' as const } };
    expect(await refused(software.refusal(routes.invites.create, invitation))).toMatchObject({ status: 403, code: 'forbidden' });
  });

  test('fills in no custom field of a user, not even of who made it, where its role may not change fields', async () => {
    const { boss, company, key } = await shop({ role: 'user' });
    const field = await boss.call(routes.customFields.create, {
      params: { type: 'User' },
      body: { name: 'Shirt size' },
    });
    const given = { params: { companyId: company.id, type: 'User' as const }, body: { ids: [boss.person.id], attributeId: field.id, value: 'L' } };
    expect(await softwareWith(key.secret, company).refusal(routes.customFields.setValues, given)).toMatchObject({ status: 403 });
    await boss.call(routes.customFields.setValues, given);
  });

  test('works no number that its maker does not', async () => {
    const { boss, company, software } = await shop();
    const [mine, theirs] = [await server.number(company), await server.number(company)];
    const seen = async () => (await software.call(routes.numbers.list, {})).data.map(({ id }) => id).toSorted();
    expect(await seen()).toEqual([mine.id, theirs.id].toSorted());
    await server.owner
      .updateTable('memberships')
      .set({ number_ids: [mine.id] })
      .where('user_id', '=', boss.person.id)
      .execute();
    expect(await seen()).toEqual([mine.id]);
    expect(await refused(software.refusal(routes.numbers.get, { params: { idOrNumber: String(theirs.id) } }))).toMatchObject({ status: 404 });
  });

  test('shares nothing with an organization, though its maker administers it, and says why', async () => {
    const organization = await server.organization();
    const company = await server.company({ organizationId: organization.id });
    const boss = await server.worker(company, 'owner');
    await server.owner.insertInto('organization_users').values({ organization_id: organization.id, user_id: boss.person.id }).execute();
    const software = softwareWith((await create(boss, company)).secret, company);
    const answer = await software.refusal(routes.tags.create, { body: { name: 'Shared', businessUnitId: organization.id } });
    expect([answer.status, answer.body]).toMatchObject([403, { message: 'Not available to API keys' }]);
    expect((await boss.call(routes.tags.create, { body: { name: 'Shared', businessUnitId: organization.id } })).businessUnitId).toBe(organization.id);
  });

  test('is taken at a host of its own company, and at no other company’s', async () => {
    const [own, other] = [await shop(), await shop()];
    await putDomainInUse(server, own.company, 'keys-harbor.com');
    const ask = async (secret: string) =>
      (await askHost(server.url, 'api.keys-harbor.com', '/api/me/abilities', { headers: { authorization: `Bearer ${secret}` } })).status;
    expect([await ask(own.key.secret), await ask(other.key.secret)]).toEqual([200, 401]);
  });

  test('that asks too often is slowed down, and its maker is not', async () => {
    const slow = await startServer({ config: { rateFactor: 1 / 200 } });
    const company = await slow.company();
    const boss = await slow.worker(company, 'owner');
    const { secret } = await create(boss, company);
    const software = slow.stranger().in(company);
    software.bearer = secret;
    const answers: number[] = [];
    for (let at = 0; at < 9; at += 1) answers.push((await software.exchange(routes.numbers.list, {})).status);
    expect(answers.slice(-2)).toEqual([429, 429]);
    expect((await boss.exchange(routes.numbers.list, {})).status).toBe(200);
    await slow.close();
  });

  test('is no session of its maker', async () => {
    const { company, software } = await shop();
    expect(await refused(software.refusal(routes.auth.currentUser))).toMatchObject({ status: 403 });
    const body = { socketId: '1.1', channelName: `private-company-${company.id}` };
    expect(await refused(software.refusal(routes.auth.channelAuth, { body }))).toMatchObject({ status: 403 });
  });
});

describe('a key is refused', () => {
  const isOut = async (software: Client) =>
    expect(await refused(software.refusal(routes.numbers.list, {}))).toMatchObject({ status: 401, code: 'unauthenticated' });

  test('when it was made up, or deleted', async () => {
    const { company, boss, key, software } = await shop();
    await isOut(softwareWith(`keyline_${randomBytes(32).toString('base64url')}`, company));
    await software.call(routes.numbers.list, {});
    await boss.call(apiKeys.delete, { params: { companyId: company.id, id: key.id } });
    await isOut(software);
    expect(await list(boss, company)).toEqual([]);
    expect(await refused(boss.refusal(apiKeys.delete, { params: { companyId: company.id, id: key.id } }))).toMatchObject({ status: 404 });
  });

  test('when its time is over', async () => {
    const { company, boss, key, software } = await shop({ expiresInDays: 1 });
    await software.call(routes.numbers.list, {});
    await server.owner
      .updateTable('api_keys')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('id', '=', key.id)
      .execute();
    await isOut(software);
    expect((await list(boss, company))[0]?.state).toBe('expired');
  });

  test('once who made it is no owner any more, has left, or is disabled', async () => {
    const { company, boss, software } = await shop();
    const heir = await server.worker(company, 'owner');
    const seat = (role: 'owner' | 'administrator') =>
      server.owner.updateTable('memberships').set({ role }).where('user_id', '=', boss.person.id).where('company_id', '=', company.id).execute();
    await seat('administrator');
    await isOut(software);
    expect((await list(heir, company))[0]?.state).toBe('stopped');
    await seat('owner');
    await software.call(routes.numbers.list, {});
    await server.owner.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', boss.person.id).execute();
    await isOut(software);
    await server.owner.updateTable('users').set({ disabled_at: null }).where('id', '=', boss.person.id).execute();
    await server.owner.deleteFrom('memberships').where('user_id', '=', boss.person.id).execute();
    await isOut(software);
    const [left] = await list(heir, company);
    expect([left?.state, left?.createdBy]).toEqual(['stopped', { id: boss.person.id, name: 'Removed user' }]);
  });

  test('while its company is suspended, in words', async () => {
    const { company, software } = await shop();
    await server.owner.updateTable('companies').set({ account_status: 'suspended' }).where('id', '=', company.id).execute();
    expect(await refused(software.refusal(routes.numbers.list, {}))).toMatchObject({ status: 403, code: 'account_suspended' });
  });
});

describe('keys of a company', () => {
  test('are made by its owner alone, and in person', async () => {
    const { company, boss, software } = await shop();
    const body = { name: createName(), role: 'user', scope: 'read' } as const;
    const params = { companyId: company.id };
    const admin = await server.worker(company, 'administrator');
    expect(await refused(admin.refusal(apiKeys.create, { params, body }))).toMatchObject({ status: 403 });
    expect(await refused(software.refusal(apiKeys.create, { params, body }))).toMatchObject({ status: 403 });
    const acting = (await server.signedIn(boss.person, { impersonator: await server.person({ isStaff: true }) })).in(company);
    expect(await refused(acting.refusal(apiKeys.create, { params, body }))).toMatchObject({ status: 403 });
    expect(await list(boss, company)).toHaveLength(1);
  });

  test('have names of their own, no owner’s role, a known lifetime, and an end to their number', async () => {
    const { company, boss, key } = await shop();
    const params = { companyId: company.id };
    const ask = (body: object) =>
      refused(boss.refusal(apiKeys.create, { params, body: { name: createName(), role: 'user', scope: 'read', ...body } as never }));
    expect(await ask({ name: key.name })).toEqual({ status: 409, code: 'conflict', field: 'name' });
    expect(await ask({ name: ' ' })).toMatchObject({ status: 422, field: 'name' });
    expect(await ask({ role: 'owner' })).toMatchObject({ status: 422, field: 'role' });
    expect(await ask({ scope: 'all' })).toMatchObject({ status: 422, field: 'scope' });
    expect(await ask({ expiresInDays: 0 })).toMatchObject({ status: 422, field: 'expires_in_days' });
    const more = await Promise.all(
      Array.from({ length: apiKeyLimits.keys + 3 }, () =>
        create(boss, company).then(
          () => 'made',
          () => 'refused',
        ),
      ),
    );
    expect(more.filter((each) => each === 'made')).toHaveLength(apiKeyLimits.keys - 1);
    expect(await ask({})).toMatchObject({ status: 422 });
  });

  test('are in the audit log when they are made and deleted', async () => {
    const { company, boss, key } = await shop();
    await boss.call(apiKeys.delete, { params: { companyId: company.id, id: key.id } });
    const rows = await server.owner
      .selectFrom('audit_log')
      .select(['action', 'subject', 'user_id'])
      .where('company_id', '=', company.id)
      .where('action', 'like', 'apiKey.%')
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { action: 'apiKey.created', subject: key.name, user_id: boss.person.id },
      { action: 'apiKey.deleted', subject: key.name, user_id: boss.person.id },
    ]);
  });

  test('are named in the audit log beside who made them, also once they are deleted', async () => {
    const { company, boss, key, software } = await shop();
    const { person: colleague } = await server.worker(company, 'user');
    const params = { companyId: company.id };
    await software.call(routes.users.remove, { params: { ...params, userId: colleague.id } });
    await boss.call(apiKeys.delete, { params: { ...params, id: key.id } });
    const { data } = await boss.call(routes.audit.list, { params, query: { q: key.name } });
    expect(data.map(({ action, userName, apiKeyName }) => ({ action, userName, apiKeyName }))).toEqual([
      { action: 'Deleted an API key', userName: boss.person.name, apiKeyName: null },
      { action: 'Removed a user', userName: boss.person.name, apiKeyName: key.name },
      { action: 'Created an API key', userName: boss.person.name, apiKeyName: null },
    ]);
  });
});
