/** Signing in with a password: what works, what is refused, and that a refusal tells nothing. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { countedAddress } from '#server/domains/auth/throttle.ts';
import { auth, password, type Stage, startAuth } from './auth.stage.ts';

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
    expect(refused).toMatchObject({ status: 422, code: 'credentials', body: { message: 'This e-mail and password do not match' } });
    expect(refused.headers.getSetCookie()).toEqual([]);
  }
});

test('an unknown account costs as much time as a wrong password', async () => {
  const person = await stage.account();
  const browser = stage.browser();
  await browser.call(auth.csrfCookie);
  const time = async (email: string) => {
    const start = performance.now();
    await browser.refusal(auth.login, { body: { email, password: 'wrong' } });
    return performance.now() - start;
  };
  // In turns, and the quickest of each: what else the machine does only ever makes one slower.
  const known: number[] = [];
  const unknown: number[] = [];
  for (let at = 0; at < 9; at += 1) {
    known.push(await time(person.email));
    unknown.push(await time('nobody@example.com'));
  }
  expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) * 0.5);
  expect(Math.min(...unknown)).toBeLessThan(Math.min(...known) * 2);
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

test('ten wrong passwords close the account for a while, also to the right one, and say for how long', async () => {
  const person = await stage.account();
  for (let at = 0; at < 10; at += 1)
    expect(await stage.browser().refusal(auth.login, { body: { email: person.email, password: 'wrong' } })).toMatchObject({ status: 422 });
  const refused = await stage.browser().refusal(auth.login, { body: { email: person.email, password } });
  expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
  await stage.expire('throttles');
  expect(await stage.browser().call(auth.login, { body: { email: person.email, password } })).toMatchObject({ result: 'success' });
});

test('guesses sent all at once are counted one by one', async () => {
  const person = await stage.account();
  const browser = stage.browser();
  await browser.call(auth.csrfCookie);
  const answers = await Promise.all(Array.from({ length: 24 }, () => browser.refusal(auth.login, { body: { email: person.email, password: 'wrong' } })));
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(14);
});

test('one address that tries many accounts is throttled; another address is not', async () => {
  const person = await stage.account();
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const browser = stage.browser();
  for (let at = 0; at < 60; at += 1) await browser.refusal(auth.login, { body: { email: `guess${at}@example.com`, password }, headers: from('203.0.113.9') });
  expect(await browser.refusal(auth.login, { body: { email: person.email, password }, headers: from('203.0.113.9') })).toMatchObject({ status: 429 });
  expect(await browser.call(auth.login, { body: { email: person.email, password }, headers: from('203.0.113.10') })).toMatchObject({ result: 'success' });
});

test('all addresses of one IPv6 network count as one', () => {
  expect(countedAddress('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2::/64');
  expect(countedAddress('2001:db8:1:2::')).toBe(countedAddress('2001:db8:1:2:ffff:ffff:ffff:ffff'));
  expect(countedAddress('::1')).toBe('0:0:0:0::/64');
  expect(['203.0.113.9', '::ffff:203.0.113.9'].map(countedAddress)).toEqual(['203.0.113.9', '::ffff:203.0.113.9']);
});

test('a sign-in that works forgets the wrong tries before it', async () => {
  const person = await stage.account();
  for (let round = 0; round < 3; round += 1) {
    for (let at = 0; at < 8; at += 1) await stage.browser().refusal(auth.login, { body: { email: person.email, password: 'wrong' } });
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
