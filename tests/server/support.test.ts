/** Support tickets: a row, a mail to support that answers the user, and nothing that was typed is read as a header, as HTML or as a foreign page. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { type MailCatcher, startMailCatcher } from '#sandbox/mail/catcher.ts';
import { mailTicket } from '#server/domains/support/mail.ts';
import { onFailpoint } from '#server/jobs/failpoints.ts';
import { Client, type Person, startServer, type TestCompany, type TestServer } from './harness.ts';
import { png } from './samples.ts';
import { refused } from './stage.ts';
import { askHost, readCookies } from './tenant.stage.ts';

const { ask } = routes.support;
const supportEmail = 'help@keyline.example';

let catcher: MailCatcher;
let server: TestServer;
let company: TestCompany;
let person: Client & { readonly person: Person };
let count = 0;
const key = () => `ticket-key-${++count}`;

beforeAll(async () => {
  catcher = await startMailCatcher({ port: 0 });
  const mail = { smtpUrl: `smtp://127.0.0.1:${catcher.port}`, from: 'Keyline <keyline@keyline.example>' };
  server = await startServer({ config: { mail, supportEmail, hosts: ['keyline.internal:8443'] } });
});
afterAll(async () => {
  onFailpoint(() => {});
  await server.close();
  await catcher.close();
});
beforeEach(async () => {
  company = await server.company({ name: 'Acme\r\nBcc: victim@example.com' });
  person = await server.worker(company, 'user');
});

const asked = (body: object, files: readonly { name: string; type: string; bytes: Uint8Array | string }[] = []) =>
  person.call(ask, { params: { companyId: company.id }, body: { key: key(), message: 'Calls are missing', ...body }, files });
const refusal = (body: object, files: readonly { name: string; type: string; bytes: Uint8Array | string }[] = []) =>
  refused(person.refusal(ask, { params: { companyId: company.id }, body: { key: key(), message: 'Calls are missing', ...body }, files }));
const mailOf = (id: number) =>
  expect.poll(() => catcher.messages(supportEmail).filter(({ subject }) => subject.includes(`ticket ${id}:`)), { timeout: 15_000 });

test('a ticket is a row and a mail with its files, whose answers go to the user', async () => {
  const ticket = await asked({ callbackRequested: true, callbackNumber: '(212) 555-0123', pageUrl: `${server.config.publicUrl}/acme/inbox/12?q=secret#x` }, [
    { name: 'screen.png', type: 'image/png', bytes: png },
  ]);
  expect(ticket).toMatchObject({
    message: 'Calls are missing',
    callbackNumber: '+12125550123',
    callbackRequested: true,
    pageUrl: '/acme/inbox/12',
    attachments: [{ name: 'screen.png' }],
  });
  await mailOf(ticket.id).toHaveLength(1);
  const [mail] = catcher.messages(supportEmail);
  expect(mail).toMatchObject({ replyTo: person.person.email, attachments: [{ name: 'screen.png', type: 'image/png' }] });
  expect(mail?.text).toContain('Call back: +1 212-555-0123');
  expect(mail?.text).toContain(`Page: ${server.config.publicUrl}/acme/inbox/12`);
  expect(mail?.text).not.toContain('secret');
});

test('a name or a message begins no header, adds no reader, and is no HTML', async () => {
  await server.owner.updateTable('users').set({ first_name: 'Eve\r\nBcc: victim@example.com\r\n' }).where('id', '=', person.person.id).execute();
  const ticket = await asked({ message: 'Hi\r\nBcc: victim@example.com\r\n\r\n<img src=x onerror=alert(1)>' });
  await mailOf(ticket.id).toHaveLength(1);
  expect(catcher.messages('victim@example.com')).toEqual([]);
  const [mail] = catcher.messages(supportEmail);
  expect(mail?.to).toEqual([supportEmail]);
  expect(mail?.subject).toContain('Acme Bcc: victim@example.com');
  expect(mail?.text).toContain('<img src=x onerror=alert(1)>');
});

test('a ticket is asked on a page of any host of ours', async () => {
  for (const pageUrl of ['/acme/inbox', 'http://keyline.internal:8443/acme/inbox', `${server.config.publicUrl}/acme/inbox`])
    expect(await asked({ pageUrl })).toMatchObject({ pageUrl: '/acme/inbox' });
});

test('a ticket is asked at a tenant’s own host, on its pages alone', async () => {
  const [host, stranger] = ['app.harbor-support.com', 'https://app.harbor-support.com/acme/inbox'];
  expect(await refusal({ pageUrl: stranger })).toMatchObject({ status: 422, field: 'page_url' });
  const names = { app_subdomain: 'app', api_subdomain: 'api', app_host: host, api_host: 'api.harbor-support.com' };
  const domain = { company_id: company.id, domain: 'harbor-support.com', ...names, auth_token_hash: 'none' };
  await server.owner
    .insertInto('custom_domains')
    .values({ ...domain, verified_at: new Date(), synced_at: new Date() })
    .execute();
  server.services.tenantHosts.invalidate();
  await server.owner.updateTable('sessions').set({ host }).where('user_id', '=', person.person.id).execute();
  const session = `keyline_session=${person.cookies.get('keyline_session')}`;
  const csrf = readCookies(await askHost(server.url, host, '/api/csrf-cookie', { headers: { cookie: session } })).get('XSRF-TOKEN') ?? '';
  const headers = { cookie: `${session}; XSRF-TOKEN=${csrf}`, 'x-xsrf-token': decodeURIComponent(csrf) };
  const ticket = (pageUrl: string) =>
    askHost(server.url, host, `/api/contact/support-ticket/${company.id}`, {
      method: 'POST',
      headers,
      body: { key: key(), message: 'Help', page_url: pageUrl },
    });
  for (const pageUrl of ['/acme/inbox', stranger]) expect((await ticket(pageUrl)).body).toMatchObject({ pageUrl: '/acme/inbox' });
  expect((await ticket('https://app.elsewhere.com/acme/inbox')).status).toBe(422);
});

test('the same key twice is one ticket and one mail', async () => {
  const body = { key: key(), message: 'Once' };
  const input = { params: { companyId: company.id }, body, files: [{ name: 'a.png', type: 'image/png', bytes: png }] };
  const [one, two] = [await person.call(ask, input), await person.call(ask, input)];
  expect(two.id).toBe(one.id);
  expect(two.attachments).toHaveLength(1);
  await mailOf(one.id).toHaveLength(1);
  expect(await server.owner.selectFrom('support_tickets').select('id').where('company_id', '=', company.id).execute()).toHaveLength(1);
});

test('killed after the mail it mails again under the same id, and after the note never', async () => {
  const ticket = await asked({});
  await mailOf(ticket.id).toHaveLength(1);
  const job = { companyId: company.id, ticketId: ticket.id };
  const noted = () => server.owner.selectFrom('support_tickets').select('mailed_at').where('id', '=', ticket.id).executeTakeFirstOrThrow();
  await expect.poll(async () => (await noted()).mailed_at, { timeout: 15_000 }).not.toBeNull();
  await mailTicket(server.services, job);
  await mailOf(ticket.id).toHaveLength(1);
  await server.owner.updateTable('support_tickets').set({ mailed_at: null }).where('id', '=', ticket.id).execute();
  onFailpoint((name) => {
    if (name === 'support.mail: after the mail') throw new Error('killed');
  });
  await expect(mailTicket(server.services, job)).rejects.toThrow('killed');
  onFailpoint(() => {});
  await mailTicket(server.services, job);
  await mailOf(ticket.id).toHaveLength(3);
  expect(
    new Set(
      catcher
        .messages(supportEmail)
        .filter(({ subject }) => subject.includes(`ticket ${ticket.id}:`))
        .map(({ messageId }) => messageId),
    ).size,
  ).toBe(1);
});

test('people of a suspended company ask support why, and reach nothing else; software, strangers and people of a closed company do not', async () => {
  const boss = await server.worker(company, 'owner');
  const { secret } = await boss.in(company).call(routes.apiKeys.create, { body: { name: 'Warehouse', role: 'user', scope: 'write' } });
  const setStatus = (account_status: 'suspended' | 'closed') =>
    server.owner.updateTable('companies').set({ account_status }).where('id', '=', company.id).execute();
  await setStatus('suspended');
  const input = { params: { companyId: company.id }, body: { key: key(), message: 'Why are we suspended?' } };
  const files = [{ name: 'letter.png', type: 'image/png', bytes: png }];
  const ticket = await person.call(ask, { ...input, files });
  expect(ticket).toMatchObject({ message: 'Why are we suspended?', attachments: [{ name: 'letter.png' }] });
  await mailOf(ticket.id).toHaveLength(1);
  expect(catcher.messages(supportEmail)[0]).toMatchObject({ replyTo: person.person.email });
  // The same again is the same ticket, and another person's key is their own.
  expect((await person.call(ask, { ...input, files })).id).toBe(ticket.id);
  expect((await boss.call(ask, { ...input, body: { ...input.body, message: 'And mine?' } })).message).toBe('And mine?');
  expect(await refused(person.refusal(routes.companies.get, { params: { id: company.id } }))).toMatchObject({ status: 403, code: 'account_suspended' });

  const software = new Client(server.url);
  software.bearer = secret;
  expect(await refused(software.refusal(ask, input))).toMatchObject({ status: 403, code: 'account_suspended' });
  const stranger = await server.worker(await server.company(), 'owner');
  expect(await refused(stranger.in(company).refusal(ask, input))).toMatchObject({ status: 404 });
  await setStatus('closed');
  expect(await refused(person.refusal(ask, input))).toMatchObject({ status: 403, code: 'account_closed' });
});

test.each([
  ['no message', { message: '  ' }, 'message'],
  ['a callback without a number', { callbackRequested: true }, 'callback_number'],
  ['a number that is none', { callbackNumber: 'call me' }, 'callback_number'],
  ['a page elsewhere', { pageUrl: 'https://evil.example/acme' }, 'page_url'],
  ['a page that is a script', { pageUrl: 'javascript:alert(1)' }, 'page_url'],
])('%s is refused at its field', async (_what, body, field) => {
  expect(await refusal(body)).toMatchObject({ status: 422, field });
});

test.each([
  ['a zip that calls itself a picture', 'image/png', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(60)])],
  ['HTML', 'text/html', '<script>alert(1)</script>'],
  ['a test virus', 'application/octet-stream', 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'],
])('%s is no attachment', async (_what, type, bytes) => {
  expect(await refusal({}, [{ name: 'a.png', type, bytes }])).toMatchObject({ status: 415 });
  expect(await server.owner.selectFrom('support_tickets').select('id').where('company_id', '=', company.id).execute()).toEqual([]);
});

test('more than five files, or more than 5 MB, are refused', async () => {
  const file = (name: string) => ({ name, type: 'image/png', bytes: png });
  expect(
    await refusal(
      {},
      ['1', '2', '3', '4', '5', '6'].map((name) => file(`${name}.png`)),
    ),
  ).toMatchObject({ status: 422, field: 'attachments' });
  expect(
    await refusal({}, [{ name: 'a.pdf', type: 'application/pdf', bytes: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(5_000_001)]) }]),
  ).toMatchObject({
    status: 413,
  });
});
