/** The second factor: on, off, and everything somebody with the password alone might try. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { listNamedRoutes } from '#server/http/namedRoutes.ts';
import { auth, authenticator, password, type Stage, startAuth, tokenIn, turnMfaOn, wrongCode } from './auth.stage.ts';
import type { Person } from './harness.ts';
import { countWaiting } from './waiting.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startAuth();
});
beforeEach(() => stage.expire('throttles'));
afterAll(() => stage.close());

async function guarded() {
  const person = await stage.account();
  const browser = await stage.signedIn(person);
  return { person, browser, ...(await turnMfaOn(browser)) };
}

/** A browser between password and code. */
async function halfway({ email }: Person) {
  const browser = stage.browser();
  expect(await browser.call(auth.login, { body: { email, password } })).toEqual({ result: 'mfa_required' });
  return browser;
}

test('with the second factor on, the password asks for a code, and the code signs in', async () => {
  const { person, code } = await guarded();
  const browser = await halfway(person);
  expect(await browser.call(auth.mfa, { body: { code: code() } })).toMatchObject({ result: 'success', user: { id: person.id, hasMfa: true } });
  expect(await browser.call(auth.currentUser)).toMatchObject({ id: person.id });
});

test('a session between password and code can do nothing else', async () => {
  const { person } = await guarded();
  const browser = await halfway(person);
  const closed = listNamedRoutes().filter(({ route }) => route.access !== 'public' && route.access !== 'mfa');
  expect(closed.length).toBeGreaterThan(20);
  for (const { name, route } of closed)
    expect((await browser.exchange(route, { params: { id: '1' }, headers: { 'x-company-id': '1' } })).status, name).toBe(401);
});

test('the session between password and code is not the one after it (fixation)', async () => {
  const { person, code } = await guarded();
  const browser = await halfway(person);
  const pending = browser.cookies.get('keyline_session') ?? '';
  await browser.call(auth.mfa, { body: { code: code() } });
  expect(browser.cookies.get('keyline_session')).not.toBe(pending);
  browser.cookies.set('keyline_session', pending);
  expect(await browser.refusal(auth.currentUser)).toMatchObject({ status: 401 });
});

test('a code that was used once is refused (replay)', async () => {
  const { person, code } = await guarded();
  const used = code();
  await (await halfway(person)).call(auth.mfa, { body: { code: used } });
  const browser = await halfway(person);
  expect(await browser.refusal(auth.mfa, { body: { code: used } })).toMatchObject({ status: 422, code: 'code_wrong' });
  expect(await browser.call(auth.mfa, { body: { code: code(1) } })).toMatchObject({ result: 'success' });
});

test('one code sent twice at the same moment signs in once', async () => {
  const { person, code } = await guarded();
  const browsers = await Promise.all([halfway(person), halfway(person), halfway(person)]);
  const answers = await Promise.all(browsers.map((browser) => browser.exchange(auth.mfa, { body: { code: code() } })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
});

test('a code too old or too early is refused', async () => {
  const { person, code } = await guarded();
  const browser = await halfway(person);
  for (const ahead of [-3, 3]) expect(await browser.refusal(auth.mfa, { body: { code: code(ahead) } })).toMatchObject({ code: 'code_wrong' });
});

test('after five wrong codes one starts over, even with the right one', async () => {
  const { person, code } = await guarded();
  const browser = await halfway(person);
  for (let at = 0; at < 4; at += 1) expect(await browser.refusal(auth.mfa, { body: { code: wrongCode(code()) } })).toMatchObject({ status: 422 });
  expect(await browser.refusal(auth.mfa, { body: { code: wrongCode(code()) } })).toMatchObject({ status: 401 });
  expect(await browser.refusal(auth.mfa, { body: { code: code() } })).toMatchObject({ status: 401 });
});

test('codes guessed all at once are counted one by one', async () => {
  const { person, code } = await guarded();
  const browser = await halfway(person);
  const answers = await Promise.all(Array.from({ length: 12 }, () => browser.exchange(auth.mfa, { body: { code: wrongCode(code()) } })));
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(4);
});

test('whoever knows the password and starts over again and again is throttled', async () => {
  const { person, code } = await guarded();
  const statuses: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const browser = await halfway(person);
    for (let at = 0; at < 5; at += 1) statuses.push((await browser.exchange(auth.mfa, { body: { code: wrongCode(code()) } })).status);
  }
  expect(statuses.slice(0, 15)).not.toContain(429);
  expect(new Set(statuses.slice(15))).toEqual(new Set([429]));
});

test('a code without a password before it is refused', async () => {
  expect(await stage.browser().refusal(auth.mfa, { body: { code: '123456' } })).toMatchObject({ status: 401 });
  const { browser } = await guarded();
  expect(await browser.refusal(auth.mfa, { body: { code: '123456' } })).toMatchObject({ status: 401 });
});

test('the time between password and code runs out', async () => {
  const { person, code } = await guarded();
  const browser = await halfway(person);
  await stage.expire('sessions');
  expect(await browser.refusal(auth.mfa, { body: { code: code() } })).toMatchObject({ status: 401 });
});

test('a recovery code signs in once, however it is written', async () => {
  const { person, recoveryCodes } = await guarded();
  expect(new Set(recoveryCodes).size).toBe(10);
  const [first = ''] = recoveryCodes;
  await (await halfway(person)).call(auth.mfa, { body: { code: first.replace('-', ' ').toUpperCase() } });
  expect(await (await halfway(person)).refusal(auth.mfa, { body: { code: first } })).toMatchObject({ status: 422, code: 'code_wrong' });
});

test('another person’s recovery code is refused', async () => {
  const [mine, theirs] = [await guarded(), await guarded()];
  expect(await (await halfway(mine.person)).refusal(auth.mfa, { body: { code: theirs.recoveryCodes[0] ?? '' } })).toMatchObject({ status: 422 });
});

test('the second factor is on only once its first code was right; it needs the password', async () => {
  const person = await stage.account();
  const browser = await stage.signedIn(person);
  expect(await browser.refusal(auth.startMfa, { body: { password: 'wrong' } })).toMatchObject({ status: 422, code: 'credentials' });
  const { secret } = await browser.call(auth.startMfa, { body: { password } });
  expect(await browser.refusal(auth.confirmMfa, { body: { code: wrongCode(authenticator(secret)()) } })).toMatchObject({ status: 422 });
  expect(await browser.call(auth.currentUser)).toMatchObject({ hasMfa: false });
  await stage.signedIn(person);
});

test('the second factor cannot be begun anew while it is on', async () => {
  const { browser, code } = await guarded();
  expect(await browser.refusal(auth.startMfa, { body: { password } })).toMatchObject({ status: 409 });
  expect(await browser.refusal(auth.confirmMfa, { body: { code: code() } })).toMatchObject({ status: 409 });
});

test('turning the second factor off takes password and code', async () => {
  const { person, browser, code } = await guarded();
  expect(await browser.refusal(auth.stopMfa, { body: { password: 'wrong', code: code() } })).toMatchObject({ status: 422 });
  expect(await browser.refusal(auth.stopMfa, { body: { password, code: wrongCode(code()) } })).toMatchObject({ status: 422 });
  await browser.call(auth.stopMfa, { body: { password, code: code() } });
  await stage.signedIn(person);
});

test('the second factor is confirmed twice at the same moment: it is on once, with one set of recovery codes', async () => {
  const person = await stage.account();
  const browser = await stage.signedIn(person);
  const { secret } = await browser.call(auth.startMfa, { body: { password } });
  const code = authenticator(secret)();
  const answers = await Promise.all(Array.from({ length: 4 }, () => browser.exchange(auth.confirmMfa, { body: { code } })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  const rows = stage.server.owner.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', person.id);
  expect(await rows.execute()).toHaveLength(10);
});

/** Lets calls that need a person's row begin one after another, and go on at the same moment. */
async function together<T>({ id }: Person, calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  const { owner } = stage.server;
  const waiting = () => countWaiting(owner);
  const begun: Promise<T>[] = [];
  await owner.transaction().execute(async (held) => {
    await held.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
    for (const [at, call] of calls.entries()) {
      begun.push(call());
      await vi.waitFor(async () => expect(await waiting()).toBe(at + 1), { timeout: 10_000, interval: 10 });
    }
  });
  return Promise.all(begun);
}

test('a code that signs in while the second factor is turned off: neither stands in the other’s way', async () => {
  const { person, browser, code } = await guarded();
  const entering = await halfway(person);
  const [off, entered] = await together(person, [
    () => browser.exchange(auth.stopMfa, { body: { password, code: code() } }),
    () => entering.exchange(auth.mfa, { body: { code: code(1) } }),
  ]);
  expect([off?.status, entered?.status]).toEqual([204, 422]);
});

test('a code that signs in while the password is reset by mail: neither stands in the other’s way', async () => {
  const { person, code } = await guarded();
  const entering = await halfway(person);
  await stage.browser().call(auth.forgotPassword, { body: { email: person.email } });
  const [mail] = await stage.mails(person.email);
  const [reset, entered] = await together(person, [
    () => stage.browser().exchange(auth.resetPassword, { body: { token: tokenIn(mail), password: `${password} anew` } }),
    () => entering.exchange(auth.mfa, { body: { code: code() } }),
  ]);
  expect([reset?.status, entered?.status]).toEqual([200, 401]);
});

test('neither the secret nor the recovery codes stand in the database', async () => {
  const { secret, recoveryCodes } = await guarded();
  const { owner } = stage.server;
  const kept = JSON.stringify([await owner.selectFrom('users').selectAll().execute(), await owner.selectFrom('recovery_codes').selectAll().execute()]);
  for (const word of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))]) expect(kept).not.toContain(word);
});
