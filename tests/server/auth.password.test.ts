/** Signing in with a password: what works, what is refused, and that a refusal tells nothing. */
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { toCountedAddress } from '#server/domains/auth/rateLimiter.ts';
import { auth, password, type Stage, startAuth, tokenIn } from './auth.stage.ts';

// The real one, counted: the server's modules are loaded anew, since files of tests share them.
vi.hoisted(() => vi.resetModules());
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn(real.verify) };
});

let stage: Stage;
beforeAll(async () => {
  stage = await startAuth();
});
beforeEach(() => stage.expire('throttles'));
afterAll(() => stage.close());

test('a right password signs in and tells who it is', async () => {
  const person = await stage.account();
  const browser = stage.browser();
  const answer = await browser.call(auth.login, { body: { email: person.email.toUpperCase(), password } });
  expect(answer).toMatchObject({ result: 'success', user: { id: person.id, email: person.email, name: person.name, isAdmin: false, impersonatedBy: null } });
  expect(await browser.call(auth.currentUser)).toMatchObject({ id: person.id });
});

test('an unknown account, a disabled one and a wrong password get the same answer', async () => {
  const person = await stage.account();
  const disabled = await stage.account();
  await stage.server.owner.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', disabled.id).execute();
  const tries = [
    { email: person.email, password: 'wrong' },
    { email: disabled.email, password },
    { email: 'nobody@example.com', password },
  ];
  for (const body of tries) {
    const refused = await stage.browser().refusal(auth.login, { body });
    expect(refused).toMatchObject({ status: 422, code: 'credentials', body: { message: 'Incorrect email or password' } });
    expect(refused.headers.getSetCookie()).toEqual([]);
  }
});

test('an unknown account costs as much as a wrong password: a password is verified against a hash of the same cost', async () => {
  const person = await stage.account();
  const browser = stage.browser();
  await browser.call(auth.csrfCookie);
  /** Algorithm, version and cost of each hash that a try was verified against. */
  const costsOf = async (email: string) => {
    vi.mocked(verify).mockClear();
    await browser.refusal(auth.login, { body: { email, password: 'wrong' } });
    return vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split('$').slice(1, 4));
  };
  const known = await costsOf(person.email);
  expect(known).toEqual([['argon2id', 'v=19', 'm=19456,t=2,p=1']]);
  expect(await costsOf('nobody@example.com')).toEqual(known);
});

test('the cookie known before signing in is worth nothing afterwards (fixation)', async () => {
  const [victim, attacker] = [await stage.account(), await stage.account()];
  const theirs = await stage.signedIn(attacker);
  const planted = theirs.cookies.get('keyline_session') ?? '';
  const browser = stage.browser();
  browser.cookies.set('keyline_session', planted);
  await browser.call(auth.login, { body: { email: victim.email, password } });
  expect(browser.cookies.get('keyline_session')).not.toBe(planted);
  expect(await browser.call(auth.currentUser)).toMatchObject({ id: victim.id });
  expect(await theirs.refusal(auth.currentUser)).toMatchObject({ status: 401, code: 'unauthenticated' });
});

const from = (address: string) => ({ 'x-forwarded-for': address });
/** Guesses as fast as the server lets them, from many addresses. */
async function guess(email: string, addresses: readonly string[]) {
  const answers = [];
  for (const address of addresses) answers.push(await stage.browser().refusal(auth.login, { body: { email, password: 'wrong' }, headers: from(address) }));
  return answers;
}
const addresses = (count: number) => Array.from({ length: count }, (_, at) => `198.51.100.${at + 1}`);

test('wrong passwords from everywhere do not keep a person out of the browser they have signed in with', async () => {
  const person = await stage.account();
  const browser = await stage.signedIn(person);
  await browser.call(auth.logout);
  const answers = await guess(person.email, addresses(30));
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(20);
  expect(await browser.call(auth.login, { body: { email: person.email, password }, headers: from('203.0.113.77') })).toMatchObject({ result: 'success' });
});

test('nor of another browser at an address they have signed in from', async () => {
  const person = await stage.account();
  await stage.browser().call(auth.login, { body: { email: person.email, password }, headers: from('203.0.113.30') });
  await guess(person.email, addresses(12));
  expect((await stage.browser().refusal(auth.login, { body: { email: person.email, password }, headers: from('203.0.113.31') })).status).toBe(429);
  expect(await stage.browser().call(auth.login, { body: { email: person.email, password }, headers: from('203.0.113.30') })).toMatchObject({
    result: 'success',
  });
});

test('nor of a browser in which they have set a new password by mail', async () => {
  const person = await stage.account();
  const browser = stage.browser();
  await browser.call(auth.forgotPassword, { body: { email: person.email } });
  const [mail] = await stage.mails(person.email);
  const chosen = 'violet umbrella 41 rails';
  await browser.call(auth.resetPassword, { body: { token: tokenIn(mail), password: chosen } });
  await guess(person.email, addresses(12));
  expect(await browser.call(auth.login, { body: { email: person.email, password: chosen }, headers: from('203.0.113.32') })).toMatchObject({
    result: 'success',
  });
});

test('everybody else waits a little longer after each wrong password, and is told how long in plain words', async () => {
  const person = await stage.account();
  const answers = await guess(person.email, addresses(6));
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 429]);
  const refused = await stage.browser().refusal(auth.login, { body: { email: person.email, password }, headers: from('203.0.113.5') });
  expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect(refused.body.message).toMatch(/^Too many sign-in attempts\. Try again in \d+ seconds, or reset your password\.$/);
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(10);
  // The row as it stands when the delay has passed: the next delay is twice as long.
  const passed = () => stage.server.owner.updateTable('throttles').set({ window_ends_at: new Date() }).where('key', 'like', `slow.%${person.email}%`).execute();
  const delays: number[] = [];
  for (const address of addresses(6)) {
    await passed();
    await guess(person.email, [`192.0.2.${address.split('.')[3]}`]);
    const row = stage.server.owner.selectFrom('throttles').select('window_ends_at').where('key', '=', `slow.account:${person.email}`);
    delays.push(Math.round(((await row.executeTakeFirstOrThrow()).window_ends_at.getTime() - Date.now()) / 10_000) * 10);
  }
  expect(delays).toEqual([20, 40, 80, 90, 90, 90]);
  await passed();
  expect(await stage.browser().call(auth.login, { body: { email: person.email, password }, headers: from('203.0.113.5') })).toMatchObject({
    result: 'success',
  });
});

test('a stolen cookie of a browser guesses no faster than anybody: ten passwords in a quarter of an hour', async () => {
  const person = await stage.account();
  const browser = await stage.signedIn(person);
  const wrong = () => browser.refusal(auth.login, { body: { email: person.email, password: 'wrong' } });
  const answers = [];
  for (let at = 0; at < 12; at += 1) answers.push((await wrong()).status);
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 422), 429, 429]);
});

test('a cookie that somebody made up or took from another account is worth nothing', async () => {
  const [person, other] = [await stage.account(), await stage.account()];
  const foreign = (await stage.signedIn(other)).cookies.get('keyline_device') ?? '';
  await stage.expire('throttles');
  await guess(person.email, addresses(6));
  for (const cookie of [foreign, `${foreign}x`, 'made-up']) {
    const browser = stage.browser();
    browser.cookies.set('keyline_device', cookie);
    expect((await browser.refusal(auth.login, { body: { email: person.email, password }, headers: from('203.0.113.6') })).status).toBe(429);
  }
});

test('guesses sent all at once are counted one by one', async () => {
  const person = await stage.account();
  const browser = stage.browser();
  await browser.call(auth.csrfCookie);
  const answers = await Promise.all(Array.from({ length: 24 }, () => browser.refusal(auth.login, { body: { email: person.email, password: 'wrong' } })));
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(19);
});

test('one address that tries many accounts is throttled; another address is not', async () => {
  const person = await stage.account();
  const browser = stage.browser();
  for (let at = 0; at < 60; at += 1) await browser.refusal(auth.login, { body: { email: `guess${at}@example.com`, password }, headers: from('203.0.113.9') });
  expect(await browser.refusal(auth.login, { body: { email: person.email, password }, headers: from('203.0.113.9') })).toMatchObject({ status: 429 });
  expect(await browser.call(auth.login, { body: { email: person.email, password }, headers: from('203.0.113.10') })).toMatchObject({ result: 'success' });
});

test('all addresses of one IPv6 network count as one', () => {
  expect(toCountedAddress('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2::/64');
  expect(toCountedAddress('2001:db8:1:2::')).toBe(toCountedAddress('2001:db8:1:2:ffff:ffff:ffff:ffff'));
  expect(toCountedAddress('::1')).toBe('0:0:0:0::/64');
  expect(['203.0.113.9', '::ffff:203.0.113.9'].map(toCountedAddress)).toEqual(['203.0.113.9', '::ffff:203.0.113.9']);
});

test('a sign-in that works forgets the wrong tries before it', async () => {
  const person = await stage.account();
  for (let round = 0; round < 3; round += 1) {
    for (let at = 0; at < 4; at += 1) await stage.browser().refusal(auth.login, { body: { email: person.email, password: 'wrong' } });
    await stage.signedIn(person);
  }
});

test('what is remembered of sign-ins holds no secret', async () => {
  const person = await stage.account();
  await stage.browser().refusal(auth.login, { body: { email: person.email, password: 'a wrong secret' } });
  const browser = await stage.signedIn(person);
  const secret = browser.cookies.get('keyline_session') ?? '';
  await browser.call(auth.logout);
  const { owner } = stage.server;
  const rows = await owner.selectFrom('audit_log').selectAll().where('user_id', '=', person.id).orderBy('id').execute();
  expect(rows.map(({ action }) => action)).toEqual(['login.failed', 'login.success', 'login.logout']);
  const kept = JSON.stringify([rows, await owner.selectFrom('sessions').selectAll().execute(), await owner.selectFrom('users').selectAll().execute()]);
  for (const word of [secret, password, 'a wrong secret']) expect(kept).not.toContain(word);
});
