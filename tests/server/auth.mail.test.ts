/** Tests the mails of signing in: reset links and sign-up codes. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auth, codeIn, password, type Stage, startAuth, tokenIn, turnMfaOn, wrongCode } from './auth.stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startAuth();
});
beforeEach(() => stage.expire('throttles'));
afterAll(() => stage.close());

const fresh = 'an entirely new password';
const newcomer = (() => {
  let at = 0;
  return () => {
    at += 1;
    return `newcomer${at}@example.com`;
  };
})();

async function link(email: string, count = 1) {
  await stage.browser().call(auth.forgotPassword, { body: { email } });
  return tokenIn((await stage.mails(email, count))[0]);
}

test('a mailed link sets a new password', async () => {
  const person = await stage.account();
  const token = await link(person.email);
  expect(await stage.browser().call(auth.resetPassword, { body: { token, password: fresh } })).toEqual({
    message: 'Password changed successfully. You can now login with new password.',
  });
  expect(await stage.browser().refusal(auth.login, { body: { email: person.email, password } })).toMatchObject({ code: 'credentials' });
  await stage.browser().call(auth.login, { body: { email: person.email, password: fresh } });
});

test('the answer is the same when there is no such account, and no mail goes', async () => {
  const person = await stage.account();
  const unknown = await stage.browser().exchange(auth.forgotPassword, { body: { email: 'nobody@example.com' } });
  const known = await stage.browser().exchange(auth.forgotPassword, { body: { email: person.email } });
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  await stage.mails(person.email);
  expect(await stage.mails('nobody@example.com', 0)).toEqual([]);
});

test('a link works once, also when it is opened twice at the same moment', async () => {
  const token = await link((await stage.account()).email);
  const answers = await Promise.all([1, 2, 3].map(() => stage.browser().exchange(auth.resetPassword, { body: { token, password: fresh } })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410]);
  expect(await stage.browser().refusal(auth.resetPassword, { body: { token, password: fresh } })).toMatchObject({
    status: 410,
    code: 'reset_link_expired',
    body: { message: 'Your reset link has expired. Please try to resend it again.' },
  });
});

test('a newer link makes the older one void; an old one runs out', async () => {
  const { email } = await stage.account();
  const older = await link(email);
  const newer = await link(email, 2);
  expect(await stage.browser().refusal(auth.resetPassword, { body: { token: older, password: fresh } })).toMatchObject({ status: 410 });
  await stage.expire('challenges');
  expect(await stage.browser().refusal(auth.resetPassword, { body: { token: newer, password: fresh } })).toMatchObject({ status: 410 });
});

test('a new password signs the person out everywhere', async () => {
  const person = await stage.account();
  const browser = await stage.signedIn(person);
  await stage.browser().call(auth.resetPassword, { body: { token: await link(person.email), password: fresh } });
  expect(await browser.refusal(auth.currentUser)).toMatchObject({ status: 401 });
});

test('a reset leaves the second factor on', async () => {
  const person = await stage.account();
  await turnMfaOn(await stage.signedIn(person));
  await stage.browser().call(auth.resetPassword, { body: { token: await link(person.email), password: fresh } });
  expect(await stage.browser().call(auth.login, { body: { email: person.email, password: fresh } })).toEqual({ result: 'mfa_required' });
});

test('a short password is refused and the link stays good', async () => {
  const token = await link((await stage.account()).email);
  expect(await stage.browser().refusal(auth.resetPassword, { body: { token, password: 'short' } })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'password' }] },
  });
  await stage.browser().call(auth.resetPassword, { body: { token, password: fresh } });
});

test('links are asked for five times an hour, known or not', async () => {
  for (const email of [(await stage.account()).email, 'nobody2@example.com']) {
    for (let at = 0; at < 5; at += 1) await stage.browser().call(auth.forgotPassword, { body: { email } });
    expect(await stage.browser().refusal(auth.forgotPassword, { body: { email } })).toMatchObject({ status: 429 });
  }
});

test('neither link nor code stands in the database', async () => {
  const token = await link((await stage.account()).email);
  const email = newcomer();
  await stage.browser().call(auth.signupCheck, { body: { email } });
  const code = codeIn((await stage.mails(email))[0]);
  const kept = JSON.stringify(await stage.server.owner.selectFrom('challenges').select(['id_hash', 'data']).execute());
  expect(kept).not.toContain(token);
  expect(kept).not.toContain(`"${code}"`);
});

test('a mailed code makes an account and signs in', async () => {
  const email = newcomer();
  await stage.browser().call(auth.signupCheck, { body: { email } });
  const code = codeIn((await stage.mails(email))[0]);
  const browser = stage.browser();
  expect(await browser.call(auth.signupCreate, { body: { email, password: fresh, code } })).toMatchObject({ result: 'success', user: { email } });
  await browser.call(auth.currentUser);
  expect(await stage.browser().refusal(auth.signupCreate, { body: { email, password: fresh, code } })).toMatchObject({ code: 'code_wrong' });
});

test('signing up with a known address gets the same answer; the mail says what is so', async () => {
  const person = await stage.account();
  const known = await stage.browser().exchange(auth.signupCheck, { body: { email: person.email } });
  const unknown = await stage.browser().exchange(auth.signupCheck, { body: { email: newcomer() } });
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  const [mail] = await stage.mails(person.email);
  expect(mail?.subject).toBe('You already have a Keyline account');
  expect(codeIn(mail)).toBe('');
  expect(await stage.browser().refusal(auth.signupCreate, { body: { email: person.email, password: fresh, code: '123456' } })).toMatchObject({
    status: 422,
    code: 'code_wrong',
  });
});

test('a sign-up code takes five tries', async () => {
  const email = newcomer();
  await stage.browser().call(auth.signupCheck, { body: { email } });
  const code = codeIn((await stage.mails(email))[0]);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => stage.browser().exchange(auth.signupCreate, { body: { email, password: fresh, code: wrongCode(code) } })),
  );
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
  expect(await stage.browser().refusal(auth.signupCreate, { body: { email, password: fresh, code } })).toMatchObject({ code: 'code_wrong' });
});

test('strangers’ guesses and requests from elsewhere leave the newcomer’s code and their mails alone', async () => {
  const email = newcomer();
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const [home, evil] = [from('203.0.113.7'), from('198.51.100.9')];
  await stage.browser().call(auth.signupCheck, { body: { email }, ...home });
  const code = codeIn((await stage.mails(email))[0]);
  for (let at = 0; at < 3; at += 1) await stage.browser().call(auth.signupCheck, { body: { email }, ...evil });
  await stage.mails(email, 4);
  for (let at = 0; at < 12; at += 1)
    expect(await stage.browser().refusal(auth.signupCreate, { body: { email, password: fresh, code: wrongCode(code) }, ...evil })).toMatchObject({
      code: 'code_wrong',
    });
  // Guesses from elsewhere are used up: now not even the right code is let through there.
  expect(await stage.browser().refusal(auth.signupCreate, { body: { email, password: fresh, code }, ...evil })).toMatchObject({ code: 'code_wrong' });
  expect(await stage.browser().exchange(auth.signupCheck, { body: { email }, ...from('203.0.113.8') })).toMatchObject({ status: 200 });
  expect(await stage.browser().call(auth.signupCreate, { body: { email, password: fresh, code }, ...home })).toMatchObject({ result: 'success' });
});

test('a code asked at one address is good at another', async () => {
  const email = newcomer();
  await stage.browser().call(auth.signupCheck, { body: { email }, headers: { 'x-forwarded-for': '203.0.113.17' } });
  const code = codeIn((await stage.mails(email))[0]);
  const body = { email, password: fresh, code };
  expect(await stage.browser().call(auth.signupCreate, { body, headers: { 'x-forwarded-for': '203.0.113.18' } })).toMatchObject({ result: 'success' });
});

test('an address gets three codes an hour, and another’s code is refused', async () => {
  const [email, other] = [newcomer(), newcomer()];
  for (let at = 0; at < 3; at += 1) await stage.browser().call(auth.signupCheck, { body: { email } });
  const refused = await stage.browser().refusal(auth.signupCheck, { body: { email } });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
  const code = codeIn((await stage.mails(email, 3))[0]);
  await stage.browser().call(auth.signupCheck, { body: { email: other } });
  await stage.mails(other);
  const right = codeIn((await stage.mails(other))[0]);
  if (code !== right)
    expect(await stage.browser().refusal(auth.signupCreate, { body: { email: other, password: fresh, code } })).toMatchObject({ code: 'code_wrong' });
});

test('the sandbox’s mail page shows the newest mail first, with its link to click on', async () => {
  const { email } = await stage.account();
  await link(email);
  const token = await link(email, 2);
  const html = await (await fetch(stage.issuer.replace('/oidc', '/mail'))).text();
  const links = [...html.matchAll(/<a href="([^"]+)">/g)].map(([, address]) => address);
  expect(links[0]).toBe(`http://keyline.test/password/reset?token=${token}`);
});
