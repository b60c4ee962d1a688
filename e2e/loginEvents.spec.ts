/** The login events of the spec (1.4, 2.4): raised on the window for what surrounds the app, whichever way somebody comes in. */
import { code, expect, type Keyboard, password, people, test } from './fixtures.ts';
import { mailedLink } from './support/mails.ts';
import { signIn } from './support/people.ts';

/** Notes the login events that every page of this tab raises. */
async function noteEvents({ page }: Keyboard): Promise<readonly unknown[]> {
  const noted: unknown[] = [];
  await page.exposeFunction('noteLoginEvent', (detail: unknown) => void noted.push(detail));
  await page.addInitScript(() => {
    window.addEventListener('keyline:login', (event) => {
      if (event instanceof CustomEvent) Reflect.get(window, 'noteLoginEvent')(event.detail);
    });
  });
  return noted;
}

test('a wrong password, the right one with its code, and signing out are raised', async ({ keys, stack }) => {
  const noted = await noteEvents(keys);
  await keys.page.goto(stack.url);
  await keys.focused('email');
  await keys.type(people.mira);
  await keys.press('enter');
  await keys.focused('password');
  await keys.type('not the password');
  await keys.press('enter');
  await expect.poll(() => noted).toEqual(['failed']);
  await keys.focused('password');
  await keys.retype(password);
  await keys.press('enter');
  await keys.state('login', 'mfaRequired.code');
  await keys.focused('code');
  expect(noted).toEqual(['failed']);
  await keys.type(code());
  await keys.state('companySwitch', 'idle');
  await expect.poll(() => noted).toEqual(['failed', 'success']);
  await keys.palette('Sign out');
  await expect.poll(() => noted).toEqual(['failed', 'success', 'logout']);
});

test('acting as a user raises success, as any way in', async ({ keys, stack }) => {
  const noted = await noteEvents(keys);
  await keys.page.goto(stack.url);
  await signIn(keys, 'staff');
  await keys.palette('Impersonate user', people.ana, 'They hear nothing');
  await expect(keys.page.getByRole('region', { name: 'Impersonating' })).toBeVisible();
  await expect.poll(() => noted).toEqual(['success', 'success']);
});

test('a provider’s return without a proof is raised as a failed sign-in', async ({ keys, stack }) => {
  const noted = await noteEvents(keys);
  await keys.page.goto(`${stack.url}/sign-in/callback/sandbox?error=access_denied`);
  await keys.state('login', 'anonymous');
  await expect.poll(() => noted).toEqual(['failed']);
});

test('a password changed by a mailed link is raised while nobody is signed in', async ({ keys, stack }) => {
  const noted = await noteEvents(keys);
  await keys.page.goto(`${stack.url}/password/forgot`);
  await keys.focused('email');
  await keys.type(people.jo);
  await keys.press('enter');
  await keys.page.goto(await mailedLink(stack, people.jo, 1));
  await keys.focused('password');
  await keys.type(`${password} anew`);
  await keys.press('enter');
  await keys.state('passwordReset', 'done');
  await expect.poll(() => noted).toEqual(['password_changed']);
});
