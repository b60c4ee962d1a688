/** Signing in with an OpenID Connect provider, and what must not pass for it. */
import { createHash } from 'node:crypto';
import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auth, client, type Stage, startAuth, stranger, turnMfaOn } from './auth.stage.ts';
import type { Client } from './harness.ts';

const people = [
  { email: 'ana@provider.example', name: 'Ana' },
  { email: 'mfa@provider.example', name: 'Mira' },
  { email: 'unproved@provider.example', name: 'Mallory', emailVerified: false },
  { email: 'unknown@provider.example', name: 'Nobody' },
  { email: 'device@provider.example', name: 'Dee' },
];
const provider = 'sandbox';
const deviceName = 'keyline-phone-1';

let stage: Stage;
beforeAll(async () => {
  stage = await startAuth(people);
  for (const { email } of people.filter(({ name }) => name !== 'Nobody')) await stage.account({ email });
});
afterAll(() => stage.close());

/** Signs in at the provider's address; returns what the provider sends the browser back with. */
async function signInAt(url: string, email: string) {
  const there = new URL(url);
  there.searchParams.set('login_hint', email);
  const answer = await fetch(there, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  expect(back.origin + back.pathname).toBe('http://keyline.test/sign-in/callback/sandbox');
  return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' };
}

/** Leaves for the provider and signs in there. */
async function atProvider(browser: Client, email: string) {
  const { url } = await browser.call(auth.providerRedirect, { params: { provider } });
  return signInAt(url, email);
}

const come = (browser: Client, body: { code: string; state?: string }) => browser.call(auth.providerCallback, { params: { provider }, body });
const comeRefused = (browser: Client, body: { code: string; state?: string }) => browser.refusal(auth.providerCallback, { params: { provider }, body });

test('a person signs in with the provider and is the same person the next time', async () => {
  expect((await stage.browser().call(auth.providers)).data).toContainEqual({ id: 'sandbox', name: 'Sandbox' });
  for (let round = 0; round < 2; round += 1) {
    const browser = stage.browser();
    const body = await atProvider(browser, 'ana@provider.example');
    expect(await come(browser, body)).toMatchObject({ result: 'success', user: { email: 'ana@provider.example' } });
    await browser.call(auth.currentUser);
  }
  expect(await stage.server.owner.selectFrom('user_identities').selectAll().where('provider', '=', provider).execute()).toHaveLength(1);
});

test('the link holds when the person’s address changes here', async () => {
  const browser = stage.browser();
  await come(browser, await atProvider(browser, 'ana@provider.example'));
  const { id } = await browser.call(auth.currentUser);
  await stage.server.owner.updateTable('users').set({ email: 'ana.kovac@elsewhere.example' }).where('id', '=', id).execute();
  const again = stage.browser();
  expect(await come(again, await atProvider(again, 'ana@provider.example'))).toMatchObject({ user: { id } });
  await stage.server.owner.updateTable('users').set({ email: 'ana@provider.example' }).where('id', '=', id).execute();
});

test('the second factor is asked for all the same', async () => {
  const { owner } = stage.server;
  const { id } = await owner.selectFrom('users').select('id').where('email', '=', 'mfa@provider.example').executeTakeFirstOrThrow();
  const { code } = await turnMfaOn(await stage.signedIn({ id, email: 'mfa@provider.example', name: '' }));
  const browser = stage.browser();
  expect(await come(browser, await atProvider(browser, 'mfa@provider.example'))).toEqual({ result: 'mfa_required' });
  expect(await browser.refusal(auth.currentUser)).toMatchObject({ status: 401 });
  expect(await browser.call(auth.mfa, { body: { code: code() } })).toMatchObject({ result: 'success' });
});

test('an e-mail the provider has not verified opens no account, and one without an account opens none', async () => {
  for (const email of ['unproved@provider.example', 'unknown@provider.example']) {
    const browser = stage.browser();
    expect(await comeRefused(browser, await atProvider(browser, email))).toMatchObject({ status: 422, code: 'provider_failed' });
    expect(await browser.refusal(auth.currentUser)).toMatchObject({ status: 401 });
  }
  const { count } = await stage.server.owner
    .selectFrom('audit_log')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('action', '=', 'login.failed')
    .executeTakeFirstOrThrow();
  expect(count).toBeGreaterThanOrEqual(2);
});

/** The answer to a return whose sign-in is not under way in this browser (FLOW-027). */
const expired = { status: 410, code: 'link_expired', body: { message: 'Link expired. Please log in.' } };

test('a return that began in another browser is refused (login CSRF)', async () => {
  const [attacker, victim] = [stage.browser(), stage.browser()];
  const body = await atProvider(attacker, 'ana@provider.example');
  await atProvider(victim, 'ana@provider.example');
  expect(await comeRefused(victim, body)).toMatchObject(expired);
  expect(await come(attacker, body)).toMatchObject({ result: 'success' });
});

test('a return works once, runs out, and belongs to its state', async () => {
  const browser = stage.browser();
  const first = await atProvider(browser, 'ana@provider.example');
  await come(browser, first);
  expect(await comeRefused(browser, first)).toMatchObject(expired);
  const { url } = await browser.call(auth.providerRedirect, { params: { provider } });
  const [one, two] = [await signInAt(url, 'ana@provider.example'), await signInAt(url, 'ana@provider.example')];
  await come(browser, one);
  expect(await comeRefused(browser, two)).toMatchObject(expired);
  const second = await atProvider(browser, 'ana@provider.example');
  expect(await comeRefused(browser, { ...second, state: 'made-up' })).toMatchObject(expired);
  await stage.expire('challenges');
  expect(await comeRefused(browser, second)).toMatchObject(expired);
});

test('a code that belongs to another sign-in is refused (code injection)', async () => {
  const [mine, theirs] = [stage.browser(), stage.browser()];
  const [own, stolen] = [await atProvider(mine, 'ana@provider.example'), await atProvider(theirs, 'mfa@provider.example')];
  expect(await comeRefused(mine, { code: stolen.code, state: own.state })).toMatchObject({ status: 422, code: 'provider_failed' });
});

test('a return without a state is of the one sign-in this browser has under way', async () => {
  const browser = stage.browser();
  const { code } = await atProvider(browser, 'ana@provider.example');
  expect(await come(browser, { code })).toMatchObject({ result: 'success' });
  expect(await comeRefused(browser, { code })).toMatchObject(expired);
  const several = stage.browser();
  await atProvider(several, 'ana@provider.example');
  const second = await atProvider(several, 'ana@provider.example');
  expect(await comeRefused(several, { code: second.code })).toMatchObject(expired);
  const victim = stage.browser();
  const foreign = await atProvider(stage.browser(), 'ana@provider.example');
  expect(await comeRefused(victim, { code: foreign.code })).toMatchObject(expired);
  await atProvider(victim, 'ana@provider.example');
  expect(await comeRefused(victim, { code: foreign.code })).toMatchObject({ status: 422 });
});

test('two tabs of one browser may both be at the provider', async () => {
  const browser = stage.browser();
  const [one, two] = [await atProvider(browser, 'ana@provider.example'), await atProvider(browser, 'ana@provider.example')];
  await come(browser, one);
  await come(browser, two);
});

test('a provider that does not answer is upstream’s failure, not a sign-out', async () => {
  const browser = await stage.signedIn(await stage.account());
  expect(await browser.refusal(auth.providerRedirect, { params: { provider: 'gone' } })).toMatchObject({ status: 502, code: 'upstream' });
  const body = { idToken: 'a.b.c', deviceName };
  expect(await stage.browser().refusal(auth.providerToken, { params: { provider: 'gone' }, body })).toMatchObject({ status: 502 });
  expect(await browser.refusal(auth.providerRedirect, { params: { provider: 'never-heard-of' } })).toMatchObject({ status: 404 });
  await browser.call(auth.currentUser);
});

/** An id token as a device's own SDK gets it. */
async function idToken(email: string, app = client): Promise<string> {
  const verifier = 'v'.repeat(64);
  const redirect_uri = 'app.keyline://signed-in';
  const query = new URLSearchParams({
    client_id: app.clientId,
    redirect_uri,
    response_type: 'code',
    scope: 'openid email',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    login_hint: email,
  });
  const answer = await fetch(`${stage.issuer}/authorize?${query}`, { redirect: 'manual' });
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri,
    code_verifier: verifier,
    client_id: app.clientId,
    client_secret: app.clientSecret,
  });
  const tokens = (await (await fetch(`${stage.issuer}/token`, { method: 'POST', body })).json()) as { id_token: string };
  return tokens.id_token;
}

const bring = (token: string) => stage.browser().exchange(auth.providerToken, { params: { provider }, body: { idToken: token, deviceName } });

test('a device signs in with the provider’s id token, once', async () => {
  const token = await idToken('device@provider.example');
  const answer = await stage.browser().call(auth.providerToken, { params: { provider }, body: { idToken: token, deviceName } });
  if (answer.result !== 'token') throw new Error('A code was asked for');
  const device = stage.browser();
  device.bearer = answer.tokens.accessToken;
  expect(await device.call(auth.currentUser)).toMatchObject({ email: 'device@provider.example' });
  expect((await bring(token)).status).toBe(422);
});

test('a device’s id token does not go around the second factor', async () => {
  const { owner } = stage.server;
  await owner.updateTable('users').set({ mfa_enabled_at: new Date() }).where('email', '=', 'device@provider.example').execute();
  expect((await bring(await idToken('device@provider.example'))).body).toMatchObject({ result: 'mfa_required' });
});

test('an id token of another key, another client, another issuer, too old or unsigned is refused', async () => {
  const { privateKey } = await generateKeyPair('RS256');
  const forge = (issuer: string, audience: string, issued: number) =>
    new SignJWT({ email: 'ana@provider.example', email_verified: true })
      .setProtectedHeader({ alg: 'RS256', kid: 'sandbox-1' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject('ana')
      .setIssuedAt(issued)
      .setExpirationTime(issued + 3_600)
      .sign(privateKey);
  const now = Math.floor(Date.now() / 1_000);
  const good = await idToken('ana@provider.example');
  const [, payload = ''] = good.split('.');
  const unsigned = `${Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')}.${payload}.`;
  const forged = [
    await forge(stage.issuer, client.clientId, now),
    await forge('https://evil.example', client.clientId, now),
    unsigned,
    `${good.slice(0, -8)}AAAAAAAA`,
    await idToken('ana@provider.example', stranger),
    'nonsense',
  ];
  for (const token of forged) expect((await bring(token)).status).toBe(422);
});

test('the provider’s page lists its people, the first one under Enter, and lets one say no', async () => {
  const browser = stage.browser();
  const { url } = await browser.call(auth.providerRedirect, { params: { provider } });
  const html = await (await fetch(url)).text();
  expect(html).toMatch(/<button name="choice" value="ana@provider\.example" autofocus>/);
  const choose = new URL(url.replace('/authorize?', '/choose?'));
  choose.searchParams.set('choice', '');
  const location = (await fetch(choose, { redirect: 'manual' })).headers.get('location') ?? '';
  expect(new URL(location).searchParams.get('error')).toBe('access_denied');
});
