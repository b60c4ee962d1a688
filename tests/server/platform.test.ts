import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { routes } from '#contract/index.ts';
import { formatFileUrl } from '#server/files/links.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { altered } from './stage.ts';

let server: TestServer;
let company: TestCompany;
let person: Client;

beforeAll(async () => {
  server = await startServer();
  company = await server.company();
  person = await server.worker(company);
});
afterAll(() => server.close());

describe('the server', () => {
  test('says that it is there and ready', async () => {
    expect(await person.fetch('/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await person.fetch('/ready')).toMatchObject({ status: 200, body: { status: 'ready' } });
  });

  test('tells the app what it must know before anybody signs in', async () => {
    expect(await server.stranger().call(routes.system.config)).toMatchObject({ name: 'Keyline', realtime: { key: 'keyline', host: null }, sandboxUrl: null });
  });

  test('names each request, and keeps its answers out of caches', async () => {
    const first = await person.fetch('/api/client-config');
    const second = await person.fetch('/api/client-config');
    expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'));
    expect(first.headers.get('cache-control')).toBe('no-store');
  });

  test('lets an answer of the API load nothing, and a page its own files alone', async () => {
    const answer = await person.fetch('/api/client-config');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const page = await person.fetch('/health');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(page.headers.get('x-frame-options')).toBe('DENY');
  });

  test('slows down who asks too often, and says for how long', async () => {
    const slow = await startServer({ config: { rateFactor: 1 / 30 } });
    const login = { email: 'nobody@example.com', password: 'wrong' };
    await slow.stranger().exchange(routes.auth.login, { body: login });
    const refused = await slow.stranger().exchange(routes.auth.login, { body: login });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await slow.close();
  });

  test('counts sessions that somebody makes up by their address', async () => {
    const slow = await startServer({ config: { rateFactor: 1 / 400 } });
    const someone = slow.stranger();
    const guess = async (at: number) => (await someone.fetch('/api/user', { headers: { authorization: `Bearer made-up-${at}` } })).status;
    const statuses = [];
    for (let at = 0; at < 5; at += 1) statuses.push(await guess(at));
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    await slow.close();
  });

  test('counts a user as one, however the credential is spelled', async () => {
    const slow = await startServer({ config: { rateFactor: 1 / 400 } });
    const someone = await slow.person();
    const signedIn = await slow.signedIn(someone);
    const answers = [];
    for (let at = 0; at < 8; at += 1) answers.push((await signedIn.fetch('/api/user', { headers: { authorization: `Junk ${at}` } })).status);
    expect(answers.slice(-2)).toEqual([429, 429]);
    await slow.close();
  });

  test('refuses while the database is away, and goes on when it is back', async () => {
    await server.database.goAway();
    expect(await person.exchange(routes.auth.currentUser)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(await person.fetch('/ready')).toMatchObject({ status: 503 });
    expect(await person.fetch('/health')).toMatchObject({ status: 200 });
    await server.database.comeBack();
    await vi.waitFor(async () => expect(await person.fetch('/ready')).toMatchObject({ status: 200 }), { timeout: 10_000 });
    expect(await person.exchange(routes.auth.currentUser)).toMatchObject({ status: 200 });
  });
});

describe('a file', () => {
  const text = 'hello, this is a file';
  let fileId: number;
  const put = async (name: string, contentType: string) => {
    const key = `test/${name.length}`;
    await server.services.files.put(key, Buffer.from(text));
    const values = { company_id: company.id, name, content_type: contentType, bytes: text.length, storage_key: key };
    const { id } = await server.owner.insertInto('files').values(values).returning('id').executeTakeFirstOrThrow();
    await server.owner.insertInto('greetings').values({ company_id: company.id, name, file_id: id }).execute();
    return id;
  };
  const link = () => formatFileUrl(server.services.sealer, { fileId, companyId: company.id });
  beforeAll(async () => {
    fileId = await put('r"é\u0007sumé.txt', 'text/plain');
  });

  test('is read by its link, as a download that nothing executes', async () => {
    const answer = await person.fetch(link());
    expect(answer).toMatchObject({ status: 200, text });
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w. -]+"; filename\*=UTF-8''/);
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  });

  test.each([
    ['bytes=0-4', 206, 'hello', `bytes 0-4/${text.length}`],
    ['bytes=-4', 206, 'file', `bytes ${text.length - 4}-${text.length - 1}/${text.length}`],
    ['bytes=7-', 206, text.slice(7), `bytes 7-${text.length - 1}/${text.length}`],
    ['bytes=500-', 416, '', `bytes */${text.length}`],
    ['lines=1-2', 200, text, null],
  ])('answers the range %s', async (range, status, body, contentRange) => {
    const answer = await person.fetch(link(), { headers: { range } });
    expect([answer.status, answer.text, answer.headers.get('content-range')]).toEqual([status, body, contentRange]);
  });

  test('is not there by a link that was altered, is no link, or is another company’s', async () => {
    const other = await server.company();
    const statuses = await Promise.all(
      [
        altered(link()),
        `/api/files/${server.services.sealer.sign('cursor', { fileId, companyId: company.id })}`,
        formatFileUrl(server.services.sealer, { fileId, companyId: other.id }),
      ].map(async (address) => (await person.fetch(address)).status),
    );
    expect(statuses).toEqual([410, 410, 404]);
    expect(await server.stranger().refusal(routes.system.file, { params: { token: 'made-up' } })).toMatchObject({ status: 410, code: 'link_expired' });
  });

  test('is not sent again to a browser that has it and may still see it', async () => {
    const first = await person.fetch(link());
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(await person.fetch(link(), { headers })).toMatchObject({ status: 304, text: '' });
    expect(await server.stranger().fetch(link(), { headers })).toMatchObject({ status: 401 });
  });

  test('is answered as the contract has it', async () => {
    const token = link().split('/').at(-1) ?? '';
    expect(await person.exchange(routes.system.file, { params: { token } })).toMatchObject({ status: 200, text });
    expect(await person.exchange(routes.system.openapi)).toMatchObject({ status: 200, body: { openapi: '3.1.0' } });
  });
});

test('what staff do while they act as somebody stands in the audit log', async () => {
  const [staff, customer] = [await server.person({ isStaff: true }), await server.person()];
  await server.membership(customer, company, 'owner');
  const acting = (await server.signedIn(customer, { impersonator: staff })).in(company);
  await acting.call(routes.companies.update, { params: { id: company.id }, body: { name: 'Renamed' } });
  const rows = await server.owner
    .selectFrom('audit_log')
    .select(['user_id', 'impersonator_id', 'company_id', 'action'])
    .where('impersonator_id', '=', staff.id)
    .execute();
  expect(rows).toContainEqual({ user_id: customer.id, impersonator_id: staff.id, company_id: company.id, action: 'companies.update' });
});

test('an administrator of the organization sits in its companies', async () => {
  const organization = await server.organization();
  const child = await server.company({ organizationId: organization.id });
  const admin = await server.person();
  await server.owner.insertInto('organization_users').values({ organization_id: organization.id, user_id: admin.id }).execute();
  const client = await server.signedIn(admin);
  expect(await client.in(child).call(routes.me.abilities)).toMatchObject({ companyId: child.id, role: 'administrator' });
  expect(await client.refusal(routes.organizations.get, { params: { id: 999_999 } })).toMatchObject({ status: 404 });
});
