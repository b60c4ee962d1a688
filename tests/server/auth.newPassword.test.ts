/** Passwords that are easily guessed are refused wherever one is set, in words, and the link or code stays good. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashNewPassword } from '#server/domains/auth/newPassword.ts';
import { auth, codeIn, type Stage, startAuth, tokenIn } from './auth.stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startAuth();
});
beforeEach(() => stage.expire('throttles'));
afterAll(() => stage.close());

const good = 'violet umbrella 41 rails';
const own = { status: 422, body: { errors: [{ field: 'password', detail: 'Don’t build your password from your name, email or company' }] } };
const common = { status: 422, body: { errors: [{ field: 'password', detail: 'This password is easy to guess. Choose a less common one.' }] } };

test('a reset refuses common passwords and the person’s own words, and its link stays good', async () => {
  const { server } = stage;
  const company = await server.company({ name: 'Harbor Dental Group' });
  const person = await server.person({ email: 'ana.kovac@harbor-dental.example', name: 'Ana Kovač' });
  await server.membership(person, company, 'user');
  await stage.browser().call(auth.forgotPassword, { body: { email: person.email } });
  const [mail] = await stage.mails(person.email);
  const token = tokenIn(mail);
  const set = (password: string) => stage.browser().refusal(auth.resetPassword, { body: { token, password } });
  for (const password of ['password123', '1234567890', 'qwertyuiop', 'aaaaaaaaaa', 'P4ssw0rd2026!', 'passwordpassword', 'abcabcabcabc', 'Basketball!'])
    expect([password, await set(password)]).toMatchObject([password, common]);
  for (const password of ['keyline demo', 'Harbor Dental', 'ana.kovac@harbor-dental.example', 'AnaKovac2026', 'kovač kovač 1'])
    expect([password, await set(password)]).toMatchObject([password, own]);
  expect(await stage.browser().call(auth.resetPassword, { body: { token, password: good } })).toHaveProperty('message');
});

test('a sign-up refuses them too, and its code stays good', async () => {
  const email = 'new.person@bluedoor.example';
  const browser = stage.browser();
  await browser.call(auth.signupCheck, { body: { email } });
  const [mail] = await stage.mails(email);
  const code = codeIn(mail);
  expect(await browser.refusal(auth.signupCreate, { body: { email, password: 'password123', code } })).toMatchObject(common);
  expect(await browser.refusal(auth.signupCreate, { body: { email, password: 'bluedoor2026', code } })).toMatchObject(own);
  expect(await browser.call(auth.signupCreate, { body: { email, password: good, code } })).toMatchObject({ result: 'success' });
});

test('letters of a name count without their marks, however they are typed', async () => {
  for (const [password, name] of [
    ['umasorensen1', 'Sørensen'],
    ['uma.weiss.26', 'Weiß'],
    ['łukasz lukasz', 'Łukasz'],
  ] as const)
    await expect(hashNewPassword(password, ['uma', name])).rejects.toMatchObject({ details: { field: 'password' } });
});

test('long and rare passwords need no digits, capitals or signs', async () => {
  for (const password of ['correct horse battery', 'an entirely new password', 'kovač walks nine miles', 'пять зелёных стульев', '8f2k9q7m4x'])
    expect(await hashNewPassword(password, ['ana.kovac@example.com', 'Ana', 'Kovač'])).toMatch(/^\$argon2id\$/);
});

test.each([
  '0123456789',
  'abcdefghij',
  'letmein letmein',
  'password1234567',
  'Password1Password1!',
  'P4ssw0rd!!!!!!!!',
  'qwerty12345678',
  '11223344556677',
  'monkey dragon',
  '4155550134',
  '+1 (415) 555-0134',
])('%s is easy to guess', (password) => expect(hashNewPassword(password, [])).rejects.toThrow('easy to guess'));
