/** The demo users on the sign-in page: who is new is in with two keys, and only where the server says that this is a demo. */
import { expect, people, test } from './fixtures.ts';

test.describe('on a demo', () => {
  test.use({ isDemo: true });

  test('the arrow goes to the first user, Enter signs in as them', async ({ keys, stack }) => {
    await keys.page.goto(stack.url);
    await keys.focused('email');
    const users = keys.page.locator('[data-demo-user]');
    await expect(users).toHaveCount(7);
    await keys.press('arrowdown');
    await expect(keys.page.locator(`[data-demo-user="${people.ana}"]`)).toBeFocused();
    await keys.press('arrowdown arrowdown arrowup');
    await expect(keys.page.locator(`[data-demo-user="${people.jo}"]`)).toBeFocused();
    await keys.press('enter');
    await keys.state('companySwitch', 'idle');
    await expect(keys.page.getByRole('button', { name: /Jo Park/ })).toBeVisible();
  });

  test('the arrow leads back to the field, and stops at the last user', async ({ keys, stack }) => {
    await keys.page.goto(stack.url);
    await keys.focused('email');
    await expect(keys.page.getByRole('heading', { name: 'Demo users' })).toBeVisible();
    await keys.press('arrowdown');
    await expect(keys.page.locator('[data-demo-user]').first()).toBeFocused();
    await keys.press('arrowup');
    await keys.focused('email');
    for (let step = 0; step < 9; step += 1) await keys.press('arrowdown');
    await expect(keys.page.locator(`[data-demo-user="${people.staff}"]`)).toBeFocused();
  });

  test('the palette signs in as a user with two-factor authentication, their code included', async ({ keys, stack }) => {
    await keys.page.goto(stack.url);
    await keys.focused('email');
    await keys.palette('Sign in as demo user', 'Mira Feld');
    await keys.state('companySwitch', 'idle');
    await expect(keys.page.getByRole('button', { name: /Mira Feld/ })).toBeVisible();
  });
});

test('elsewhere the page names no user, and neither does the palette', async ({ keys, stack }) => {
  await keys.page.goto(stack.url);
  await keys.focused('email');
  await expect(keys.page.locator('[data-demo-user]')).toHaveCount(0);
  const page = await (await keys.page.request.get(stack.url)).text();
  expect(page).not.toContain(people.ana);
  await keys.press('arrowdown');
  await keys.focused('email');
  await keys.press('mod+k');
  await keys.state('palette', 'open.choosing');
  await keys.page.keyboard.insertText('>demo user');
  await expect(keys.flow('palette').getByText('Sign in as demo user')).toHaveCount(0);
});
