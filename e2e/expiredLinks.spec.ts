/** Links that are no longer good (FLOW-025, FLOW-027): each says so in the words of the spec, where the person can go on. */
import { expect, type Keyboard, password, people, type Stack, test } from './fixtures.ts';
import { mailedLink } from './support/mails.ts';
import { signIn } from './support/people.ts';

/** Lets everything that was mailed or handed out for one use run out. */
const expireAll = ({ owner }: Stack) =>
  owner
    .updateTable('challenges')
    .set({ expires_at: new Date(0) })
    .execute();

async function saysExpired(keys: Keyboard): Promise<void> {
  await keys.state('login', 'anonymous');
  await expect(keys.page.getByText('Link expired. Please log in.')).toBeVisible();
}

/** Addresses that a person may have kept, with what they were once good for. */
const kept = [
  ['the page of an expired link', '/link-expired'],
  ['a remote login whose staff session is over', `/remote-login/${'r'.repeat(22)}`],
  ['the return from a provider to a sign-in that is over', '/sign-in/callback/sandbox?code=used&state=used'],
  ['a file that is no longer to be fetched by its link', '/api/files/no-longer-good'],
] as const;

for (const [what, address] of kept) {
  test(`${what} says so, and one signs in where it is said`, async ({ keys, stack }) => {
    await keys.page.goto(`${stack.url}${address}`);
    await saysExpired(keys);
    expect(new URL(keys.page.url()).pathname).not.toContain('link-expired');
    await signIn(keys, 'jo');
    await expect(keys.page.getByText('Link expired. Please log in.')).toBeHidden();
  });
}

test('staff with a remote login that is too old are told so, and sign in again', async ({ enter, stack }) => {
  const keys = await enter('staff');
  await keys.page.goto(`${stack.url}/remote-login/${'r'.repeat(22)}`);
  await saysExpired(keys);
  await keys.focused('email');
});

test('staff whose remote login runs out on its way stay where they are, and are told why', async ({ enter, stack }) => {
  const keys = await enter('staff');
  await keys.page.route('**/api/sanctum/remoteLogin/*', async (route) => {
    await expireAll(stack);
    await route.continue();
  });
  await keys.begin('Impersonate user', [people.mira, 'They hear nothing']);
  await keys.state('palette', 'open.failed');
  await expect(keys.flow('palette')).toContainText('Link expired. Please log in.');
  await keys.press('escape');
  await keys.state('login', 'authenticated');
  await expect(keys.page.getByRole('region', { name: 'Impersonating' })).toBeHidden();
});

test('a reset link that is too old says so, and another one is mailed from where it is said', async ({ keys, stack }) => {
  await keys.page.goto(`${stack.url}/password/forgot`);
  await keys.focused('email');
  await keys.type(people.jo);
  await keys.press('enter');
  const old = await mailedLink(stack, people.jo, 1);
  await expireAll(stack);
  await keys.page.goto(old);
  await keys.focused('password');
  await keys.type(`${password} anew`);
  await keys.press('enter');
  await keys.state('passwordReset', 'expired');
  await expect(keys.page.getByText('Your reset link has expired. Please try to resend it again.')).toBeVisible();
  await keys.press('enter');
  await keys.focused('email');
  await keys.retype(people.jo);
  await keys.press('enter');
  await keys.page.goto(await mailedLink(stack, people.jo, 2));
  await keys.focused('password');
  await keys.type(`${password} anew`);
  await keys.press('enter');
  await keys.state('passwordReset', 'done');
});
