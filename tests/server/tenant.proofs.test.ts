/** Proofs over time: what is in use is looked at each day, ends after a week without its records, and never by silence. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { tenantLimits } from '#contract/tenant/limits.ts';
import { lookAtDueDomains } from '#server/domains/tenant/sweep.ts';
import type { Client, TestCompany } from './harness.ts';
import { type Outside, startOutside } from './outside.ts';
import { askHost, publish, target } from './tenant.stage.ts';

const calls = routes.tenant;
let outside: Outside;
let company: TestCompany;
let owner: Client;
let domain = '';
let nth = 0;

beforeAll(async () => {
  outside = await startOutside();
});
afterAll(() => outside.close());
beforeEach(async () => {
  company = await outside.server.company();
  owner = await outside.server.worker(company, 'owner');
  nth += 1;
  domain = `lasting-pier-${nth}.com`;
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const put = (name: string, values: string[], fault?: 'servfail') =>
  outside.sandbox.nameServer.put({ name, type: 'TXT', values, ...(fault === undefined ? {} : { fault }) });
const sweep = () => lookAtDueDomains(outside.server.services);
const setDomain = (row: { readonly looked_at?: Date; readonly missing_since?: Date; readonly claimed_at?: Date; readonly elsewhere_since?: Date }) =>
  outside.server.owner.updateTable('custom_domains').set(row).where('company_id', '=', company.id).execute();
const setSender = (row: { readonly looked_at?: Date; readonly missing_since?: Date }) =>
  outside.server.owner.updateTable('email_senders').set(row).where('company_id', '=', company.id).execute();

async function useDomain() {
  const claimed = await owner.call(calls.createDomain, { body: { domain } });
  publish(outside.sandbox, claimed.records);
  await owner.call(calls.syncDomain, { params: { id: claimed.id ?? 0 } });
  await setDomain({ claimed_at: daysAgo(100) });
  const [ownership] = claimed.records;
  return { name: ownership?.name ?? '', value: ownership?.value ?? '' };
}
async function useSender() {
  const { emailSender } = await owner.call(calls.startSender, { body: { address: `help@${domain}` } });
  publish(outside.sandbox, emailSender?.records ?? []);
  await owner.call(calls.lookSender);
  return emailSender?.records[0]?.name ?? '';
}
const showDomain = () => owner.call(calls.domain);
const showSender = async () => (await owner.call(calls.get)).emailSender;

test('a domain is out of use once a host leads elsewhere for certain: whoever has it could collect what people type there', async () => {
  await useDomain();
  const lead = (to: string) => outside.sandbox.nameServer.put({ name: `app.${domain}`, type: 'CNAME', values: [to] });
  const longAgo = () => setDomain({ elsewhere_since: new Date(Date.now() - (tenantLimits.elsewhereMinutes + 1) * 60_000) });
  lead('proxy.example.net');
  await setDomain({ looked_at: daysAgo(2) });
  await sweep();
  expect(await showDomain()).toMatchObject({ status: 'synced', records: [{}, { status: 'mismatch' }, {}] });
  lead(target);
  await longAgo();
  await sweep();
  expect(await showDomain()).toMatchObject({ status: 'synced', records: [{}, { status: 'verified' }, {}] });
  lead('proxy.example.net');
  for (const round of [1, 2]) await setDomain({ looked_at: daysAgo(round) }).then(sweep);
  expect((await showDomain()).status).toBe('synced');
  await longAgo();
  await sweep();
  expect(await showDomain()).toMatchObject({ status: 'verified', syncedAt: null });
  expect((await owner.call(calls.get)).host).toBeNull();
});

test('a domain in use is looked at once a day, and says when it ends unless its record is found', async () => {
  const { name, value } = await useDomain();
  put(name, ['another text']);
  await sweep();
  expect(await showDomain()).toMatchObject({ status: 'synced', expiresAt: null, records: [{ status: 'verified' }, {}, {}] });
  await setDomain({ looked_at: daysAgo(2) });
  await sweep();
  const missed = await showDomain();
  expect(missed).toMatchObject({ status: 'synced', records: [{ status: 'mismatch' }, { status: 'verified' }, { status: 'verified' }] });
  const left = Date.parse(missed.expiresAt ?? '') - Date.now();
  expect(Math.round(left / 86_400_000)).toBe(tenantLimits.proofDays);
  put(name, [value]);
  await setDomain({ looked_at: daysAgo(2) });
  await sweep();
  expect(await showDomain()).toMatchObject({ status: 'synced', expiresAt: null });
});

test('one that was missing for a week goes out of use, and another company may prove it', async () => {
  const { name } = await useDomain();
  const ask = async () => (await askHost(outside.server.url, `app.${domain}`, '/api/client-config')).status;
  const other = await outside.server.worker(await outside.server.company(), 'owner');
  put(name, []);
  await setDomain({ missing_since: daysAgo(tenantLimits.proofDays - 1), looked_at: daysAgo(2) });
  await sweep();
  expect([(await showDomain()).status, await ask()]).toEqual(['synced', 200]);
  await setDomain({ missing_since: daysAgo(tenantLimits.proofDays + 1), looked_at: daysAgo(2) });
  await sweep();
  expect(await showDomain()).toMatchObject({ status: 'expired', verifiedAt: null, syncedAt: null });
  expect(await ask()).toBe(421);
  expect(await other.call(calls.checkDomain, { query: { domainName: domain } })).toMatchObject({ isValid: true });
});

test('silence ends nothing, however long', async () => {
  const { name, value } = await useDomain();
  const key = await useSender();
  put(name, [value], 'servfail');
  put(key, ['v=DKIM1'], 'servfail');
  const long = { missing_since: daysAgo(90), looked_at: daysAgo(2) };
  await setDomain(long);
  await setSender(long);
  await sweep();
  expect((await showDomain()).status).toBe('synced');
  expect((await showSender())?.status).toBe('verified');
});

test('a sender is looked at once a day; one whose key was gone for a week is verified anew', async () => {
  const key = await useSender();
  const kept = outside.sandbox.nameServer.list().find(({ name }) => name === key);
  put(key, []);
  await setSender({ looked_at: daysAgo(2) });
  await sweep();
  expect(await showSender()).toMatchObject({ status: 'verified', expiresAt: expect.any(String) });
  await setSender({ looked_at: daysAgo(2), missing_since: daysAgo(tenantLimits.proofDays + 1) });
  await sweep();
  expect(await showSender()).toMatchObject({ status: 'started', verifiedAt: null, expiresAt: null });
  put(key, [...(kept?.values ?? [])]);
  await sweep();
  expect(await showSender()).toMatchObject({ status: 'verified' });
});

test('a fresh sender is looked at with each round', async () => {
  const { emailSender } = await owner.call(calls.startSender, { body: { address: `help@${domain}` } });
  await sweep();
  expect(await showSender()).toMatchObject({ status: 'started', lookedAt: expect.any(String) });
  publish(outside.sandbox, emailSender?.records ?? []);
  await sweep();
  expect(await showSender()).toMatchObject({ status: 'verified' });
});

test('a name with addresses waits while the target has none', async () => {
  const claimed = await owner.call(calls.createDomain, { body: { domain } });
  const { nameServer } = outside.sandbox;
  nameServer.put({ name: `app.${domain}`, type: 'A', values: ['203.0.113.7'] });
  const look = async () => (await owner.call(calls.lookDomain, { params: { id: claimed.id ?? 0 } })).records[1];
  expect(await look()).toMatchObject({ status: 'pending', message: `${target} has no address yet: ask the operator of this server.` });
  nameServer.put({ name: target, type: 'A', values: ['203.0.113.7'] });
  expect(await look()).toMatchObject({ status: 'verified' });
  nameServer.put({ name: target, type: 'A', values: ['203.0.113.8'] });
  expect(await look()).toMatchObject({ status: 'mismatch' });
  nameServer.put({ name: target, type: 'A', values: [] });
});

test('one lost answer about the target ends nothing', async () => {
  await useDomain();
  const { nameServer } = outside.sandbox;
  const [v4, v6] = ['203.0.113.7', '2001:db8::7'];
  nameServer.put({ name: `app.${domain}`, type: 'CNAME', values: [] });
  for (const name of [`app.${domain}`, target]) {
    nameServer.put({ name, type: 'A', values: [v4] });
    nameServer.put({ name, type: 'AAAA', values: [v6] });
  }
  await setDomain({ looked_at: daysAgo(2) });
  await sweep();
  expect((await showDomain()).records[1]).toMatchObject({ status: 'verified' });
  nameServer.put({ name: target, type: 'AAAA', values: [v6], fault: 'servfail' });
  await setDomain({ looked_at: daysAgo(2) });
  await sweep();
  expect(await showDomain()).toMatchObject({ status: 'synced', records: [{}, { status: 'verified' }, {}] });
  for (const type of ['A', 'AAAA'] as const) nameServer.put({ name: target, type, values: [] });
});

test('a record that the database can’t take, and one that can’t be looked at, keep no other from being looked at', async () => {
  const claimed = await owner.call(calls.createDomain, { body: { domain } });
  put(claimed.records[0]?.name ?? '', ['keyline\u0000\u0007']);
  await sweep();
  expect((await showDomain()).records[0]).toMatchObject({ status: 'mismatch', found: ['keyline\ufffd\ufffd'] });
  const other = await outside.server.company();
  const theirs = await outside.server.worker(other, 'owner');
  const fresh = await theirs.call(calls.createDomain, { body: { domain: `other-${domain}` } });
  await setDomain({ looked_at: daysAgo(1) });
  const { services } = outside.server;
  const dns = {
    ...services.dns,
    findTexts: async (name: string) => {
      if (name === claimed.records[0]?.name) throw new Error('No answer to read');
      return services.dns.findTexts(name);
    },
  };
  await expect(lookAtDueDomains({ ...services, dns })).rejects.toThrow('Looking at 1 domains or senders failed');
  expect((await theirs.call(calls.domain)).lookedAt).not.toBeNull();
  expect(Date.parse((await showDomain()).lookedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  expect(fresh.lookedAt).toBeNull();
});

test('the checklist shows no address of a network that is not public', async () => {
  const claimed = await owner.call(calls.createDomain, { body: { domain } });
  const { nameServer } = outside.sandbox;
  nameServer.put({ name: target, type: 'A', values: ['203.0.113.7'] });
  nameServer.put({ name: `app.${domain}`, type: 'A', values: ['10.0.0.5', '8.8.8.8'] });
  const { records } = await owner.call(calls.lookDomain, { params: { id: claimed.id ?? 0 } });
  expect(records[1]).toMatchObject({ status: 'mismatch', found: ['8.8.8.8'] });
  nameServer.put({ name: target, type: 'A', values: [] });
});
