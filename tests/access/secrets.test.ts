/**
 * Secrets and numbers driven through the main flows stand in no log line, audit row or address, and no secret stands in the database in plain text.
 * A number stands in the rows of its company and nowhere else.
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getAccountChannel } from '#contract/core/accountChannel.ts';
import { routes } from '#contract/index.ts';
import { auth, codeIn, password, type Stage, startAuth, tokenIn, turnMfaOn } from '#tests/server/auth.stage.ts';
import type { Client } from '#tests/server/client.ts';
import { postSigned } from '#tests/server/outside.ts';
import { randomKey } from './outsiders.ts';
import { placesOf } from './sums.ts';

const log: string[] = [];
let stage: Stage;
const newPassword = 'another horse entirely';
const deviceName = 'keyline-a-phone';

/** Secrets a flow made or typed that no other user may read. */
const secrets = new Map<string, string>([
  ['the password', password],
  ['the new password', newPassword],
]);
const keep = (name: string, secret: string | undefined) => {
  expect(secret, name).toMatch(/.{6}/);
  if (secret !== undefined) secrets.set(name, secret);
};
const numbers = { typed: '+14155550177', texted: '+14155550178', called: '+14155550179', searched: '4155550177', invited: '+14155550176' } as const;
const words = 'zsecretwordsz';
/** Addresses the server named: of redirects, and in what it answered. */
const addresses: string[] = [];

beforeAll(async () => {
  stage = await startAuth([], log);
  await signingIn();
  await working();
  await consuming();
});
afterAll(() => stage.close());

const session = (browser: Client) => browser.cookies.get('keyline_session');

async function signingIn(): Promise<void> {
  const person = await stage.account();
  const browser = await stage.signedIn(person);
  keep('the session', session(browser));
  await browser.refusal(auth.login, { body: { email: person.email, password: 'zwrongpasswordz' } });
  keep('a wrong password', 'zwrongpasswordz');
  keep('the push token', (await browser.call(auth.beamToken)).token);
  const device = createHash('sha256').update(randomKey()).digest('hex');
  await browser.call(auth.apnsVoipDeviceTokens, { body: { token: device, deviceName } });
  const { tokens } = (await stage.browser().call(auth.createTokenSession, { body: { email: person.email, password, deviceName } })) as {
    tokens: { accessToken: string; refreshToken: string };
  };
  keep('the access token', tokens.accessToken);
  keep('the refresh token', tokens.refreshToken);
  keep('the next access token', (await stage.browser().call(auth.refreshTokenSession, { body: { refreshToken: tokens.refreshToken } })).accessToken);

  await stage.browser().call(auth.forgotPassword, { body: { email: person.email } });
  const link = tokenIn((await stage.mails(person.email))[0]);
  keep('the reset link', link);
  await stage.browser().call(auth.resetPassword, { body: { token: link, password: newPassword } });

  await stage.browser().call(auth.signupCheck, { body: { email: 'new.person@example.com' } });
  const code = codeIn((await stage.mails('new.person@example.com'))[0]);
  await stage.browser().call(auth.signupCreate, { body: { email: 'new.person@example.com', password: newPassword, code } });

  const careful = await stage.account();
  const mine = await stage.signedIn(careful);
  const mfa = await turnMfaOn(mine);
  keep('the second factor', mfa.secret);
  for (const [at, recovery] of mfa.recoveryCodes.entries()) keep(`recovery code ${at}`, recovery);
  const second = stage.browser();
  await second.call(auth.login, { body: { email: careful.email, password } });
  keep('the session between password and code', session(second));
  await second.call(auth.mfa, { body: { code: mfa.recoveryCodes[0] ?? '' } });
  keep('the session after the code', session(second));

  const support = await stage.signedIn(await stage.account({ isStaff: true }));
  keep('the session of staff', session(support));
  await turnMfaOn(support);
  const { id } = await support.call(auth.createRemoteLogin, { body: { userId: person.id, reason: 'They asked for help' } });
  keep('the remote login', id);
  await support.call(auth.remoteLogin, { params: { id } });
  keep('the session of acting', session(support));
  await support.call(auth.whatsNewRead);
  await support.call(auth.leaveRemoteLogin);
  addresses.push((await stage.browser().call(auth.providerRedirect, { params: { provider: 'sandbox' } })).url);
  keep('the client secret', stage.server.config.providers[0]?.clientSecret);
}

async function working(): Promise<void> {
  const { server } = stage;
  const company = await server.company();
  const line = await server.number(company);
  const agent = await server.worker(company, 'owner');
  await agent.call(routes.contacts.create, { body: { name: 'Ana', number: numbers.typed, notes: words } });
  await agent.refusal(routes.contacts.create, { body: { name: 'Ana', number: numbers.typed } });
  await agent.call(routes.contacts.list, { query: { q: numbers.searched } });
  await agent.call(routes.me.search, { query: { q: numbers.typed } });
  await agent.call(routes.conversations.list, { query: { q: numbers.searched } });
  const sent = await agent.call(routes.messaging.send, {
    body: { numberId: line.id, recipient: numbers.texted, message: words, clientId: randomKey('sent'), holdSeconds: 60 },
  });
  await agent.call(routes.messaging.sendNow, { params: { itemId: sent.id } });
  await agent.refusal(routes.messaging.send, { body: { numberId: line.id, recipient: '+19005550177', message: words, clientId: randomKey('sent') } });
  const fields = { MessageSid: `SM${'7'.repeat(32)}`, From: numbers.called, To: line.number, Body: words, NumMedia: '0' };
  const url = `${server.config.publicUrl}/webhooks/carrier/messages/incoming`;
  const to = `${server.url}/webhooks/carrier/messages/incoming`;
  expect((await postSigned(url, fields, { to, signature: 'forged' })).status).toBe(403);
  expect((await postSigned(url, fields, { to, token: server.config.carrier.authToken })).status).toBe(200);
  const there = (query: () => Promise<readonly unknown[]>) => vi.waitFor(async () => expect(await query()).not.toEqual([]), { timeout: 10_000, interval: 25 });
  await there(() => server.owner.selectFrom('items').select('id').where('recipient', '=', numbers.called).execute());
  // The carrier is not there: that failure is logged, too.
  await there(() => server.owner.selectFrom('message_attempts').select('id').where('item_id', '=', sent.id).where('state', '<>', 'intent').execute());
  const acting = await server.signedIn(agent.person, { impersonator: await server.person({ isStaff: true }) });
  await acting.in(company).call(routes.contacts.create, { body: { name: words, number: '+14155550180' } });
  const { data } = await agent.call(routes.conversations.items, { params: { conversationId: sent.conversationId } });
  addresses.push(
    JSON.stringify(data)
      .match(/"url":"[^"]*"/g)
      ?.join() ?? '',
  );
}

/** An account of the consumer catalog: signs up, invites, writes, sends files, changes its password. */
async function consuming(): Promise<void> {
  const { catalog } = routes;
  const account = stage.browser();
  const given = { provider: 'email', credentials: { email: 'consumer@example.com', password } };
  await account.call(catalog.register, { body: given });
  const session = await account.call(catalog.register, { body: { ...given, code: codeIn((await stage.mails('consumer@example.com'))[0]) } });
  keep('the token of the catalog', session.token);
  account.bearer = session.token ?? null;
  await account.call(catalog.saveProfile, { body: { name: words } });
  const { id } = await account.call(catalog.invite, { body: { phoneNumber: numbers.invited } });
  await account.refusal(catalog.invite, { body: { phoneNumber: numbers.invited } });
  await account.call(catalog.review, { body: { rating: 5, text: words } });
  await account.call(catalog.uploadFiles, {
    body: {},
    files: [{ name: `${words}.vcf`, type: 'text/vcard', bytes: `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${words}\r\nEND:VCARD\r\n` }],
  });
  await account.refusal(catalog.changePassword, { body: { currentPassword: 'zwrongpasswordz', password: newPassword } });
  await account.call(catalog.changePassword, { body: { currentPassword: password, password: newPassword } });
  keep(
    'a subscription of the catalog',
    (await account.call(catalog.channelAuth, { body: { socketId: '1.1', channelName: getAccountChannel(session.accountId ?? 0) } })).auth,
  );
  // The carrier is not there: that failure is logged, too.
  await vi.waitFor(
    async () =>
      expect(await stage.server.owner.selectFrom('catalog_invitations').select('id').where('id', '=', id).where('attempts', '>', 0).execute()).not.toEqual([]),
    { timeout: 10_000, interval: 25 },
  );
}

const digits = Object.values(numbers).map((number) => number.replace('+1', ''));

test('no log line has a secret, a number, an address or words of anybody', () => {
  expect(log.length).toBeGreaterThan(30);
  const all = log.join('\n');
  for (const [name, secret] of secrets) expect(all.includes(secret), `${name} in the log`).toBe(false);
  for (const number of digits) expect(all, 'a number in the log').not.toContain(number);
  expect(all).not.toContain(words);
  expect(all).not.toMatch(/[\w.]+@example\.com/);
});

test('no secret stands in the database in plain text, nor in the queue', async () => {
  const found = await placesOf(stage.server, [...secrets.values()]);
  const named = (place: string) => [...secrets].find(([, secret]) => place.endsWith(secret))?.[0] ?? '';
  expect(found.map((place) => `${place.split(':')[0]}: ${named(place)}`)).toEqual([]);
});

test('numbers and words stand in rows of their company and in what the carrier said, nowhere else', async () => {
  const found = await placesOf(stage.server, [...digits, words]);
  const places = [...new Set(found.map((place) => place.split(':')[0] ?? ''))].sort();
  const theirs = /^(contacts|conversations|items|item_texts|opt_outs|opt_words|carrier_webhooks|phone_numbers|calls|number_directory|catalog_\w+)\./;
  expect(places.filter((place) => !theirs.test(place))).toEqual([]);
});

test('no address the server names has a secret or a number in it', () => {
  for (const address of addresses) {
    for (const [name, secret] of secrets) expect(address.includes(secret), `${name} in an address`).toBe(false);
    for (const number of digits) expect(address).not.toContain(number);
  }
});

test('the trail of what staff did names what was called, never what was typed', async () => {
  const rows = await stage.server.owner.selectFrom('audit_log').selectAll().execute();
  expect(rows.map(({ action }) => action)).toContain('contacts.create');
  const all = JSON.stringify(rows);
  for (const [name, secret] of secrets) expect(all.includes(secret), `${name} in the trail`).toBe(false);
  for (const text of [...digits, words]) expect(all).not.toContain(text);
});
