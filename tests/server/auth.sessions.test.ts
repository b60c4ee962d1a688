/** Cookie sessions: forged requests, running out, seeing and ending them; who hears which channel. */
import { get } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Route } from '#contract/core/route.ts';
import { auth, password, type Stage, startAuth, tokenIn } from './auth.stage.ts';
import type { Client } from './harness.ts';
import { openPusher } from './pusher.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startAuth();
});
afterAll(() => stage.close());

const past = () => new Date(Date.now() - 1_000);

test('a change without the token of this very session is refused (CSRF)', async () => {
  const browser = await stage.signedIn(await stage.account());
  const other = await stage.signedIn(await stage.account());
  const forgeries: Record<string, string>[] = [
    { 'x-xsrf-token': '' },
    { 'x-xsrf-token': 'made.up' },
    { 'x-xsrf-token': other.cookies.get('XSRF-TOKEN') ?? '' },
  ];
  for (const headers of forgeries) expect(await browser.refusal(auth.whatsNewRead, { headers })).toMatchObject({ status: 419, code: 'csrf' });
  const anonymous = stage.browser();
  await anonymous.call(auth.csrfCookie);
  const another = stage.browser();
  await another.call(auth.csrfCookie);
  const headers = { 'x-xsrf-token': anonymous.cookies.get('XSRF-TOKEN') ?? '' };
  expect(await another.refusal(auth.login, { body: { email: 'nobody@example.com', password }, headers })).toMatchObject({ status: 419 });
  browser.cookies.set('XSRF-TOKEN', anonymous.cookies.get('XSRF-TOKEN') ?? '');
  expect(await browser.refusal(auth.whatsNewRead)).toMatchObject({ status: 419 });
});

test('another site can neither sign somebody in nor out (CSRF)', async () => {
  const person = await stage.account();
  const browser = await stage.signedIn(person);
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ];
  for (const headers of foreign) {
    expect(await browser.refusal(auth.logout, { headers })).toMatchObject({ status: 419 });
    expect(await stage.browser().refusal(auth.login, { body: { email: person.email, password }, headers })).toMatchObject({ status: 419 });
  }
  expect(await browser.call(auth.currentUser, { headers: { 'sec-fetch-site': 'cross-site' } })).toMatchObject({ id: person.id });
  await browser.call(auth.logout, { headers: { origin: 'http://keyline.test', 'sec-fetch-site': 'same-origin' } });
});

test('the sign-out needs no token, but a link from elsewhere signs nobody out', async () => {
  const browser = await stage.signedIn(await stage.account());
  const out = (headers: Record<string, string>) => browser.fetch('/api/sanctum/logout', { headers });
  for (const site of ['cross-site', 'same-site', 'none']) expect((await out({ 'sec-fetch-site': site })).status).toBe(419);
  // A name of the house network without https: there no browser says where a link comes from.
  expect((await plainly(browser, 'keyline.test', '/api/sanctum/logout')).status).toBe(419);
  await browser.call(auth.currentUser);
  expect((await out({ 'sec-fetch-site': 'same-origin' })).status).toBe(204);
  const another = await stage.signedIn(await stage.account());
  expect((await another.fetch('/api/sanctum/logout')).status).toBe(204);
  expect(await another.refusal(auth.currentUser)).toMatchObject({ status: 401 });
});

/** A plain GET to the server under another name, without a word of where it comes from. */
const plainly = (browser: Client, host: string, path: string) =>
  new Promise<{ readonly status: number }>((resolve, reject) => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    get(`${stage.server.url}${path}`, { headers: { host, cookie } }, (answer) => resolve({ status: answer.statusCode ?? 0 })).on('error', reject);
  });

test('signing out ends the session, not only its cookie', async () => {
  const browser = await stage.signedIn(await stage.account());
  const kept = new Map(browser.cookies);
  await browser.call(auth.logout);
  expect(browser.cookies.has('keyline_session')).toBe(false);
  for (const [name, value] of kept) browser.cookies.set(name, value);
  expect(await browser.refusal(auth.currentUser)).toMatchObject({ status: 401 });
});

test('a session ends after twelve idle hours and after seven days whatever one does; a remembered one after thirty idle days', async () => {
  const person = await stage.account();
  const hoursTo = (at: Date) => Math.round((at.getTime() - Date.now()) / 3_600_000);
  const last = () =>
    stage.server.owner.selectFrom('sessions').selectAll().where('user_id', '=', person.id).orderBy('created_at', 'desc').executeTakeFirstOrThrow();
  const browser = await stage.signedIn(person);
  const plain = await last();
  expect([hoursTo(plain.idle_expires_at), hoursTo(plain.expires_at)]).toEqual([12, 7 * 24]);
  await stage.browser().call(auth.login, { body: { email: person.email, password, remember: true } });
  expect(hoursTo((await last()).idle_expires_at)).toBe(30 * 24);
  const { owner } = stage.server;
  await owner.updateTable('sessions').set({ idle_expires_at: past() }).where('id', '=', plain.id).execute();
  expect(await browser.refusal(auth.currentUser)).toMatchObject({ status: 401 });
  const soon = new Date(Date.now() + 3_600_000);
  await owner
    .updateTable('sessions')
    .set({ idle_expires_at: soon, expires_at: soon, last_seen_at: new Date(Date.now() - 120_000) })
    .where('id', '=', plain.id)
    .execute();
  await browser.call(auth.currentUser);
  const touched = await owner.selectFrom('sessions').selectAll().where('id', '=', plain.id).executeTakeFirstOrThrow();
  expect(touched.idle_expires_at).toEqual(soon);
  await owner.updateTable('sessions').set({ expires_at: past() }).where('id', '=', plain.id).execute();
  expect(await browser.refusal(auth.currentUser)).toMatchObject({ status: 401 });
});

test('somebody whose account is disabled is out at once', async () => {
  const person = await stage.account();
  const browser = await stage.signedIn(person);
  await stage.server.owner.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', person.id).execute();
  expect(await browser.refusal(auth.currentUser)).toMatchObject({ status: 401 });
});

test('the session cookie cannot be read by a page, the token cookie can', async () => {
  const person = await stage.account();
  const browser = stage.browser();
  await browser.call(auth.csrfCookie);
  const answer = await browser.exchange(auth.login, { body: { email: person.email, password } });
  const [session = '', token = ''] = ['keyline_session', 'XSRF-TOKEN'].map((name) => answer.headers.getSetCookie().find((line) => line.startsWith(`${name}=`)));
  expect(session).toMatch(/HttpOnly/i);
  expect(session).toMatch(/SameSite=Lax/i);
  expect(token).not.toMatch(/HttpOnly/i);
});

test('a person sees where they are signed in and ends one of them, never somebody else’s', async () => {
  const person = await stage.account();
  const [here, there, stranger] = [await stage.signedIn(person), await stage.signedIn(person), await stage.signedIn(await stage.account())];
  const { data } = await here.call(auth.sessions);
  expect(data).toHaveLength(2);
  const other = data.find(({ isCurrent }) => !isCurrent)?.id ?? '';
  expect(await stranger.refusal(auth.endSession, { params: { id: other } })).toMatchObject({ status: 404 });
  expect(await stranger.refusal(auth.endSession, { params: { id: 'nonsense' } })).toMatchObject({ status: 404 });
  await here.call(auth.endSession, { params: { id: other } });
  expect(await there.refusal(auth.currentUser)).toMatchObject({ status: 401 });
  expect((await here.call(auth.sessions)).data).toMatchObject([{ isCurrent: true, kind: 'cookie', address: '127.0.0.1' }]);
});

test('news once read stay read; a device is registered once', async () => {
  const browser = await stage.signedIn(await stage.account());
  const { readWhatsNewAt } = await browser.call(auth.whatsNewRead);
  expect(await browser.call(auth.currentUser)).toMatchObject({ readWhatsNewAt });
  const body = { token: 'ab'.repeat(32), deviceName: 'keyline-phone-1' };
  expect(await browser.call(auth.apnsVoipDeviceTokens, { body })).toEqual(await browser.call(auth.apnsVoipDeviceTokens, { body }));
});

const socketId = '123.456';

test('members hear their company and everybody themselves; nobody hears more', async () => {
  const { server } = stage;
  const person = await stage.account();
  const [company, foreign] = [await server.company(), await server.company()];
  await server.membership(person, company, 'billing');
  const browser = await stage.signedIn(person);
  const ask = (channelName: string) => browser.exchange(auth.channelAuth, { body: { socketId, channelName } });
  for (const name of [`private-company-${company.id}`, `private-user-${person.id}`]) expect((await ask(name)).status).toBe(200);
  expect((await ask(`private-user-${person.id + 1}`)).status).toBe(403);
  const never = [
    `private-company-${foreign.id}`,
    'private-company-999999',
    `private-company-0${company.id}`,
    `private-company-${company.id}-x`,
    `private-company-${company.id}\n`,
    `presence-company-${company.id}`,
    `xprivate-company-${company.id}`,
    'private-company-',
  ];
  for (const name of never) expect((await ask(name)).status, name).toBe(404);
  expect(await stage.browser().refusal(auth.channelAuth, { body: { socketId, channelName: `private-user-${person.id}` } })).toMatchObject({ status: 401 });
});

test('whoever administers a company’s organization hears the company', async () => {
  const { server } = stage;
  const [person, organization] = [await stage.account(), await server.organization()];
  const company = await server.company({ organizationId: organization.id });
  await server.owner.insertInto('organization_users').values({ organization_id: organization.id, user_id: person.id }).execute();
  const browser = await stage.signedIn(person);
  expect(await browser.call(auth.channelAuth, { body: { socketId, channelName: `private-company-${company.id}` } })).toHaveProperty('auth');
});

test('the push token signs subscriptions and nothing else, and dies with its session', async () => {
  const person = await stage.account();
  const browser = await stage.signedIn(person);
  const { token, expiresIn } = await browser.call(auth.beamToken);
  expect(expiresIn).toBeLessThanOrEqual(300);
  const device = stage.browser();
  device.bearer = token;
  const body = { socketId, channelName: `private-user-${person.id}` };
  expect(await device.call(auth.channelAuth, { body })).toHaveProperty('auth');
  const others: Route[] = [auth.currentUser, auth.beamToken, auth.sessions, auth.clearTokenSessions];
  for (const route of others) expect((await device.exchange(route)).status).toBe(401);
  await browser.call(auth.logout);
  expect(await device.refusal(auth.channelAuth, { body })).toMatchObject({ status: 401 });
});

/** Collects the events a browser receives on its user's channel, by the unmodified Pusher client, while `work` runs. */
async function hearing(there: Client, personId: number, work: (heard: readonly unknown[]) => Promise<void>): Promise<void> {
  const pusher = openPusher(there, { port: Number(new URL(stage.server.url).port), key: stage.server.config.realtime.key });
  try {
    const heard: unknown[] = [];
    const channel = pusher.subscribe(`private-user-${personId}`);
    channel.bind('user', (event: unknown) => heard.push(event));
    await vi.waitFor(() => expect(channel.subscribed).toBe(true), { timeout: 10_000 });
    await work(heard);
  } finally {
    pusher.disconnect();
  }
}

test('a browser hears that its session was ended elsewhere', async () => {
  const person = await stage.account();
  const [here, there] = [await stage.signedIn(person), await stage.signedIn(person)];
  const { sessionId } = await there.call(auth.currentUser);
  await hearing(there, person.id, async (heard) => {
    await here.call(auth.endSession, { params: { id: sessionId } });
    await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'login-event', event: 'logout', session_id: sessionId }), { timeout: 10_000 });
  });
});

test('a person’s browsers hear that the password was changed, and are out', async () => {
  const person = await stage.account();
  const there = await stage.signedIn(person);
  await hearing(there, person.id, async (heard) => {
    await stage.browser().call(auth.forgotPassword, { body: { email: person.email } });
    const [mail] = await stage.mails(person.email);
    const body = { token: tokenIn(mail), password: 'violet umbrella 41 rails' };
    await stage.browser().refusal(auth.resetPassword, { body: { ...body, password: 'password123' } });
    await stage.browser().call(auth.resetPassword, { body });
    await vi.waitFor(() => expect(heard).toEqual([{ kind: 'login-event', event: 'password_changed' }]), { timeout: 10_000 });
  });
  expect(await there.refusal(auth.currentUser)).toMatchObject({ status: 401 });
});

test('a person’s browsers hear of sign-ins that fail and succeed', async () => {
  const person = await stage.account();
  await hearing(await stage.signedIn(person), person.id, async (heard) => {
    await stage.browser().refusal(auth.login, { body: { email: person.email, password: 'wrong' } });
    const browser = await stage.signedIn(person);
    const { sessionId } = await browser.call(auth.currentUser);
    const device = await stage.browser().call(auth.createTokenSession, { body: { email: person.email, password, deviceName: 'keyline-phone-7' } });
    expect(device).toMatchObject({ result: 'token' });
    await vi.waitFor(
      () =>
        expect(heard).toEqual([
          { kind: 'login-event', event: 'failed' },
          { kind: 'login-event', event: 'success', session_id: sessionId },
          { kind: 'login-event', event: 'success', session_id: expect.any(String) },
        ]),
      { timeout: 10_000 },
    );
  });
});
