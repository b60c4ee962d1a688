/** Organizations: who changes them, what a status of a company stops, brands, administrators. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { routes } from '#contract/index.ts';
import { findMagicNumber } from '#sandbox/carrier/magic.ts';
import { currentTransaction } from '#server/db/tenancy.ts';
import { closedDays, releaseClosed } from '#server/domains/organizations/closed.ts';
import type { Client, Person, TestCompany, TestServer } from './harness.ts';
import { type Outside, startOutside } from './outside.ts';
import { refused } from './stage.ts';
import { countWaiting } from './waiting.ts';

const calls = routes.organizations;
const { messaging, conversations } = routes;
const recipient = findMagicNumber('Delivered');
const [suspended, closed] = [
  'This company is suspended. Ask an administrator of its organization.',
  'This company is closed. Ask an administrator of its organization.',
];

let outside: Outside;
let server: TestServer;
let unit: { readonly id: number };
let company: TestCompany;
let head: Client & { readonly person: Person };
let agent: Client & { readonly person: Person };
let line: { readonly id: number; readonly number: string };
let count = 0;
/** Refusal of a call, with its words. */
const words = async (refusal: ReturnType<Client['refusal']>) => {
  const { status, code, body } = await refusal;
  return { status, code, message: body.message };
};
const clientId = () => `organization-${++count}-0000`;

const picture = (width = 64, height = 64) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer();

async function headOf(organization: { readonly id: number }): Promise<Client & { readonly person: Person }> {
  const person = await server.person({ name: 'Head Office' });
  await server.owner.insertInto('organization_users').values({ organization_id: organization.id, user_id: person.id }).execute();
  return Object.assign(await server.signedIn(person), { person });
}

/** Events told to a person since the test began, and people whose sockets were ended. */
const told = (person: Person) =>
  vi
    .mocked(server.services.realtime.user)
    .mock.calls.filter(([id]) => id === person.id)
    .map(([, event]) => event);
const ended = () => [...new Set(vi.mocked(server.services.realtime.endSubscriptions).mock.calls.map(([id]) => id))].toSorted();

const setStatus = (status: 'active' | 'suspended' | 'closed', by: Client = head) =>
  by.call(calls.setStatus, { params: { orgId: unit.id, accountId: company.id }, body: { status } });

beforeAll(async () => {
  outside = await startOutside();
  server = outside.server;
});
afterAll(() => outside.close());
beforeEach(async () => {
  unit = await server.organization('North');
  company = await server.company({ name: 'Acme Plumbing', organizationId: unit.id });
  head = await headOf(unit);
  agent = await server.worker(company, 'user');
  line = await server.number(company);
  vi.spyOn(server.services.realtime, 'user');
  vi.spyOn(server.services.realtime, 'endSubscriptions');
});
afterEach(() => vi.restoreAllMocks());

describe('an organization', () => {
  test('is renamed by who administers it, and by no one else', async () => {
    const input = { params: { id: unit.id }, body: { name: ' South ' } };
    expect(await head.call(calls.update, input)).toMatchObject({ name: 'South', isAdministered: true });
    expect(await refused(agent.refusal(calls.update, input))).toMatchObject({ status: 403 });
    // Its name stands over the companies of its members, too.
    for (const { person } of [head, agent]) expect(told(person)).toEqual([{ kind: 'organization-changed', organizationId: unit.id }]);
    const stranger = await server.worker(await server.company(), 'owner');
    expect(await refused(stranger.refusal(calls.update, input))).toMatchObject({ status: 404 });
    expect(told(stranger.person)).toEqual([]);
    expect(await refused(head.refusal(calls.update, { ...input, body: { name: ' ' } }))).toMatchObject({ status: 422, field: 'name' });
  });

  test('says what its new companies begin with', async () => {
    const params = { id: unit.id };
    const { settings } = await head.call(calls.updateSettings, { params, body: { timezone: 'Europe/Berlin', linksEnabled: true } });
    expect(settings).toEqual({ timezone: 'Europe/Berlin', linksEnabled: true });
    const found = async () => head.call(routes.companies.create, { body: { companyInfo: { name: 'A new one' }, skipNumber: true, businessUnitId: unit.id } });
    expect(await found()).toMatchObject({ timezone: 'Europe/Berlin', linksEnabled: true });
    await head.call(calls.updateSettings, { params, body: { linksEnabled: false, clear: ['timezone'] } });
    await server.owner.updateTable('users').set({ timezone: 'Asia/Tokyo' }).where('id', '=', head.person.id).execute();
    expect(await found()).toMatchObject({ timezone: 'Asia/Tokyo', linksEnabled: false });
    expect(await refused(head.refusal(calls.updateSettings, { params, body: { timezone: '+05:30' } }))).toMatchObject({ status: 422, field: 'timezone' });
    expect(await refused(agent.refusal(calls.updateSettings, { params, body: { linksEnabled: true } }))).toMatchObject({ status: 403 });
  });
});

describe('a company that is suspended', () => {
  test('is entered by no one, in words, until it is active again; its administrators still reach the organization', async () => {
    const enter = () => agent.refusal(routes.companies.get, { params: { id: company.id } });
    expect(await setStatus('suspended')).toMatchObject({ id: company.id, status: 'suspended' });
    expect(await words(enter())).toMatchObject({ status: 403, code: 'account_suspended', message: suspended });
    expect(await refused(head.in(company).refusal(routes.companies.get, { params: { id: company.id } }))).toMatchObject({ code: 'account_suspended' });
    const channelName = `private-company-${company.id}`;
    expect(await refused(agent.refusal(routes.auth.channelAuth, { body: { socketId: '1.1', channelName } }))).toMatchObject({ code: 'account_suspended' });
    expect((await head.call(calls.companies, { params: { id: unit.id } })).data).toMatchObject([{ id: company.id, status: 'suspended' }]);
    expect((await agent.call(routes.me.companies)).data).toMatchObject([{ id: company.id, status: 'suspended', unreadCount: 0 }]);
    await setStatus('active');
    expect(await agent.call(routes.companies.get, { params: { id: company.id } })).toMatchObject({ status: 'active' });
  });

  test('shows its rows to no person, whatever the checks above the database say', async () => {
    const seen = (userId: number | null) =>
      server.services.tenancy.company([company.id], userId, async () => (await currentTransaction().selectFrom('phone_numbers').select('id').execute()).length);
    expect(await seen(agent.person.id)).toBe(1);
    await setStatus('suspended');
    expect([await seen(agent.person.id), await seen(head.person.id), await seen(null)]).toEqual([0, 0, 1]);
  });

  test('sends nothing: a text is refused in words, and one that waits fails and says why', async () => {
    const text = { numberId: line.id, recipient, message: 'See you at five' };
    const waiting = await agent.call(messaging.send, { body: { ...text, clientId: clientId(), holdSeconds: 1 }, files: [] });
    await setStatus('suspended');
    const late = agent.refusal(messaging.send, { body: { ...text, clientId: clientId() }, files: [] });
    expect(await words(late)).toMatchObject({ status: 403, message: suspended });
    const row = () => server.owner.selectFrom('items').select(['delivery_state', 'error_code']).where('id', '=', waiting.id).executeTakeFirstOrThrow();
    await expect.poll(row, { timeout: 15_000 }).toEqual({ delivery_state: 'failed', error_code: 'account-off' });
    expect(outside.sandbox.ledger.list({ from: line.number })).toEqual([]);
    await setStatus('active');
    const items = await agent.call(conversations.items, { params: { conversationId: waiting.conversationId } });
    expect(JSON.stringify(items)).toContain('The company was suspended or closed. Nothing was sent.');
  });

  test('waits for a text whose intent is being committed', async () => {
    let release = () => {};
    const isHeld = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { lockAccount } = await import('#server/compliance/accounts.ts');
    const steps: string[] = [];
    let begin = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const intent = server.services.tenancy.company([company.id], null, async () => {
      expect(await lockAccount()).toBeNull();
      begin();
      await isHeld;
      steps.push('intent');
    });
    await hasBegun;
    const change = setStatus('suspended').then(() => steps.push('suspended'));
    await expect.poll(() => countWaiting(server.owner)).toBeGreaterThan(0);
    release();
    await Promise.all([intent, change]);
    expect(steps).toEqual(['intent', 'suspended']);
  });

  test('calls no phone, and what comes in is kept', async () => {
    const owner = await server.worker(company, 'owner');
    const forwards = [{ number: '+12125550120' }];
    await owner.call(routes.numbers.update, { params: { id: line.id }, body: { routes: [{ extension: 1, forwards }] } });
    await setStatus('suspended');
    const call = await outside.sandbox.generator.ring(line.number, '+15035550177', { kind: 'answered', talkSeconds: 5 });
    const kept = await server.owner.selectFrom('calls').selectAll().where('carrier_sid', '=', call.sid).executeTakeFirstOrThrow();
    expect(kept.result).not.toBe('answered');
    expect(await server.owner.selectFrom('call_legs').select('number').where('call_id', '=', kept.id).execute()).toEqual([]);
    expect(kept.steps.map(({ step }) => step)).not.toContain('Received');
    await outside.sandbox.generator.text(line.number, 'Are you open?', '+15035550178');
    const texts = () => server.owner.selectFrom('items').select('body').where('company_id', '=', company.id).where('type', '=', 'message').execute();
    await expect.poll(texts).toEqual([{ body: 'Are you open?' }]);
  });

  test('is left by its sockets, and told to its people', async () => {
    const session = await server.owner.selectFrom('sessions').select('id').where('user_id', '=', agent.person.id).executeTakeFirstOrThrow();
    const { findLostSubscriptions } = await import('#server/realtime/membership.ts');
    const heard = [{ sessionId: session.id, userId: agent.person.id, companyId: company.id, isLimited: false }];
    expect(await findLostSubscriptions(server.services.tenancy, heard)).toEqual([]);
    await setStatus('suspended');
    expect(await findLostSubscriptions(server.services.tenancy, heard)).toMatchObject([{ why: 'membership' }]);
    expect(told(agent.person)).toEqual([{ kind: 'membership-changed', companyId: company.id }]);
    expect(ended()).toEqual([head.person.id, agent.person.id].toSorted());
  });

  test('of another organization is as good as missing, and a status that is none is refused', async () => {
    const theirs = await server.company({ organizationId: (await server.organization()).id });
    const foreign = head.refusal(calls.setStatus, { params: { orgId: unit.id, accountId: theirs.id }, body: { status: 'suspended' } });
    expect(await refused(foreign)).toMatchObject({ status: 404 });
    expect(
      await refused(head.refusal(calls.setStatus, { params: { orgId: unit.id, accountId: company.id }, body: JSON.parse('{"status":"gone"}') })),
    ).toMatchObject({
      status: 422,
      field: 'status',
    });
    expect(await refused(agent.refusal(calls.setStatus, { params: { orgId: unit.id, accountId: company.id }, body: { status: 'suspended' } }))).toMatchObject({
      status: 403,
    });
  });
});

describe('a company that is closed', () => {
  const since = (days: number) =>
    server.owner
      .updateTable('companies')
      .set({ account_status_at: sql<Date>`now() - make_interval(days => ${days})` })
      .where('id', '=', company.id)
      .execute();
  const releases = () =>
    server.owner.selectFrom('audit_log').select('subject').where('company_id', '=', company.id).where('action', '=', 'company.numbersRemoved').execute();
  const status = async () => (await server.owner.selectFrom('phone_numbers').select('status').where('id', '=', line.id).executeTakeFirstOrThrow()).status;

  test('says so, keeps its numbers for 30 days, then they are removed, once', async () => {
    await setStatus('closed');
    expect(await words(agent.refusal(routes.companies.get, { params: { id: company.id } }))).toMatchObject({ code: 'account_closed', message: closed });
    await since(closedDays - 1);
    await releaseClosed(server.services);
    expect(await status()).toBe(0);
    await since(closedDays + 1);
    await releaseClosed(server.services);
    await releaseClosed(server.services);
    expect(await status()).toBe(2);
    expect(await releases()).toEqual([{ subject: '1 number' }]);
  });

  test('and opened again in time keeps them, also from a job that began before', async () => {
    await setStatus('closed');
    await setStatus('active');
    await since(closedDays + 1);
    await releaseClosed(server.services);
    expect(await status()).toBe(0);
    await setStatus('closed');
    await since(closedDays + 1);
    const { tenancy } = server.services;
    const lists: unknown[] = [];
    // The job has its list, in which the company stands, when it is opened again.
    const identity: typeof tenancy.identity = async (work) => {
      const list = await tenancy.identity(work);
      lists.push(list);
      await setStatus('active');
      return list;
    };
    await releaseClosed({ ...server.services, tenancy: { ...tenancy, identity } });
    expect(JSON.stringify(lists)).toContain(`{"id":${company.id}}`);
    expect(await status()).toBe(0);
    expect(await releases()).toEqual([]);
  });
});

describe('a brand', () => {
  const params = () => ({ id: unit.id });
  const logo = async (bytes: Uint8Array | string = '', type = 'image/png', name = 'logo.png') => ({
    field: 'logo',
    name,
    type,
    bytes: bytes === '' ? await picture() : bytes,
  });
  const slim = async () => (await agent.call(routes.me.companies)).data[0];

  test('of the organization is that of its companies until they have their own', async () => {
    const { branding } = await head.call(calls.brand, { params: params(), body: { accent: '#11AA22' }, files: [await logo()] });
    expect(branding).toEqual({ accent: '#11aa22', logoUrl: expect.stringMatching(new RegExp(`^/api/business-units/${unit.id}/logo\\?v=`)) });
    expect(await slim()).toMatchObject({ accent: '#11aa22', ownAccent: null, logoUrl: branding.logoUrl });
    const owner = await server.worker(company, 'owner');
    const byCompany = { params: { id: company.id } };
    const own = await owner.call(routes.companies.brand, { ...byCompany, body: { accent: '#333333' }, files: [await logo(await picture(32, 32))] });
    expect(own.branding).toEqual({ accent: '#333333', logoUrl: expect.stringMatching(new RegExp(`^/api/company/${company.id}/logo\\?v=`)) });
    expect(await slim()).toMatchObject({ accent: '#333333', ownAccent: '#333333', logoUrl: own.branding.logoUrl });
    const cleared = await owner.call(routes.companies.brand, { ...byCompany, body: { clear: ['accent'], removeLogo: true } });
    expect(cleared.branding).toEqual(branding);
    expect(await refused(agent.refusal(routes.companies.brand, { ...byCompany, body: { accent: '#333333' }, files: [] }))).toMatchObject({ status: 403 });
  });

  test('is served to its people alone, as a picture without what was hidden in it', async () => {
    const hidden = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#3366cc' } })
      .jpeg()
      .withExif({ IFD0: { Make: 'Keyphone' }, IFD3: { GPSLatitudeRef: 'N' } })
      .toBuffer();
    const { branding } = await head.call(calls.brand, { params: params(), body: {}, files: [await logo(hidden, 'image/jpeg', 'logo.jpg')] });
    const served = await agent.download(branding.logoUrl ?? '');
    expect([served.status, served.headers.get('content-type'), served.headers.get('x-content-type-options')]).toEqual([200, 'image/jpeg', 'nosniff']);
    expect(Buffer.from(await served.arrayBuffer()).includes('Keyphone')).toBe(false);
    const stranger = await server.worker(await server.company(), 'owner');
    expect((await stranger.fetch(branding.logoUrl ?? '')).status).toBe(404);
    expect((await server.stranger().fetch(branding.logoUrl ?? '')).status).toBe(401);
    expect((await agent.exchange(calls.logo, { params: params() })).status).toBe(200);
    expect(await refused(stranger.refusal(calls.logo, { params: params() }))).toMatchObject({ status: 404 });
    const owner = await server.worker(company, 'owner');
    expect(await refused(owner.refusal(routes.companies.logo, { params: { id: company.id } }))).toMatchObject({ status: 404 });
    await owner.call(routes.companies.brand, { params: { id: company.id }, body: {}, files: [await logo()] });
    expect((await agent.exchange(routes.companies.logo, { params: { id: company.id } })).headers.get('content-type')).toBe('image/png');
  });

  test('keeps one logo in the store: the one before leaves it', async () => {
    const key = async () =>
      (await server.owner.selectFrom('organizations').select('logo_key').where('id', '=', unit.id).executeTakeFirstOrThrow()).logo_key ?? '';
    await head.call(calls.brand, { params: params(), body: {}, files: [await logo()] });
    const first = await key();
    expect(await server.services.files.read(first)).not.toBeNull();
    await head.call(calls.brand, { params: params(), body: {}, files: [await logo(await picture(20, 20))] });
    expect(await server.services.files.read(first)).toBeNull();
    await head.call(calls.brand, { params: params(), body: { removeLogo: true }, files: [] });
    expect(await key()).toBe('');
  });

  test.each([
    ['an SVG', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a zip that calls itself a PNG', 'image/png', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100)])],
    ['HTML that calls itself a PNG', 'image/png', '<html><script>alert(1)</script></html>'],
    ['a PDF', 'application/pdf', '%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF'],
  ])('is no %s', async (_what, type, bytes) => {
    const answer = head.refusal(calls.brand, { params: params(), body: {}, files: [await logo(bytes, type)] });
    expect(await refused(answer)).toMatchObject({ status: 415 });
    expect(await head.call(calls.get, { params: params() })).toMatchObject({ branding: { logoUrl: null } });
  });

  test('is no picture that is too large to be a logo, no second one, no word for a color', async () => {
    const noise = await sharp(randomBytes(900 * 900 * 3), { raw: { width: 900, height: 900, channels: 3 } })
      .png()
      .toBuffer();
    expect(await refused(head.refusal(calls.brand, { params: params(), body: {}, files: [await logo(noise)] }))).toMatchObject({ status: 413, field: 'logo' });
    expect(await refused(head.refusal(calls.brand, { params: params(), body: {}, files: [await logo(), await logo()] }))).toMatchObject({
      status: 422,
      field: 'logo',
    });
    const flood = head.refusal(calls.brand, { params: params(), body: {}, files: [await logo(await picture(7_000, 7_000))] });
    expect(await refused(flood)).toMatchObject({ status: 413 });
    for (const accent of ['red', '#12', 'url(//evil)', '#33669900']) {
      expect(await refused(head.refusal(calls.brand, { params: params(), body: { accent }, files: [] }))).toMatchObject({ status: 422, field: 'accent' });
    }
  });
});

describe('administrators', () => {
  const add = (userId: number, by: Client = head) => by.call(calls.addUser, { params: { id: unit.id }, body: { userId } });
  const remove = (id: number, by: Client = head) => by.call(calls.removeUser, { params: { id } });
  const listed = async () => (await head.call(calls.get, { params: { id: unit.id } })).users;

  test('are made of users of its companies, once, and hold what they administer at once', async () => {
    const added = await add(agent.person.id);
    expect(added).toMatchObject({ userId: agent.person.id, email: agent.person.email });
    expect((await add(agent.person.id)).id).toBe(added.id);
    expect(await agent.call(routes.companies.get, { params: { id: company.id } })).toMatchObject({ actAs: 'administrator' });
    expect((await listed()).map(({ userId }) => userId).sort()).toEqual([head.person.id, agent.person.id].sort());
    vi.clearAllMocks();
    await remove(added.id);
    expect(await agent.call(routes.companies.get, { params: { id: company.id } })).toMatchObject({ actAs: 'user' });
    expect(told(agent.person)).toEqual([{ kind: 'organization-changed', organizationId: unit.id }, { kind: 'membership-changed' }]);
    expect(ended()).toEqual([agent.person.id]);
  });

  test('are nobody from elsewhere, and are added by no member, and by no staff in their name', async () => {
    const elsewhere = await server.worker(await server.company(), 'owner');
    expect(await refused(head.refusal(calls.addUser, { params: { id: unit.id }, body: { userId: elsewhere.person.id } }))).toMatchObject({ status: 404 });
    expect(await refused(agent.refusal(calls.addUser, { params: { id: unit.id }, body: { userId: agent.person.id } }))).toMatchObject({ status: 403 });
    const staff = await server.person({ isStaff: true });
    const acting = await server.signedIn(head.person, { impersonator: staff });
    expect(await refused(acting.refusal(calls.addUser, { params: { id: unit.id }, body: { userId: agent.person.id } }))).toMatchObject({ status: 403 });
  });

  test('the last one stays, also when two remove each other at once', async () => {
    const [own] = await listed();
    expect(await refused(head.refusal(calls.removeUser, { params: { id: own?.id ?? 0 } }))).toMatchObject({ status: 409 });
    const other = await headOf(unit);
    const rows = await listed();
    const rowOf = (person: Person) => rows.find(({ userId }) => userId === person.id)?.id ?? 0;
    const answers = await Promise.all([
      head.exchange(calls.removeUser, { params: { id: rowOf(other.person) } }),
      other.exchange(calls.removeUser, { params: { id: rowOf(head.person) } }),
    ]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    const left = await server.owner.selectFrom('organization_users').select('id').where('organization_id', '=', unit.id).execute();
    expect(left).toHaveLength(1);
  });

  test('of another organization are as good as missing', async () => {
    const elsewhere = await server.organization();
    await headOf(elsewhere);
    const { id } = await server.owner.selectFrom('organization_users').select('id').where('organization_id', '=', elsewhere.id).executeTakeFirstOrThrow();
    expect(await refused(head.refusal(calls.removeUser, { params: { id } }))).toMatchObject({ status: 404 });
  });
});

describe('the users of an organization', () => {
  test('are those of its companies and who administers it, each with the companies the asker sees', async () => {
    const sister = await server.company({ name: 'Best Roofs', organizationId: unit.id });
    await server.membership(agent.person, sister, 'reporting');
    const { data, meta } = await head.call(calls.users, { query: { business_unit_id: unit.id } });
    expect(meta).toEqual({ total: 2 });
    expect(data.find(({ id }) => id === agent.person.id)).toMatchObject({
      organizationUserId: null,
      companies: [
        { id: company.id, name: 'Acme Plumbing', role: 'user' },
        { id: sister.id, name: 'Best Roofs', role: 'reporting' },
      ],
    });
    expect(data.find(({ id }) => id === head.person.id)?.organizationUserId).not.toBeNull();
    const narrowed = await head.call(calls.users, { query: { business_unit_id: unit.id, company_ids: String(sister.id) } });
    expect(narrowed.data.map(({ id }) => id)).toEqual([agent.person.id]);
    await server.membership(head.person, sister, 'user');
    const named = await head.call(calls.users, { query: { business_unit_id: unit.id, company_ids: String(sister.id) } });
    expect(named.data.find(({ id }) => id === head.person.id)?.organizationUserId).not.toBeNull();
    // An agent administers none of them.
    expect((await agent.call(calls.users, { query: { business_unit_id: unit.id } })).data).toEqual([]);
  });

  test('are asked for by companies alone, and nobody of another’s is among them', async () => {
    const other = await server.company();
    await server.worker(other, 'owner');
    const { data } = await head.call(calls.users, { query: { company_ids: `${company.id},${other.id}` } });
    expect(data.map(({ id }) => id)).toEqual([agent.person.id]);
    const stranger = await server.worker(other, 'owner');
    expect(await refused(stranger.refusal(calls.users, { query: { business_unit_id: unit.id } }))).toMatchObject({ status: 404 });
  });
});
