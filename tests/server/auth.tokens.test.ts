/** Devices: bearer tokens, refreshing them, and a refresh token in the wrong hands. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auth, password, type Stage, startAuth, turnMfaOn, wrongCode } from './auth.stage.ts';
import type { Person } from './harness.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startAuth();
});
afterAll(() => stage.close());

const deviceName = 'keyline-phone-1';

async function device({ email }: Person, name = deviceName) {
  const answer = await stage.browser().call(auth.createTokenSession, { body: { email, password, deviceName: name } });
  if (answer.result !== 'token') throw new Error('A code was asked for');
  return answer.tokens;
}

function bearing(token: string) {
  const client = stage.browser();
  client.bearer = token;
  return client;
}

test('a device signs in without cookies and acts by its token', async () => {
  const person = await stage.account();
  const tokens = await device(person);
  expect(tokens).toMatchObject({ tokenType: 'Bearer', expiresIn: 3_600 });
  expect(await bearing(tokens.accessToken).call(auth.currentUser)).toMatchObject({ id: person.id });
  expect(await device(person, 'app-D1')).toMatchObject({ tokenType: 'Bearer' });
  await bearing(tokens.accessToken).call(auth.whatsNewRead);
});

test('a wrong password, a strange device name and a made-up token are refused', async () => {
  const { email } = await stage.account();
  const browser = stage.browser();
  expect(await browser.refusal(auth.createTokenSession, { body: { email, password: 'wrong', deviceName } })).toMatchObject({
    status: 422,
    code: 'credentials',
  });
  expect(await browser.refusal(auth.createTokenSession, { body: { email, password, deviceName: 'my phone' } })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'device_name', detail: 'An app tag, a hyphen and the device id, such as app-D1' }] },
  });
  expect(await bearing('made-up').refusal(auth.currentUser)).toMatchObject({ status: 401 });
});

test('a cookie’s secret is no bearer token, and a bearer token no cookie', async () => {
  const person = await stage.account();
  const browser = await stage.signedIn(person);
  expect(await bearing(browser.cookies.get('keyline_session') ?? '').refusal(auth.currentUser)).toMatchObject({ status: 401 });
  const other = stage.browser();
  other.cookies.set('keyline_session', (await device(person)).accessToken);
  expect(await other.refusal(auth.currentUser)).toMatchObject({ status: 401 });
});

test('an access token ends after an hour; the refresh token brings a new one, once', async () => {
  const person = await stage.account();
  const first = await device(person);
  const { owner } = stage.server;
  await owner
    .updateTable('sessions')
    .set({ idle_expires_at: new Date(Date.now() - 1_000) })
    .where('user_id', '=', person.id)
    .execute();
  expect(await bearing(first.accessToken).refusal(auth.currentUser)).toMatchObject({ status: 401 });
  const second = await stage.browser().call(auth.refreshTokenSession, { body: { refreshToken: first.refreshToken } });
  await bearing(second.accessToken).call(auth.currentUser);
  expect(await bearing(first.accessToken).refusal(auth.currentUser)).toMatchObject({ status: 401 });
});

test('a refresh token that comes twice ends the whole session (theft)', async () => {
  const person = await stage.account();
  const first = await device(person);
  const thief = await stage.browser().call(auth.refreshTokenSession, { body: { refreshToken: first.refreshToken } });
  expect(await stage.browser().refusal(auth.refreshTokenSession, { body: { refreshToken: first.refreshToken } })).toMatchObject({ status: 401 });
  expect(await bearing(thief.accessToken).refusal(auth.currentUser)).toMatchObject({ status: 401 });
  expect(await stage.browser().refusal(auth.refreshTokenSession, { body: { refreshToken: thief.refreshToken } })).toMatchObject({ status: 401 });
});

test('a refresh token that was never ours ends nothing', async () => {
  const person = await stage.account();
  const tokens = await device(person);
  const [sessionId = ''] = tokens.refreshToken.split('.');
  for (const refreshToken of ['nonsense', `${sessionId}.made.up`, `${tokens.refreshToken}x`, tokens.accessToken]) {
    expect(await stage.browser().refusal(auth.refreshTokenSession, { body: { refreshToken } })).toMatchObject({ status: 401 });
  }
  await bearing(tokens.accessToken).call(auth.currentUser);
});

test('a refresh token left alone for thirty days is worth nothing', async () => {
  const person = await stage.account();
  const tokens = await device(person);
  const { owner } = stage.server;
  await owner
    .updateTable('sessions')
    .set({ last_seen_at: new Date(Date.now() - 31 * 86_400_000) })
    .where('user_id', '=', person.id)
    .execute();
  expect(await stage.browser().refusal(auth.refreshTokenSession, { body: { refreshToken: tokens.refreshToken } })).toMatchObject({ status: 401 });
});

test('signing all devices out ends tokens and leaves the browser', async () => {
  const person = await stage.account();
  const [one, two, browser] = [await device(person, 'keyline-phone-1'), await device(person, 'keyline-tablet-2'), await stage.signedIn(person)];
  await browser.call(auth.clearTokenSessions);
  for (const { accessToken } of [one, two]) expect(await bearing(accessToken).refusal(auth.currentUser)).toMatchObject({ status: 401 });
  await browser.call(auth.currentUser);
});

test('a device that signs in again replaces its own session only', async () => {
  const person = await stage.account();
  const [old, other] = [await device(person, 'keyline-phone-1'), await device(person, 'keyline-tablet-2')];
  await device(person, 'keyline-phone-1');
  expect(await bearing(old.accessToken).refusal(auth.currentUser)).toMatchObject({ status: 401 });
  await bearing(other.accessToken).call(auth.currentUser);
});

async function halfway() {
  const person = await stage.account();
  const { code } = await turnMfaOn(await stage.signedIn(person));
  const answer = await stage.browser().call(auth.createTokenSession, { body: { email: person.email, password, deviceName } });
  if (answer.result !== 'mfa_required') throw new Error('No code was asked for');
  return { person, code, mfaToken: answer.mfaToken };
}

test('with the second factor on, a device gets its token for the code, once', async () => {
  const { person, code, mfaToken } = await halfway();
  expect(await bearing(mfaToken).refusal(auth.currentUser)).toMatchObject({ status: 401 });
  const { tokens } = await stage.browser().call(auth.mfaToken, { body: { mfaToken, code: code(), deviceName } });
  expect(await bearing(tokens.accessToken).call(auth.currentUser)).toMatchObject({ id: person.id });
  expect(await stage.browser().refusal(auth.mfaToken, { body: { mfaToken, code: code(1), deviceName } })).toMatchObject({ status: 401 });
});

test('the token between password and code takes five tries and belongs to its device', async () => {
  const { code, mfaToken } = await halfway();
  const browser = stage.browser();
  expect(await browser.refusal(auth.mfaToken, { body: { mfaToken, code: code(), deviceName: 'keyline-other-9' } })).toMatchObject({ status: 401 });
  for (let at = 0; at < 4; at += 1)
    expect(await browser.refusal(auth.mfaToken, { body: { mfaToken, code: wrongCode(code()), deviceName } })).toMatchObject({ status: 422 });
  expect(await browser.refusal(auth.mfaToken, { body: { mfaToken, code: wrongCode(code()), deviceName } })).toMatchObject({ status: 401 });
  expect(await browser.refusal(auth.mfaToken, { body: { mfaToken, code: code(), deviceName } })).toMatchObject({ status: 401 });
});

test('no token stands in the database', async () => {
  const tokens = await device(await stage.account());
  const kept = JSON.stringify(await stage.server.owner.selectFrom('sessions').selectAll().execute());
  for (const word of [tokens.accessToken, tokens.refreshToken]) expect(kept).not.toContain(word);
});

test('a device that has signed in before gets in again while guesses from elsewhere go on', async () => {
  const person = await stage.account();
  await device(person, 'keyline-known-1');
  await stage.server.owner.deleteFrom('known_addresses').where('user_id', '=', person.id).execute();
  const enter = (name: string, typed: string, address: string) =>
    stage
      .browser()
      .exchange(auth.createTokenSession, { body: { email: person.email, password: typed, deviceName: name }, headers: { 'x-forwarded-for': address } });
  for (let at = 0; at < 12; at += 1) await enter('keyline-guess', 'wrong', `198.51.100.${at + 1}`);
  expect((await enter('keyline-new', password, '203.0.113.1')).status).toBe(429);
  expect((await enter('keyline-known-1', password, '203.0.113.2')).status).toBe(200);
});
