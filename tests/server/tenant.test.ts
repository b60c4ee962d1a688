/** The tenant: brand by host name, the domain's checklist against the sandbox's name server, sessions of one host. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import type { CustomDomain } from '#contract/tenant/entities.ts';
import { lookAtDueDomains } from '#server/domains/tenant/sweep.ts';
import { getPort } from '#server/start.ts';
import type { Client, TestCompany } from './harness.ts';
import { type Outside, startOutside } from './outside.ts';
import { png } from './samples.ts';
import { refused } from './stage.ts';
import { askHost, publish, readCookies, target } from './tenant.stage.ts';

const calls = routes.tenant;
let outside: Outside;
let company: TestCompany;
let owner: Client;
let nth = 0;

const freshName = () => {
  nth += 1;
  return `harbor-lights-${nth}.com`;
};
const ask = (host: string, path: string, given: Parameters<typeof askHost>[3] = {}) => askHost(outside.server.url, host, path, given);

beforeAll(async () => {
  outside = await startOutside();
  company = await outside.server.company({ name: 'Harbor Lights' });
  owner = await outside.server.worker(company, 'owner');
});
afterAll(() => outside.close());

async function own(name = `Company ${nth}`): Promise<{ company: TestCompany; owner: Client }> {
  const company = await outside.server.company({ name });
  return { company, owner: await outside.server.worker(company, 'owner') };
}

const idOf = ({ id }: Pick<CustomDomain, 'id'>): number => {
  if (id === null) throw new Error('No domain');
  return id;
};

/** A domain with its records, put to use. */
async function useDomain(by: Client, domain = freshName()): Promise<CustomDomain> {
  const claimed = await by.call(calls.createDomain, { body: { domain } });
  publish(outside.sandbox, claimed.records);
  return by.call(calls.syncDomain, { params: { id: idOf(claimed) } });
}

describe('settings of a tenant', () => {
  test('are read, changed and taken back; each change is told (FLOW-190)', async () => {
    expect(await owner.call(calls.get)).toEqual({
      name: null,
      accent: null,
      supportEmail: null,
      logoUrl: null,
      host: null,
      emailSender: null,
      updatedAt: null,
    });
    const saved = await owner.call(calls.update, { body: { name: 'Harbor', accent: '#FFEE00', supportEmail: 'Help@Harbor.example' } });
    expect(saved).toMatchObject({ name: 'Harbor', accent: '#ffee00', supportEmail: 'help@harbor.example', logoUrl: null });
    expect(await owner.call(calls.update, { body: { clear: ['name', 'supportEmail'] } })).toMatchObject({ name: null, accent: '#ffee00', supportEmail: null });
  });

  test('hold a raster logo, written anew and seen without a sign-in; SVG and other files are refused', async () => {
    const withExif = await sharp({ create: { width: 64, height: 32, channels: 3, background: '#336699' } })
      .withExif({ IFD0: { Copyright: 'a secret place' } })
      .png()
      .toBuffer();
    const { logoUrl } = await owner.call(calls.update, { body: {}, files: [{ field: 'logo', name: 'logo.png', type: 'image/png', bytes: withExif }] });
    const logo = await outside.server.stranger().download(logoUrl ?? '');
    expect(logo.status).toBe(200);
    expect(logo.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await logo.arrayBuffer()).includes('a secret place')).toBe(false);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="9" height="9"/></svg>';
    const asSvg = await owner.refusal(calls.update, { body: {}, files: [{ field: 'logo', name: 'logo.svg', type: 'image/svg+xml', bytes: svg }] });
    const asPng = await owner.refusal(calls.update, { body: {}, files: [{ field: 'logo', name: 'logo.png', type: 'image/png', bytes: svg }] });
    expect([asSvg.status, asPng.status]).toEqual([415, 415]);
    const replaced = await owner.call(calls.update, { body: {}, files: [{ field: 'logo', name: 'other.png', type: 'image/png', bytes: png }] });
    expect(replaced.logoUrl).not.toBe(logoUrl);
    expect((await outside.server.stranger().download(logoUrl ?? '')).status).toBe(404);
    expect((await owner.call(calls.update, { body: { clear: ['logo'] } })).logoUrl).toBeNull();
  });

  test.each([['red'], ['url(x)'], ['#12345'], ['#123456;}']])('refuse the color %s', async (accent) => {
    expect(await refused(owner.refusal(calls.update, { body: { accent } }))).toMatchObject({ status: 422, field: 'accent' });
  });
});

describe('the name of a domain', () => {
  test.each([
    ['harbor-lights.co.uk', true, /./],
    ['HARBOR-LIGHTS.com.', true, /./],
    ['portal.harbor-lights.com', false, /Use harbor-lights.com as the domain and portal as the app subdomain/],
    ['https://harbor.com/x', false, /without https/],
    ['*.harbor.com', false, /Wildcards/],
    ['10.0.0.1', false, /not an IP address/],
    ['2130706433', false, /not an IP address/],
    ['0x7f.1', false, /not an IP address/],
    ['[::1]', false, /not an IP address/],
    ['harbor.com:8080', false, /without a port/],
    ['localhost', false, /this machine/],
    ['a..com', false, /Remove the extra dot/],
    [`${'a'.repeat(64)}.com`, false, /up to 63/],
    [`${'a.'.repeat(140)}com`, false, /up to 253/],
    ['xn--80ak6aa92e.com', false, /letters a to z/],
    ['hаrbor.com', false, /letters a to z/],
    ['-harbor.com', false, /Use letters, digits and hyphens/],
    ['harbor', false, /with its ending/],
    ['co.uk', false, /is a shared ending/],
    ['harbor.internal', false, /isn’t public/],
    ['keyllne.com', false, /looks like/],
    ['key-line.net', false, /looks like/],
    ['', false, /Enter a domain/],
  ])('%s: %s (FLOW-187)', async (domainName, isValid, reason) => {
    const check = await owner.call(calls.checkDomain, { query: { domainName: domainName === '' ? ' ' : domainName } });
    expect(check.isValid).toBe(isValid);
    if (!isValid) expect(check.reason).toMatch(reason);
    else expect(check).toMatchObject({ reason: null, registrableDomain: domainName.toLowerCase().replace(/\.$/, '') });
    const claim = isValid ? null : await owner.refusal(calls.createDomain, { body: { domain: domainName === '' ? ' ' : domainName } });
    expect(claim === null || claim.status === 422).toBe(true);
  });

  test.each([
    [{ apiSubdomain: '@' }, 'api_subdomain'],
    [{ appSubdomain: 'api' }, 'api_subdomain'],
    [{ appSubdomain: 'a_b' }, 'app_subdomain'],
    [{ appSubdomain: 'x'.repeat(64) }, 'app_subdomain'],
  ])('needs subdomains that are hosts: %o', async (given, field) => {
    expect(await refused(owner.refusal(calls.createDomain, { body: { domain: freshName(), ...given } }))).toMatchObject({ status: 422, field });
  });
});

describe('the checklist', () => {
  test('judges each record by itself, and calls nothing failed that is not there yet (FLOW-188)', async () => {
    const { owner } = await own();
    const domain = freshName();
    const claimed = await owner.call(calls.createDomain, { body: { domain, authToken: 'a-token-of-the-owner' } });
    expect(claimed).toMatchObject({ domain, status: 'claimed', hasAuthToken: true, appSubdomain: 'app', apiSubdomain: 'api' });
    expect(JSON.stringify(claimed)).not.toContain('a-token-of-the-owner');
    const look = () => owner.call(calls.lookDomain, { params: { id: idOf(claimed) } });
    const statuses = async () => (await look()).records.map(({ status }) => status);
    expect(await statuses()).toEqual(['pending', 'pending', 'pending']);
    const { nameServer } = outside.sandbox;
    const [ownership, app, api] = claimed.records;
    nameServer.put({ name: ownership?.name ?? '', type: 'TXT', values: ['v=spf1 -all'] });
    nameServer.put({ name: app?.name ?? '', type: 'CNAME', values: ['elsewhere.example.net'] });
    nameServer.put({ name: api?.name ?? '', type: 'CNAME', values: [], fault: 'servfail' });
    const mixed = await look();
    expect(mixed.records.map(({ status, found }) => [status, found])).toEqual([
      ['mismatch', ['v=spf1 -all']],
      ['mismatch', ['elsewhere.example.net']],
      ['pending', []],
    ]);
    expect(mixed.records[2]?.message).toContain('SERVFAIL');
    nameServer.put({ name: ownership?.name ?? '', type: 'TXT', values: ['v=spf1 -all', ownership?.value ?? ''] });
    expect(await look()).toMatchObject({ status: 'verified', records: [{ status: 'verified' }, { status: 'mismatch' }, { status: 'pending' }] });
    publish(outside.sandbox, claimed.records);
    nameServer.put({ name: api?.name ?? '', type: 'CNAME', values: [target] });
    expect(await statuses()).toEqual(['verified', 'verified', 'verified']);
  });

  test('takes no text that stood in DNS before, whatever token is given (AMB-124)', async () => {
    const { owner } = await own();
    const domain = freshName();
    const text = 'google-site-verification=rXOxyZounnZasA8Z7oaD3c14JdjS9aKSWvsR1EbUSIQ';
    outside.sandbox.nameServer.put({ name: `_keyline.${domain}`, type: 'TXT', values: [text] });
    const claimed = await owner.call(calls.createDomain, { body: { domain, authToken: text } });
    const [ownership] = claimed.records;
    const look = async () => (await owner.call(calls.lookDomain, { params: { id: idOf(claimed) } })).records[0];
    expect(await look()).toMatchObject({ status: 'mismatch', found: [text] });
    expect((await owner.call(calls.domain)).status).toBe('claimed');
    outside.sandbox.nameServer.put({ name: `_keyline.${domain}`, type: 'TXT', values: [text, ownership?.value ?? ''] });
    expect(await look()).toMatchObject({ status: 'verified' });
  });

  test('follows aliases; a loop is told', async () => {
    const { owner } = await own();
    const domain = freshName();
    const claimed = await owner.call(calls.createDomain, { body: { domain, appSubdomain: '@' } });
    const { nameServer } = outside.sandbox;
    nameServer.put({ name: `_keyline.${domain}`, type: 'TXT', values: [claimed.records[0]?.value ?? ''] });
    nameServer.put({ name: target, type: 'A', values: ['203.0.113.7'] });
    nameServer.put({ name: domain, type: 'A', values: ['203.0.113.7'] });
    nameServer.put({ name: `api.${domain}`, type: 'CNAME', values: [`loop.${domain}`] });
    nameServer.put({ name: `loop.${domain}`, type: 'CNAME', values: [`api.${domain}`] });
    const looked = await owner.call(calls.lookDomain, { params: { id: idOf(claimed) } });
    expect(looked.records.map(({ status }) => status)).toEqual(['verified', 'verified', 'mismatch']);
    expect(looked.records[2]?.message).toContain('point at one another');
    expect(looked.records[1]).toMatchObject({ type: 'ALIAS', name: domain });
    nameServer.put({ name: target, type: 'A', values: [] });
  });

  test('keeps a verified record through a look that is not answered', async () => {
    const { owner } = await own();
    const claimed = await owner.call(calls.createDomain, { body: { domain: freshName() } });
    publish(outside.sandbox, claimed.records);
    const look = () => owner.call(calls.lookDomain, { params: { id: idOf(claimed) } });
    expect((await look()).records.every(({ status }) => status === 'verified')).toBe(true);
    for (const { name, type } of claimed.records)
      outside.sandbox.nameServer.put({ name, type: type === 'TXT' ? 'TXT' : 'CNAME', values: [], fault: 'servfail' });
    const after = await look();
    expect(after.records.map(({ status }) => status)).toEqual(['verified', 'verified', 'verified']);
    expect(after.records[0]?.message).toContain('didn’t answer just now');
  });

  test('is looked at by itself', async () => {
    const { owner } = await own();
    const claimed = await owner.call(calls.createDomain, { body: { domain: freshName() } });
    publish(outside.sandbox, claimed.records);
    await lookAtDueDomains(outside.server.services);
    expect(await owner.call(calls.domain)).toMatchObject({ status: 'verified', lookedAt: expect.any(String) });
  });
});

describe('two companies with one domain', () => {
  test('the first that proves it has it; the other is told, and may not claim it any more', async () => {
    const [one, other] = [await own(), await own()];
    const domain = freshName();
    const first = await one.owner.call(calls.createDomain, { body: { domain } });
    const second = await other.owner.call(calls.createDomain, { body: { domain } });
    const [mine, theirs] = [first.records[0], second.records[0]];
    expect(mine?.value).not.toBe(theirs?.value);
    outside.sandbox.nameServer.put({ name: `_keyline.${domain}`, type: 'TXT', values: [mine?.value ?? '', theirs?.value ?? ''] });
    const looks = await Promise.all([
      one.owner.exchange(calls.lookDomain, { params: { id: first.id } }),
      other.owner.exchange(calls.lookDomain, { params: { id: second.id } }),
    ]);
    const states = [await one.owner.call(calls.domain), await other.owner.call(calls.domain)].map(({ status }) => status).sort();
    expect(states).toEqual(['claimed', 'verified']);
    expect(looks.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const third = await own();
    expect(await refused(third.owner.refusal(calls.createDomain, { body: { domain } }))).toMatchObject({ status: 409, code: 'conflict' });
    expect(await third.owner.call(calls.checkDomain, { query: { domainName: domain } })).toMatchObject({
      isValid: false,
      reason: expect.stringContaining('Another company'),
    });
  });

  test('a claim that nobody proved ends after 72 hours', async () => {
    const { company, owner } = await own();
    const claimed = await owner.call(calls.createDomain, { body: { domain: freshName() } });
    publish(outside.sandbox, claimed.records);
    const before = new Date(Date.now() - 73 * 3_600_000);
    await outside.server.owner.updateTable('custom_domains').set({ claimed_at: before }).where('company_id', '=', company.id).execute();
    expect((await owner.call(calls.domain)).status).toBe('expired');
    expect((await owner.refusal(calls.lookDomain, { params: { id: idOf(claimed) } })).status).toBe(409);
    expect((await owner.call(calls.createDomain, { body: { domain: claimed.domain ?? '' } })).status).toBe('claimed');
  });
});

describe('putting the tenant on its domain', () => {
  const setTls = (host: string, isUp: boolean) =>
    fetch(`${outside.sandbox.url}/web/tls`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ host, isUp }) });

  test('is refused with what is missing, until DNS and TLS answer; twice is once (FLOW-189)', async () => {
    const { owner } = await own();
    const claimed = await owner.call(calls.createDomain, { body: { domain: freshName() } });
    const id = idOf(claimed);
    const early = await owner.refusal(calls.syncDomain, { params: { id } });
    expect([early.status, early.body.message]).toEqual([409, expect.stringContaining('Ownership record: pending')]);
    publish(outside.sandbox, claimed.records);
    const host = claimed.records[1]?.name ?? '';
    await setTls(host, false);
    expect((await owner.refusal(calls.syncDomain, { params: { id } })).body.message).toContain('doesn’t answer with a certificate yet');
    expect((await owner.call(calls.domain)).status).toBe('verified');
    await setTls(host, true);
    const synced = await owner.call(calls.syncDomain, { params: { id } });
    expect(synced).toMatchObject({ status: 'synced', appUrl: `http://${host}:${getPort(outside.server.built)}` });
    expect((await owner.call(calls.syncDomain, { params: { id } })).syncedAt).toBe(synced.syncedAt);
    expect((await owner.call(calls.get)).host).toBe(host);
  });

  test('waits a moment for a host that another node or the proxy doesn’t know yet', async () => {
    const { owner } = await own();
    const claimed = await owner.call(calls.createDomain, { body: { domain: freshName() } });
    publish(outside.sandbox, claimed.records);
    const host = claimed.records[1]?.name ?? '';
    await setTls(host, false);
    const syncing = owner.call(calls.syncDomain, { params: { id: idOf(claimed) } });
    await pause(800);
    await setTls(host, true);
    expect(await syncing).toMatchObject({ status: 'synced' });
  });

  test('gives its hosts to the app, and gives them back', async () => {
    const { owner } = await own('Quay Motors');
    await owner.call(calls.update, { body: { name: 'Quay', accent: '#0a7d4f', supportEmail: 'help@quay.example' } });
    const domain = await useDomain(owner);
    const [app, api] = [`app.${domain.domain}`, `api.${domain.domain}`];
    expect((await ask(app, '/api/client-config')).body).toMatchObject({
      name: 'Quay',
      supportEmail: 'help@quay.example',
      brand: { accent: '#0a7d4f' },
      demoUsers: [],
    });
    expect((await ask('127.0.0.1', '/api/client-config')).body).toMatchObject({ name: 'Keyline', brand: null });
    expect((await ask(api, '/api/client-config')).status).toBe(200);
    expect((await ask(api, '/sign-in')).status).toBe(421);
    expect((await ask(`x.${domain.domain}`, '/api/client-config')).status).toBe(421);
    expect((await ask(app, '/api/sanctum/client/providers')).body).toEqual({ data: [] });
    await owner.call(calls.removeDomain, { params: { id: idOf(domain) } });
    expect((await ask(app, '/api/client-config')).status).toBe(421);
    expect(await owner.call(calls.domain)).toMatchObject({ status: 'none', id: null, records: [] });
    expect((await owner.refusal(calls.removeDomain, { params: { id: idOf(domain) } })).status).toBe(404);
  });

  test('another domain in its place takes its hosts back at once', async () => {
    const { owner } = await own();
    const before = await useDomain(owner);
    const after = await owner.call(calls.createDomain, { body: { domain: freshName() } });
    expect(after).toMatchObject({ status: 'claimed', verifiedAt: null });
    expect((await ask(`app.${before.domain}`, '/api/client-config')).status).toBe(421);
  });
});

describe('the brand of a host name', () => {
  test('is found in a table, may be cached by its address, and never comes from a header', async () => {
    const { owner } = await own();
    await owner.call(calls.update, { body: { name: 'Pier', accent: '#123456' } });
    const domain = await useDomain(owner);
    const at = (hostname: string, host = '127.0.0.1') => ask(host, `/api/tenant-config?hostname=${encodeURIComponent(hostname)}`);
    const pier = await at(`app.${domain.domain}`);
    expect(pier.headers['cache-control']).toBe('public, max-age=60');
    expect(pier.body).toMatchObject({ name: 'Pier', accent: '#123456', isCustom: true });
    const unknown = await at('evil.example', `app.${domain.domain}`);
    expect(unknown.body).toMatchObject({ name: 'Keyline', isCustom: false });
    expect(unknown.text).not.toContain('evil');
    const forwarded = await ask('127.0.0.1', '/api/tenant-config', { headers: { 'x-forwarded-host': `app.${domain.domain}` } });
    expect(forwarded.body).toMatchObject({ isCustom: false });
  });

  test('of a domain that is proved but not in use is the installation’s', async () => {
    const { owner } = await own();
    const claimed = await owner.call(calls.createDomain, { body: { domain: freshName() } });
    publish(outside.sandbox, claimed.records);
    await owner.call(calls.lookDomain, { params: { id: idOf(claimed) } });
    expect((await ask('127.0.0.1', `/api/tenant-config?hostname=app.${claimed.domain}`)).body).toMatchObject({ isCustom: false });
    expect((await ask(`app.${claimed.domain}`, '/api/client-config')).status).toBe(421);
  });

  test('takes at most 2 ms', async () => {
    const times: number[] = [];
    for (let at = 0; at < 60; at += 1) {
      const { headers } = await outside.server.built.app.inject({ url: '/api/tenant-config?hostname=app.harbor.com', headers: { host: '127.0.0.1' } });
      expect(headers['cache-control']).toContain('public');
      const before = performance.now();
      await outside.server.built.app.inject({ url: '/api/tenant-config?hostname=app.harbor.com', headers: { host: '127.0.0.1' } });
      times.push(performance.now() - before);
    }
    expect(times.sort((a, b) => a - b)[30]).toBeLessThan(2);
  });
});

describe('a session', () => {
  const password = 'three ships in a harbor';

  test('belongs to the host it was made at: its cookie is refused at every other (S-025)', async () => {
    const { company, owner } = await own();
    const domain = await useDomain(owner);
    const host = `app.${domain.domain}`;
    const other = `app.${(await useDomain((await own()).owner)).domain}`;
    const person = await outside.server.person({ passwordHash: await hash(password) });
    await outside.server.membership(person, company, 'user');
    const csrf = readCookies(await ask(host, '/api/csrf-cookie'));
    const port = getPort(outside.server.built);
    const xsrf = decodeURIComponent(csrf.get('XSRF-TOKEN') ?? '');
    const signIn = (origin: string) =>
      ask(host, '/api/sanctum/login', {
        method: 'POST',
        headers: { origin, cookie: `XSRF-TOKEN=${csrf.get('XSRF-TOKEN')}`, 'x-xsrf-token': xsrf },
        body: { email: person.email, password },
      });
    // A page of the installation's own host is another origin here.
    expect((await signIn(outside.publicUrl)).status).toBe(419);
    const signedIn = await signIn(`http://${host}:${port}`);
    expect(signedIn.status).toBe(200);
    const secret = readCookies(signedIn).get('keyline_session');
    const cookie = `keyline_session=${secret}`;
    const who = (at: string) => ask(at, '/api/user', { headers: { cookie } });
    expect((await who(host)).status).toBe(200);
    expect([(await who('127.0.0.1')).status, (await who(other)).status]).toEqual([401, 401]);
    const [line = ''] = [signedIn.headers['set-cookie'] ?? []].flat();
    expect(line.toLowerCase()).not.toContain('domain=');
    // The other way: a session of the installation's own host.
    const main = `keyline_session=${owner.cookies.get('keyline_session')}`;
    expect((await ask(host, '/api/user', { headers: { cookie: main } })).status).toBe(401);
    expect((await ask('127.0.0.1', '/api/user', { headers: { cookie: main } })).status).toBe(200);
    // Giving the domain up ends it for good, at both its hosts.
    const atApi = `api.${domain.domain}`;
    const kept = await outside.server.owner.selectFrom('sessions').selectAll().where('host', '=', host).executeTakeFirstOrThrow();
    await outside.server.owner
      .insertInto('sessions')
      .values({ ...kept, id: randomUUID(), secret_hash: 'of the API', host: atApi })
      .execute();
    await owner.call(calls.removeDomain, { params: { id: idOf(domain) } });
    expect(await outside.server.owner.selectFrom('sessions').select('id').where('host', 'in', [host, atApi]).execute()).toEqual([]);
  });
});

describe('what only an owner may', () => {
  test('is refused to an administrator, and what is no name to everybody', async () => {
    const administrator = await outside.server.worker(company, 'administrator');
    expect((await administrator.refusal(calls.get)).status).toBe(403);
    expect((await administrator.refusal(calls.domain)).status).toBe(403);
    expect((await administrator.refusal(calls.checkDomain, { query: { domainName: 'harbor.com' } })).status).toBe(403);
    const stranger = outside.server.stranger();
    expect(await stranger.call(calls.config, { query: { hostname: 'app.harbor.com' } })).toMatchObject({ name: 'Keyline', isCustom: false });
    expect((await stranger.refusal(calls.config, { query: { hostname: 'x'.repeat(301) } })).status).toBe(422);
  });
});

describe('headers of a tenant’s host', () => {
  test('name its own socket', async () => {
    const { owner } = await own();
    const domain = await useDomain(owner);
    const { headers } = await ask(`app.${domain.domain}`, '/');
    expect(String(headers['content-security-policy'])).toContain(`ws://app.${domain.domain}:${getPort(outside.server.built)}`);
    expect(String(headers['content-security-policy'])).not.toContain('ws://127.0.0.1');
  });

  test.each(['evil.example', 'app.evil.example:80', '127.0.0.1.evil.example', 'localhost.'])('a Host header like “%s” is refused', async (host) => {
    expect([400, 421]).toContain((await ask(host, '/api/client-config')).status);
  });
});

describe('certificates for the proxy in front', () => {
  test('are allowed for proved domains alone', async () => {
    const { owner } = await own();
    const claimed = await owner.call(calls.createDomain, { body: { domain: freshName() } });
    const host = `app.${claimed.domain}`;
    const may = (domain: string) => ask('anything.example', `/internal/tls/allowed?domain=${domain}`);
    expect((await may(host)).status).toBe(404);
    publish(outside.sandbox, claimed.records);
    await owner.call(calls.lookDomain, { params: { id: idOf(claimed) } });
    expect((await may(host)).status).toBe(200);
    expect([(await may(`x.${host}`)).status, (await may('evil.example')).status, (await may('')).status]).toEqual([404, 404, 404]);
  });
});
