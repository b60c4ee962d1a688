/** Coming back to the app with something in the address: from a provider, by a mailed link, by a link that is too old. */
import { expect, type Keyboard, password, people, type Stack, test } from './fixtures.ts';
import { mailedLink } from './support/mails.ts';

const chooseProvider = async (keys: Keyboard, stack: Stack): Promise<void> => {
  await keys.page.goto(stack.url);
  await keys.focused('email');
  await keys.find('Sign in with a provider');
  await keys.press('enter');
  await keys.pick('Sandbox ID');
  await keys.press('enter');
  await expect(keys.page.getByRole('heading', { name: 'Sandbox sign-in: who are you?' })).toBeVisible();
};

test('a provider says who one is, and the work begins', async ({ keys, stack }) => {
  await chooseProvider(keys, stack);
  await keys.press('enter');
  await keys.state('companySwitch', 'idle');
  await keys.state('login', 'authenticated');
  await expect(keys.page).not.toHaveURL(/code=|state=/);
});

test('a provider does not say who one is', async ({ keys, stack }) => {
  await chooseProvider(keys, stack);
  for (
    let step = 0;
    step < 12 && !(await keys.page.getByRole('button', { name: 'Do not sign in' }).evaluate((button) => button === document.activeElement));
    step += 1
  )
    await keys.press('tab');
  await keys.press('enter');
  await keys.state('login', 'anonymous');
  await expect(keys.page.getByText('Sign-in with the provider failed. Try again or use your password.')).toBeVisible();
});

test('a new password by a mailed link', async ({ keys, stack }) => {
  await keys.page.goto(stack.url);
  await keys.focused('email');
  await keys.palette('Reset password');
  await keys.focused('email');
  await keys.type(people.jo);
  await keys.press('enter');
  await keys.page.goto(await mailedLink(stack, people.jo, 1));
  await keys.focused('password');
  await expect(keys.page).not.toHaveURL(/token=/);
  await keys.type(`${password} anew`);
  await keys.press('enter');
  await keys.state('passwordReset', 'done');
  await keys.palette('Back to sign-in');
  await keys.focused('email');
  await keys.type(people.jo);
  await keys.press('enter');
  await keys.focused('password');
  await keys.type(`${password} anew`);
  await keys.press('enter');
  await keys.state('companySwitch', 'idle');
});
