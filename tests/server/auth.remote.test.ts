/** Remote login: staff acting as a person, and who must not. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { currentTransaction } from '#server/db/tenancy.ts';
import { auth, password, type Stage, startAuth, turnMfaOn, wrongCode } from './auth.stage.ts';
import type { Person } from './harness.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startAuth();
});
afterAll(() => stage.close());

const reason = 'They cannot find a voicemail';

async function cast() {
  const [staff, person] = [await stage.account({ isStaff: true }), await stage.account()];
  const browser = await stage.signedIn(staff);
  const { code } = await turnMfaOn(browser);
  const { id, expiresAt } = await browser.call(auth.createRemoteLogin, { body: { userId: person.id, reason } });
  return { staff, person, browser, code, id, expiresAt };
}

/** A browser in which somebody signed in with password and code. */
async function withCode({ email }: Person, code: string) {
  const browser = stage.browser();
  await browser.call(auth.login, { body: { email, password } });
  await browser.call(auth.mfa, { body: { code } });
  return browser;
}

async function acting() {
  const scene = await cast();
  const staffCookies = new Map(scene.browser.cookies);
  await scene.browser.call(auth.remoteLogin, { params: { id: scene.id } });
  return { ...scene, staffCookies };
}

test('staff act for half an hour at most, however much they do meanwhile', async () => {
  const { browser } = await acting();
  await browser.call(auth.currentUser);
  const row = await stage.server.owner
    .selectFrom('sessions')
    .select(sql<number>`extract(epoch from expires_at - now())::int`.as('left'))
    .where('impersonator_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  expect(row.left).toBeLessThanOrEqual(30 * 60);
});

test('staff act as a person and go back; the app and the audit log know it', async () => {
  const { staff, person, browser, id, expiresAt } = await cast();
  expect(new Date(expiresAt).getTime() - Date.now()).toBeLessThanOrEqual(60_000);
  expect(Buffer.from(id, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
  const { user } = await browser.call(auth.remoteLogin, { params: { id } });
  expect(user).toMatchObject({ id: person.id, isAdmin: true, isStaff: false, impersonatedBy: { id: staff.id, name: staff.name } });
  expect(await browser.call(auth.currentUser)).toMatchObject({ id: person.id, isAdmin: true });
  expect(await browser.call(auth.leaveRemoteLogin)).toMatchObject({ user: { id: staff.id, isAdmin: false, isStaff: true } });
  expect(await browser.call(auth.currentUser)).toMatchObject({ id: staff.id });
  const rows = await stage.server.owner
    .selectFrom('audit_log')
    .selectAll()
    .where('action', 'like', 'remote_login.%')
    .where((eb) => eb.or([eb('user_id', 'in', [staff.id, person.id])]))
    .orderBy('id')
    .execute();
  expect(rows.map((row) => [row.action, row.user_id, row.impersonator_id, row.detail.reason])).toEqual([
    ['remote_login.created', staff.id, null, reason],
    ['remote_login.begun', person.id, staff.id, reason],
    ['remote_login.left', person.id, staff.id, undefined],
  ]);
  expect(JSON.stringify(rows)).not.toContain(id);
});

test('a remote login works once', async () => {
  const { browser, id } = await acting();
  await browser.call(auth.leaveRemoteLogin);
  expect(await browser.refusal(auth.remoteLogin, { params: { id } })).toMatchObject({
    status: 410,
    code: 'link_expired',
    body: { message: 'Link expired. Please log in.' },
  });
});

test('a remote login runs out after sixty seconds', async () => {
  const { browser, id } = await cast();
  await stage.expire('challenges');
  expect(await browser.refusal(auth.remoteLogin, { params: { id } })).toMatchObject({ status: 410 });
});

test('another session cannot use it: neither other staff, nor the same in another browser, nor a person', async () => {
  const { staff, person, browser, code, id } = await cast();
  const others = [await stage.signedIn(await stage.account({ isStaff: true })), await withCode(staff, code())];
  for (const other of others) expect(await other.refusal(auth.remoteLogin, { params: { id } })).toMatchObject({ status: 410 });
  expect(await (await stage.signedIn(person)).refusal(auth.remoteLogin, { params: { id } })).toMatchObject({ status: 403 });
  expect(await stage.browser().refusal(auth.remoteLogin, { params: { id } })).toMatchObject({ status: 401 });
  await browser.call(auth.remoteLogin, { params: { id } });
});

test('a link to a remote login from elsewhere does nothing (CSRF)', async () => {
  const { staff, browser, id } = await cast();
  expect((await browser.fetch(`/api/sanctum/remoteLogin/${id}`, { headers: { 'sec-fetch-site': 'none' } })).status).toBe(419);
  expect(await browser.refusal(auth.remoteLogin, { params: { id }, headers: { 'sec-fetch-site': 'cross-site' } })).toMatchObject({ status: 419 });
  expect(await browser.call(auth.currentUser)).toMatchObject({ id: staff.id });
  // CALL-081 as the specification shows it: a plain GET of our own page, without a token.
  expect((await browser.fetch(`/api/sanctum/remoteLogin/${id}`, { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(200);
});

test('nobody acts as staff, as somebody unknown, or without a reason', async () => {
  const browser = await stage.signedIn(await stage.account({ isStaff: true }));
  await turnMfaOn(browser);
  const other = await stage.account({ isStaff: true });
  expect(await browser.refusal(auth.createRemoteLogin, { body: { userId: other.id, reason } })).toMatchObject({ status: 403 });
  expect(await browser.refusal(auth.createRemoteLogin, { body: { userId: 999_999, reason } })).toMatchObject({ status: 404 });
  expect(await browser.refusal(auth.createRemoteLogin, { body: { userId: other.id, reason: ' ' } })).toMatchObject({ status: 422 });
});

test('only staff ask for remote logins or look people up, whatever header they send', async () => {
  const person = await stage.account();
  const browser = await stage.signedIn(person);
  const headers = { isadmin: '1', isAdmin: 'true' };
  expect(await browser.refusal(auth.createRemoteLogin, { body: { userId: person.id, reason }, headers })).toMatchObject({ status: 403 });
  expect(await browser.refusal(auth.staffUsers, { query: {}, headers })).toMatchObject({ status: 403 });
  expect(await browser.call(auth.currentUser, { headers })).toMatchObject({ isAdmin: false });
});

test('who acts as a person is not staff meanwhile, and cannot act on from there', async () => {
  const { person, browser } = await acting();
  expect(await browser.refusal(auth.createRemoteLogin, { body: { userId: person.id, reason } })).toMatchObject({ status: 403 });
  expect(await browser.refusal(auth.staffUsers, { query: {} })).toMatchObject({ status: 403 });
});

test('who acts as a person touches neither password, second factor, tokens nor sessions', async () => {
  const { browser } = await acting();
  const { data } = await browser.call(auth.sessions);
  const refusals = [
    browser.refusal(auth.startMfa, { body: { password } }),
    browser.refusal(auth.confirmMfa, { body: { code: '123456' } }),
    browser.refusal(auth.stopMfa, { body: { password, code: '123456' } }),
    browser.refusal(auth.clearTokenSessions),
    browser.refusal(auth.apnsVoipDeviceTokens, { body: { token: 'ab'.repeat(32), deviceName: 'keyline-phone-1' } }),
    browser.refusal(auth.endSession, { params: { id: data[0]?.id ?? '' } }),
  ];
  for (const refused of await Promise.all(refusals)) expect(refused).toMatchObject({ status: 403, code: 'forbidden' });
});

test('while acting, the cookie of the staff session opens nothing', async () => {
  const { staffCookies } = await acting();
  const browser = stage.browser();
  for (const [name, value] of staffCookies) browser.cookies.set(name, value);
  expect(await browser.refusal(auth.currentUser)).toMatchObject({ status: 401 });
});

test('acting ends with the staff session and with being staff', async () => {
  for (const end of ['session', 'staff'] as const) {
    const { staff, browser } = await acting();
    const { owner } = stage.server;
    if (end === 'staff') await owner.updateTable('users').set({ is_staff: false }).where('id', '=', staff.id).execute();
    else
      await owner
        .updateTable('sessions')
        .set({ expires_at: new Date(Date.now() - 1_000) })
        .where('user_id', '=', staff.id)
        .execute();
    expect(await browser.refusal(auth.currentUser)).toMatchObject({ status: 401 });
  }
});

test('signing out while acting leaves nothing open', async () => {
  const { staff, browser } = await acting();
  await browser.call(auth.logout);
  expect(await stage.server.owner.selectFrom('sessions').select('id').where('user_id', '=', staff.id).execute()).toEqual([]);
});

test('a person sees that support acts as them', async () => {
  const { person } = await acting();
  const { data } = await (await stage.signedIn(person)).call(auth.sessions);
  expect(data.map(({ deviceName }) => deviceName)).toContain('Keyline support (impersonating you)');
});

test('nobody leaves what they did not begin', async () => {
  expect(await (await stage.signedIn(await stage.account())).refusal(auth.leaveRemoteLogin)).toMatchObject({ status: 403 });
});

test('staff find people by name, e-mail or company; staff and wildcards are not found', async () => {
  const { server } = stage;
  const person = await stage.account({ email: 'zoe.quist@needle.example' });
  const company = await server.company({ name: 'Haystack Roofing' });
  await server.membership(person, company);
  const browser = await stage.signedIn(await stage.account({ isStaff: true }));
  for (const q of ['zoe.quist', 'haystack', person.name]) {
    const { data } = await browser.call(auth.staffUsers, { query: { q } });
    expect(data).toContainEqual({ id: person.id, name: person.name, email: person.email, companies: ['Haystack Roofing'] });
  }
  expect((await browser.call(auth.staffUsers, { query: { q: '%' } })).data).toEqual([]);
});

test('staff without a second factor are told to set one up', async () => {
  const person = await stage.account();
  const browser = await stage.signedIn(await stage.account({ isStaff: true }));
  expect(await browser.call(auth.currentUser)).toMatchObject({ hasMfa: false, mfaFreshUntil: null });
  expect(await browser.refusal(auth.createRemoteLogin, { body: { userId: person.id, reason } })).toMatchObject({
    status: 403,
    body: { message: 'Turn on two-factor authentication first' },
  });
});

test('a second factor that was proved a while ago is proved again, once for a quarter of an hour', async () => {
  const { person, browser, code } = await cast();
  const ago = { mfa_at: new Date(Date.now() - 16 * 60_000) };
  await stage.server.owner.updateTable('sessions').set(ago).where('mfa_at', 'is not', null).execute();
  const ask = { body: { userId: person.id, reason } };
  expect(await browser.refusal(auth.createRemoteLogin, ask)).toMatchObject({ status: 403, body: { message: 'Confirm your two-factor code first' } });
  expect(await browser.refusal(auth.proveMfa, { body: { code: wrongCode(code()) } })).toMatchObject({ status: 422, code: 'code_wrong' });
  const { mfaFreshUntil } = await browser.call(auth.proveMfa, { body: { code: code() } });
  expect(new Date(mfaFreshUntil ?? 0).getTime() - Date.now()).toBeGreaterThan(14 * 60_000);
  expect(await browser.refusal(auth.proveMfa, { body: { code: code() } })).toMatchObject({ status: 422 });
  expect(await browser.call(auth.createRemoteLogin, ask)).toHaveProperty('id');
});

test('a code at sign-in is fresh, and stays so when they come back from acting', async () => {
  const staff = await stage.account({ isStaff: true });
  const { code } = await turnMfaOn(await stage.signedIn(staff));
  const browser = await withCode(staff, code());
  const [first, second] = [await stage.account(), await stage.account()];
  for (const person of [first, second]) {
    const { id } = await browser.call(auth.createRemoteLogin, { body: { userId: person.id, reason } });
    expect(await browser.call(auth.remoteLogin, { params: { id } })).toMatchObject({ user: { id: person.id, mfaFreshUntil: null } });
    await browser.call(auth.leaveRemoteLogin);
  }
});

test('who acts as an owner starts and reads no export, raises no limit of money and gets no push token', async () => {
  const { server } = stage;
  const { person, browser } = await acting();
  const company = await server.company();
  await server.membership(person, company, 'owner');
  const there = browser.in(company);
  const refusals = [
    there.refusal(routes.exports.calls, { body: { columns: ['caller'], tz: 'UTC' } }),
    there.refusal(routes.exports.voicemails, { body: { columns: ['caller'], tz: 'UTC' } }),
    there.refusal(routes.exports.list),
    there.refusal(routes.calling.saveLimits, { body: { centsPerDay: 1_000_000 } }),
    there.refusal(auth.beamToken),
  ];
  for (const refused of await Promise.all(refusals)) expect(refused).toMatchObject({ status: 403, body: { message: 'Not available while impersonating' } });
});

test('what is read while acting stands in the trail once a minute, and the trail cannot be changed', async () => {
  const { server } = stage;
  const { staff, person, browser } = await acting();
  const company = await server.company();
  await server.membership(person, company, 'owner');
  const there = browser.in(company);
  for (let at = 0; at < 3; at += 1) await there.call(routes.contacts.list, { query: { q: 'a secret search' } });
  await there.refusal(routes.contacts.get, { params: { id: 987_654 } });
  const trail = () => server.owner.selectFrom('audit_log').selectAll().where('impersonator_id', '=', staff.id).where('action', 'like', 'read:%').orderBy('id');
  const rows = await trail().execute();
  expect(rows.map(({ action, user_id, company_id }) => [action, user_id, company_id])).toEqual([
    ['read:contacts.list', person.id, company.id],
    ['read:contacts.get', person.id, company.id],
  ]);
  expect(rows[1]?.subject).toContain('987654');
  expect(JSON.stringify(rows)).not.toContain('secret search');
  await server.owner
    .updateTable('audit_log')
    .set({ at: new Date(Date.now() - 61_000) })
    .where('id', '=', rows[0]?.id ?? 0)
    .execute();
  await there.call(routes.contacts.list, { query: {} });
  expect(await trail().execute()).toHaveLength(3);
  const { tenancy } = server.services;
  const denied = { code: '42501' };
  await expect(tenancy.identity(() => currentTransaction().deleteFrom('audit_log').execute())).rejects.toMatchObject(denied);
  await expect(tenancy.identity(() => currentTransaction().updateTable('audit_log').set({ action: 'nothing' }).execute())).rejects.toMatchObject(denied);
  await expect(tenancy.company([company.id], null, () => currentTransaction().deleteFrom('audit_log').execute())).rejects.toMatchObject(denied);
});
