/** Every stored setting acts: for each column the test that fails when it is ignored, or what it records. A new column stands in neither and fails. */
import { existsSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { type Line, refused, type Stage, stageOf } from './stage.ts';

/** A file of this folder, and words of the name of the test in it. */
type Acts = readonly [file: string, words: string];
/** A column that nobody sets to change what happens: what it records. */
type Records = string;

const columns: Readonly<Record<string, Readonly<Record<string, Acts | Records>>>> = {
  companies: {
    id: 'which one it is',
    created_at: 'when it began',
    founded_by: 'who made it',
    founding_key: 'the key it was made with',
    account_status: ['organizations', 'is entered by no one, in words'],
    account_status_at: ['organizations', 'keeps its numbers for 30 days'],
    numbers_released_at: ['organizations', 'keeps its numbers for 30 days'],
    logo_key: ['organizations', 'of the organization is that of its companies'],
    logo_type: ['organizations', 'is served to its people alone'],
    organization_id: ['companies', 'are all of an organization for who administers it'],
    name: ['companies', 'is changed by those who may, and everybody hears of it'],
    slug: ['companies', 'finds it by slug or id, with what is asked to be included'],
    timezone: ['schedule', 'that was never set is empty, in the company’s zone'],
    accent: ['companies', 'is changed by those who may, and everybody hears of it'],
    default_area_code: ['companies', 'is read by all of its people'],
    links_enabled: ['messaging.links', 'the owner turns links on'],
    is_onboarding_required: ['settings', 'a company is to be set up until somebody says that it is'],
    number_limit: ['purchase', 'beyond the plan, beyond the cap'],
    number_budget: ['purchase', 'beyond the plan, beyond the cap'],
    awaits_approval: ['approval', 'spends nothing, and its owner cannot change that'],
  },
  users: {
    id: 'who it is',
    created_at: 'when they came',
    iap_id: 'their id elsewhere, told to their own session',
    support_pins: 'told to their own session, set by support',
    mfa_last_step: 'the last code that was used',
    email: ['auth.password', 'a right password signs in and tells who it is'],
    first_name: ['auth.password', 'a right password signs in and tells who it is'],
    last_name: ['auth.password', 'a right password signs in and tells who it is'],
    password_hash: ['auth.password', 'a right password signs in and tells who it is'],
    timezone: ['settings', 'a company that names no zone is in its founder’s'],
    is_staff: ['auth.remote', 'only staff ask for remote logins or look people up'],
    is_demo: ['safety', 'demo users'],
    mfa_secret: ['auth.mfa', 'with the second factor on, the password asks for a code'],
    mfa_enabled_at: ['auth.mfa', 'with the second factor on, the password asks for a code'],
    read_whats_new_at: ['auth.sessions', 'news once read stay read'],
    preferences: ['me', 'preferences are as at first until they are changed'],
    keymap: ['me', 'keys are remapped'],
    disabled_at: ['auth.sessions', 'somebody whose account is disabled is out at once'],
  },
  memberships: {
    company_id: 'where',
    user_id: 'who',
    created_at: 'since when',
    in_app_calling_status: ['phone', 'is away until it is set, and is read back by the company'],
    role: ['me', 'a person knows what they may do in the company'],
    number_ids: ['settings', 'a member of some numbers'],
  },
  phone_numbers: {
    id: 'which one it is',
    company_id: 'whose it is',
    created_at: 'since when',
    carrier_sid: 'its name at the carrier',
    removed_at: 'when it was removed',
    release_at: 'when the carrier takes it back',
    vanity: 'the letters it was bought by',
    category: 'what it was bought as',
    type: 'what it was bought as',
    hours_label: 'what lists say of its hours: they stand in its routing',
    routing_type: 'what lists say of its routing',
    monthly_cost: ['purchase', 'beyond the plan, beyond the cap'],
    provider_id: ['settings', 'are sold by the providers that sell here'],
    number: ['numbers.detail', 'is read by its id and by itself'],
    label: ['numbers.detail', 'takes label, status, switches, tags and custom fields at once'],
    status: ['routing', 'knows a number that is parked'],
    line_type: ['settings', 'a fax line texts nobody'],
    call_transcription_enabled: ['transcribing', 'is left alone where the number does not want it'],
    sms_enabled: ['messaging', 'a number that does not text'],
    forward_number: ['routing', 'that was never changed rings its forward number'],
    pool_id: ['dni.visits', 'gets a number of the pool, keeps it from page to page, and the next visitor gets another'],
  },
  schedules: {
    company_id: 'whose it is',
    updated_at: 'since when it is so',
    user_id: ['people', 'decides whether their own phones ring'],
    timezone: ['settings', 'a schedule is read by the clock of its zone'],
    blocks: ['people', 'closes a number that is set to 24/7'],
  },
  notification_blocks: {
    company_id: 'where',
    user_id: ['notifications', 'leave out what the person silenced, for that person alone'],
    number_id: ['notifications', 'by number, of the inbox, of the company'],
    channel_type: ['notifications', 'by number, of the inbox, of the company'],
  },
  user_phones: {
    user_id: ['people', 'is the user whose phone it is'],
    number: ['people', 'is the user whose phone it is'],
    position: ['people', 'are kept in order'],
  },
  device_tokens: {
    id: 'which one it is',
    created_at: 'since when',
    user_id: 'whose it is',
    token: 'what a push would go to: nothing rings a device yet (decision 0016)',
    device_name: ['settings', 'a device that registered'],
    session_id: ['settings', 'a device that registered'],
  },
};

let server: TestServer;
let company: TestCompany;
let owner: Client;
let stage: Stage;
let worked: Line;
let other: Line;

beforeAll(async () => {
  server = await startServer();
  company = await server.company({ timezone: 'UTC' });
  owner = await server.worker(company, 'owner');
  stage = stageOf(server, company);
  [worked, other] = await Promise.all([server.number(company, { label: 'Worked' }), server.number(company, { label: 'Other' })]);
});
afterAll(() => server.close());

describe('every column', () => {
  test.each(Object.keys(columns))('of %s acts by a test, or records something', async (table) => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table}`.execute(server.owner);
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(columns[table] ?? {}).sort());
  });

  test.each(
    Object.entries(columns).flatMap(([table, named]) =>
      Object.entries(named).flatMap(([column, how]): [string, string, string][] => (typeof how === 'string' ? [] : [[`${table}.${column}`, ...how]])),
    ),
  )('%s: the test in %s is there: %s', (_, file, words) => {
    const path = new URL(`./${file}.test.ts`, import.meta.url);
    expect(existsSync(path)).toBe(true);
    expect(readFileSync(path, 'utf8')).toMatch(
      new RegExp(`(test|describe)(\\.each\\([\\s\\S]*?\\))?\\(\\s*['\`][^\\n]*${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`),
    );
  });
});

describe('a member of some numbers', () => {
  test('sees these alone: inbox, counts, calls, search, exports, changes', async () => {
    const person = await server.person();
    await server.membership(person, company, 'administrator', [worked.id]);
    const some = (await server.signedIn(person)).in(company);
    const [mine, theirs] = ['+13125550901', '+13125550902'];
    const [seen, unseen] = [await stage.thread(worked, mine), await stage.thread(other, theirs)];
    await Promise.all([stage.call(worked, mine, seen.id), stage.call(other, theirs, unseen.id)]);
    await stage.contact(theirs, 'Unseen Person');

    expect((await some.call(routes.conversations.list, { query: {} })).data.map(({ recipient }) => recipient)).toEqual([mine]);
    expect(await some.call(routes.notifications.counts)).toMatchObject({ unreadConversations: 1 });
    expect((await some.call(routes.notifications.countsByNumber)).data.map(({ numberId }) => numberId)).toEqual([worked.id]);
    expect((await some.call(routes.me.companies, {})).data[0]?.unreadCount).toBe(1);
    expect((await some.call(routes.calls.search, { query: {} })).data.map(({ recipient }) => recipient)).toEqual([mine]);
    expect((await some.call(routes.activity.list, { query: {} })).data.every(({ recipient }) => recipient === mine)).toBe(true);
    expect((await some.call(routes.numbers.list, { query: {} })).data.map(({ id }) => id)).toEqual([worked.id]);
    const hits = (await some.call(routes.me.search, { query: { q: '3125550', kinds: 'conversation,number' } })).data;
    expect(hits.filter(({ kind }) => kind === 'conversation').map(({ id }) => id)).toEqual([seen.id]);
    expect(await refused(some.refusal(routes.conversations.get, { params: { id: unseen.id } }))).toMatchObject({ status: 404 });

    const { data } = await some.call(routes.companies.changes, { query: { after: 0 } });
    expect(new Set(data.flatMap(({ conversationId }) => conversationId ?? []))).toEqual(new Set([seen.id]));
    expect(await refused(some.refusal(routes.conversations.items, { params: { conversationId: unseen.id } }))).toMatchObject({ status: 404 });

    const { id } = await some.call(routes.exports.calls, { body: { columns: ['caller'], tz: 'UTC', format: 'csv' } });
    const made = async () => (await some.call(routes.exports.list, {})).data.find((each) => each.id === id);
    await expect.poll(async () => (await made())?.finishedAt, { timeout: 20_000 }).toEqual(expect.any(String));
    expect((await made())?.rows).toBe(1);
  });
});

test('a company is to be set up until somebody says that it is', async () => {
  const founder = await server.signedIn(await server.person());
  const made = await founder.call(routes.companies.create, { body: { companyInfo: { name: 'Newly founded' }, skipNumber: true } });
  const listed = async () => (await founder.call(routes.me.companies, {})).data.find(({ id }) => id === made.id)?.isOnboardingRequired;
  expect([made.isOnboardingRequired, await listed()]).toEqual([true, true]);
  const body = { isOnboardingRequired: false };
  expect(await founder.call(routes.companies.update, { params: { id: made.id }, body })).toMatchObject({ isOnboardingRequired: false });
  expect(await listed()).toBe(false);
});

test('a company that names no zone is in its founder’s', async () => {
  const person = await server.person();
  await server.owner.updateTable('users').set({ timezone: 'Europe/Berlin' }).where('id', '=', person.id).execute();
  const founder = await server.signedIn(person);
  expect(await founder.call(routes.companies.create, { body: { companyInfo: { name: 'In Berlin' }, skipNumber: true } })).toMatchObject({
    timezone: 'Europe/Berlin',
  });
});

test('a fax line texts nobody', async () => {
  const fax = await server.number(company);
  await server.owner.updateTable('phone_numbers').set({ line_type: 2 }).where('id', '=', fax.id).execute();
  const body = { numberId: fax.id, recipient: '+13125550142', message: 'Hello', clientId: 'settings-fax-0001' };
  expect(await refused(owner.refusal(routes.messaging.send, { body, files: [] }))).toMatchObject({ status: 422, field: 'number_id' });
});

test('a schedule is read by the clock of its zone', async () => {
  await owner.call(routes.numbers.update, { params: { id: worked.id }, body: { routes: [{ extension: 1, forwards: [{ number: '+12125550120' }] }] } });
  const blocks = [{ days: ['mon' as const], times: [{ start: '09:00', end: '17:00' }] }];
  // Monday, 17:00 in Phoenix and 14:00 in Honolulu.
  const at = '2026-03-10T00:00:00Z';
  const rings = async () => (await owner.call(routes.routing.simulate, { body: { numberId: worked.id, at } })).rings.length;
  await owner.call(routes.schedule.save, { body: { user: false, timezone: 'America/Phoenix', blocks } });
  const inPhoenix = await rings();
  await owner.call(routes.schedule.save, { body: { user: false, timezone: 'Pacific/Honolulu', blocks } });
  const inHonolulu = await rings();
  await owner.call(routes.schedule.save, { body: { user: false, timezone: 'UTC', blocks } });
  expect([inPhoenix, inHonolulu, await rings()]).toEqual([0, 1, 0]);
  await owner.call(routes.schedule.save, { body: { user: false, timezone: 'UTC', blocks: [] } });
});

describe('numbers', () => {
  test.each([
    [2, '+12125550199', 'toll-free registry'],
    [3, '+12125550199', 'messaging carrier'],
    [4, '+12125550199', 'carrier dashboard'],
  ] as const)('are sold by the providers that sell here, not by provider %i', async (providerId, number, label) => {
    const refusal = owner.refusal(routes.purchase.buy, { body: { key: `provider-${providerId}-0001`, numbers: [number], providerId, monthlyCost: 1.15 } });
    expect(await refused(refusal)).toMatchObject({ status: 422, field: 'provider_id' });
    expect(JSON.stringify((await refusal).body)).toContain(label);
  });
});

test('a device that registered is listed with its session, is said to ring nothing, and is gone with it', async () => {
  const person = await server.person();
  const phone = await server.signedIn(person);
  const browser = await server.signedIn(person);
  expect(await phone.call(routes.auth.apnsVoipDeviceTokens, { body: { token: 'cd'.repeat(32), deviceName: 'keyline-phone-9' } })).toMatchObject({
    rings: false,
  });
  const sessions = async () => (await browser.call(routes.auth.sessions, {})).data;
  const [own] = (await sessions()).filter(({ pushDevices }) => pushDevices.length > 0);
  expect(own).toMatchObject({ isCurrent: false, pushDevices: ['keyline-phone-9'] });
  await browser.call(routes.auth.endSession, { params: { id: own?.id ?? '' } });
  expect(await server.owner.selectFrom('device_tokens').select('id').where('user_id', '=', person.id).execute()).toEqual([]);
});
