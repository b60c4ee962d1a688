/** Tenants of companies that are suspended or closed: their hosts, certificates, senders, and what becomes of their domains. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { closedDays, releaseClosed } from '#server/domains/organizations/closed.ts';
import { lookAtDueDomains } from '#server/domains/tenant/sweep.ts';
import { findSender } from '#server/mail/senders.ts';
import type { Client, TestCompany } from './harness.ts';
import { type Outside, startOutside } from './outside.ts';
import { askHost, publish } from './tenant.stage.ts';

const calls = routes.tenant;
let outside: Outside;
let company: TestCompany;
let owner: Client;
let head: Client;
let organization: { readonly id: number };
let domain = '';
let nth = 0;

beforeAll(async () => {
  outside = await startOutside();
});
afterAll(() => outside.close());
beforeEach(async () => {
  const { server } = outside;
  organization = await server.organization();
  company = await server.company({ organizationId: organization.id });
  owner = await server.worker(company, 'owner');
  const person = await server.person();
  await server.owner.insertInto('organization_users').values({ organization_id: organization.id, user_id: person.id }).execute();
  head = await server.signedIn(person);
  nth += 1;
  domain = `quiet-cove-${nth}.com`;
  const claimed = await owner.call(calls.createDomain, { body: { domain } });
  publish(outside.sandbox, claimed.records);
  await owner.call(calls.syncDomain, { params: { id: claimed.id ?? 0 } });
  const { emailSender } = await owner.call(calls.startSender, { body: { address: `help@${domain}` } });
  publish(outside.sandbox, emailSender?.records ?? []);
  await owner.call(calls.lookSender);
});

const setStatus = (status: 'active' | 'suspended' | 'closed') =>
  head.call(routes.organizations.setStatus, { params: { orgId: organization.id, accountId: company.id }, body: { status } });
const ask = async (host: string, path: string) => (await askHost(outside.server.url, host, path)).status;
const state = async () => ({
  app: await ask(`app.${domain}`, '/api/client-config'),
  certificate: await ask('127.0.0.1', `/internal/tls/allowed?domain=app.${domain}`),
  sends: (await findSender(outside.server.services, company.id)) !== null,
});
const up = { app: 200, certificate: 200, sends: true };
const down = { app: 421, certificate: 404, sends: false };
const lookedAt = async () =>
  (await outside.server.owner.selectFrom('custom_domains').select('looked_at').where('company_id', '=', company.id).executeTakeFirstOrThrow()).looked_at;

test('a company that is suspended has no host, no certificate and no sender, and gets them back', async () => {
  expect(await state()).toEqual(up);
  await setStatus('suspended');
  expect(await state()).toEqual(down);
  await setStatus('active');
  expect(await state()).toEqual(up);
});

test('nothing of a suspended company is looked at', async () => {
  await owner.call(calls.createDomain, { body: { domain: `still-${domain}` } });
  await setStatus('suspended');
  await lookAtDueDomains(outside.server.services);
  expect(await lookedAt()).toBeNull();
  await setStatus('active');
  await lookAtDueDomains(outside.server.services);
  expect(await lookedAt()).not.toBeNull();
});

test('a company that stays closed leaves its domain to who owns it next', async () => {
  await setStatus('closed');
  expect(await state()).toEqual(down);
  const other = await outside.server.worker(await outside.server.company(), 'owner');
  const check = async () => (await other.call(calls.checkDomain, { query: { domainName: domain } })).isValid;
  const since = (days: number) =>
    outside.server.owner
      .updateTable('companies')
      .set({ account_status_at: sql<Date>`now() - make_interval(days => ${days})` })
      .where('id', '=', company.id)
      .execute();
  await since(closedDays - 1);
  await releaseClosed(outside.server.services);
  expect(await check()).toBe(false);
  await since(closedDays + 1);
  await releaseClosed(outside.server.services);
  expect(await check()).toBe(true);
  const left = await outside.server.owner.selectFrom('email_senders').select('company_id').where('company_id', '=', company.id).execute();
  expect(left).toEqual([]);
  await setStatus('active');
  expect(await owner.call(calls.domain)).toMatchObject({ status: 'none' });
});
