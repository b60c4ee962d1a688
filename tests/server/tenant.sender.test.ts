/** The sender of a tenant's mail: records judged one by one, and a mail that a receiver takes for signed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { type MailCatcher, startMailCatcher } from '#sandbox/mail/catcher.ts';
import type { Client, TestCompany } from './harness.ts';
import { type Outside, startOutside } from './outside.ts';
import { refused } from './stage.ts';
import { askHost, publish, readCookies } from './tenant.stage.ts';

const calls = routes.tenant;
let outside: Outside;
let catcher: MailCatcher;

beforeAll(async () => {
  catcher = await startMailCatcher({ port: 0, getNameServer: () => outside?.sandbox.nameServer ?? null });
  outside = await startOutside({ config: { mail: { smtpUrl: `smtp://127.0.0.1:${catcher.port}`, from: 'Keyline <keyline@keyline.example>' } } });
});
afterAll(async () => {
  await outside.close();
  await catcher.close();
});

async function own(): Promise<{ company: TestCompany; owner: Client }> {
  const company = await outside.server.company();
  return { company, owner: await outside.server.worker(company, 'owner') };
}
const put = (name: string, values: string[]) => outside.sandbox.nameServer.put({ name, type: 'TXT', values });
const sender = async (owner: Client) => {
  const { emailSender } = await owner.call(calls.lookSender);
  if (!emailSender) throw new Error('No sender');
  return emailSender;
};
const statuses = async (owner: Client) => Object.fromEntries((await sender(owner)).records.map(({ purpose, status }) => [purpose, status]));

/** A domain in use whose mail has a verified sender; its host. */
async function openHost(owner: Client, domain: string): Promise<string> {
  const claimed = await owner.call(calls.createDomain, { body: { domain } });
  publish(outside.sandbox, claimed.records);
  await owner.call(calls.syncDomain, { params: { id: claimed.id ?? 0 } });
  const { emailSender } = await owner.call(calls.startSender, { body: { address: `help@${domain}`, name: 'Pier' } });
  publish(outside.sandbox, emailSender?.records ?? []);
  expect((await sender(owner)).status).toBe('verified');
  return `app.${domain}`;
}
async function post(host: string, path: string, body: unknown): Promise<void> {
  const csrf = readCookies(await askHost(outside.server.url, host, '/api/csrf-cookie')).get('XSRF-TOKEN') ?? '';
  const headers = { cookie: `XSRF-TOKEN=${csrf}`, 'x-xsrf-token': decodeURIComponent(csrf) };
  expect((await askHost(outside.server.url, host, path, { method: 'POST', headers, body })).status).toBe(200);
}
const forget = (host: string, email: string) => post(host, '/api/password/forgot', { email });

describe('a sender', () => {
  test('is started with a key of its own, which nobody reads back (FLOW-191)', async () => {
    const { company, owner } = await own();
    const { emailSender } = await owner.call(calls.startSender, { body: { address: 'Help@Harbor-Mail.com', name: 'Harbor' } });
    expect(emailSender).toMatchObject({ address: 'help@harbor-mail.com', name: 'Harbor', status: 'started', verifiedAt: null });
    expect(emailSender?.records.map(({ purpose, isRequired }) => [purpose, isRequired])).toEqual([
      ['dkim', true],
      ['spf', true],
      ['bounce', true],
      ['dmarc', false],
    ]);
    const row = await outside.server.owner.selectFrom('email_senders').selectAll().where('company_id', '=', company.id).executeTakeFirstOrThrow();
    expect(row.private_key).not.toContain('PRIVATE');
    const again = await owner.call(calls.startSender, { body: { address: 'office@harbor-mail.com' } });
    expect(again.emailSender?.records[0]?.value).toBe(emailSender?.records[0]?.value);
    expect(again.emailSender?.name).toBe('Harbor');
    expect((await owner.call(calls.startSender, { body: { address: 'office@harbor-mail.com', clear: ['name'] } })).emailSender?.name).toBeNull();
    const other = await owner.call(calls.startSender, { body: { address: 'office@harbor-post.com' } });
    expect(other.emailSender?.records[0]?.value).not.toBe(emailSender?.records[0]?.value);
  });

  test.each(['ana@localhost', 'ana@keyllne.com', 'ana@10.0.0.1', 'ana@co.uk'])('is refused in words for %s', async (address) => {
    const { owner } = await own();
    expect(await refused(owner.refusal(calls.startSender, { body: { address } }))).toMatchObject({ status: 422, field: 'address' });
  });

  test('has its records judged one by one; a policy is offered where there is none (FLOW-192)', async () => {
    const { owner } = await own();
    const domain = 'quay-mail.com';
    const { emailSender } = await owner.call(calls.startSender, { body: { address: `help@${domain}` } });
    expect(await statuses(owner)).toEqual({ dkim: 'pending', spf: 'pending', bounce: 'pending', dmarc: 'pending' });
    put(domain, ['v=spf1 include:mail.example -all', 'a text of somebody']);
    put(`_dmarc.${domain}`, ['v=DMARC1; p=reject', 'v=DMARC1; p=none']);
    const mixed = await sender(owner);
    expect(mixed.records.map(({ status }) => status)).toEqual(['pending', 'mismatch', 'pending', 'mismatch']);
    expect(mixed.records[1]?.message).toContain('Add include:spf.edge.keyline.example to the record that is here');
    put(domain, ['v=spf1 include:mail.example -all', 'v=spf1 include:spf.edge.keyline.example ~all']);
    expect((await sender(owner)).records[1]?.message).toContain('Two SPF records');
    put(domain, ['v=spf1 include:mail.example include:spf.edge.keyline.example -all']);
    const [dkim, , bounce] = emailSender?.records ?? [];
    put(dkim?.name ?? '', [`${dkim?.value ?? ''}`]);
    publish(outside.sandbox, bounce ? [bounce] : []);
    // The policy is somebody's mistake, and none of ours: it holds nothing up.
    expect(await sender(owner)).toMatchObject({ status: 'verified', verifiedAt: expect.any(String) });
    put(`_dmarc.${domain}`, ['v=DMARC1; p=reject']);
    expect(await statuses(owner)).toMatchObject({ dmarc: 'verified' });
    // One look that finds nothing withdraws nothing.
    put(dkim?.name ?? '', []);
    expect((await sender(owner)).status).toBe('verified');
  });

  test.each([
    ['spf.edge.keyline.example', 'TXT', 'spf'],
    ['bounce.edge.keyline.example', 'TXT', 'bounce'],
    ['bounce.edge.keyline.example', 'MX', 'bounce'],
  ] as const)('waits for the operator’s own %s (%s), and says so', async (name, type, purpose) => {
    const { nameServer } = outside.sandbox;
    const kept = nameServer.list().find((record) => record.name === name && record.type === type);
    if (!kept) throw new Error('No such record of the edge');
    const { owner } = await own();
    const { emailSender } = await owner.call(calls.startSender, { body: { address: `help@cove-${purpose}-${type.toLowerCase()}.com` } });
    publish(outside.sandbox, emailSender?.records ?? []);
    nameServer.put({ name, type, values: [] });
    const waiting = await sender(owner);
    expect(waiting.status).toBe('started');
    expect(waiting.records.find((record) => record.purpose === purpose)).toMatchObject({
      status: 'pending',
      message: `Nothing to change here. ${name} has no ${type === 'MX' ? 'MX' : 'SPF'} record yet: ask the operator of this server to publish it.`,
    });
    nameServer.put(kept);
    expect((await sender(owner)).status).toBe('verified');
  });

  test('signs mail to people of the own address, as a receiver checks it; others get it from the installation', async () => {
    const { company, owner } = await own();
    const domain = 'pier-mail.com';
    await owner.call(calls.update, { body: { name: 'Pier' } });
    const host = await openHost(owner, domain);
    const person = await outside.server.person();
    await outside.server.membership(person, company, 'user');
    await forget(host, person.email);
    await expect.poll(() => catcher.messages(person.email).length, { timeout: 10_000 }).toBe(1);
    const [mail] = catcher.messages(person.email);
    expect(mail).toMatchObject({ from: `help@${domain}`, subject: 'Reset your Pier password', verdict: { dkim: 'pass', domain, spf: 'pass', dmarc: 'pass' } });
    expect(mail?.text).toContain(`http://${host}:`);
    await owner.call(calls.removeSender);
    expect((await owner.call(calls.get)).emailSender).toBeNull();
    await outside.server.stranger().call(routes.auth.forgotPassword, { body: { email: person.email } });
    await expect.poll(() => catcher.messages(person.email).length, { timeout: 10_000 }).toBe(2);
    expect(catcher.messages(person.email)[0]).toMatchObject({
      from: 'keyline@keyline.example',
      subject: 'Reset your Keyline password',
      verdict: { dkim: 'none' },
    });
    expect(catcher.messages(person.email)[0]?.text).toContain(outside.publicUrl);
  });

  test('invites to the own host whoever is new; an account that opens another company is led to the installation', async () => {
    const { owner } = await own();
    const host = await openHost(owner, 'mole-mail.com');
    const known = await outside.server.person();
    await outside.server.membership(known, await outside.server.company(), 'user');
    await owner.call(routes.invites.create, { body: { emails: [known.email, 'new@mole-guests.com'], role: 'user' } });
    const textOf = async (email: string) => {
      await expect.poll(() => catcher.messages(email).length, { timeout: 10_000 }).toBe(1);
      return catcher.messages(email)[0]?.text ?? '';
    };
    expect(await textOf('new@mole-guests.com')).toContain(`http://${host}:`);
    expect(await textOf(known.email)).toContain(`${outside.publicUrl}/invites?token=`);
  });

  test('leads nobody of another company, no administrator of an organization and no staff to the own host: a link there would be its owner’s to collect', async () => {
    const { company, owner } = await own();
    const host = await openHost(owner, 'jetty-mail.com');
    const other = await outside.server.company();
    const [foreign, both, head, staff, alone] = await Promise.all([{}, {}, {}, { isStaff: true }, {}].map((given) => outside.server.person(given)));
    if (!foreign || !both || !head || !staff || !alone) throw new Error('No people');
    await outside.server.membership(foreign, other, 'user');
    for (const person of [both, head, staff]) await outside.server.membership(person, company, 'user');
    await outside.server.membership(both, other, 'user');
    const organization = await outside.server.organization();
    await outside.server.owner.insertInto('organization_users').values({ organization_id: organization.id, user_id: head.id }).execute();
    for (const { email } of [foreign, both, head, staff, alone]) {
      await forget(host, email);
      await expect.poll(() => catcher.messages(email).length, { timeout: 10_000 }).toBe(1);
      const [mail] = catcher.messages(email);
      expect(mail).toMatchObject({ from: 'keyline@keyline.example', subject: 'Reset your Keyline password', verdict: { dkim: 'none' } });
      expect(mail?.text).toContain(`${outside.publicUrl}/password/reset?token=`);
      expect(mail?.text).not.toContain(host);
    }
    // The same for a sign-up with an address that has an account.
    await post(host, '/api/client/signup/check', { email: foreign.email });
    await expect.poll(() => catcher.messages(foreign.email).length, { timeout: 10_000 }).toBe(2);
    expect(catcher.messages(foreign.email)[0]?.text).toContain(`${outside.publicUrl}/sign-in`);
  });

  test('is an owner’s to start, to look at and to give up', async () => {
    const { company } = await own();
    const administrator = await outside.server.worker(company, 'administrator');
    expect((await administrator.refusal(calls.startSender, { body: { address: 'a@harbor-mail.com' } })).status).toBe(403);
    expect((await administrator.refusal(calls.lookSender)).status).toBe(403);
    expect((await administrator.refusal(calls.removeSender)).status).toBe(403);
  });
});
