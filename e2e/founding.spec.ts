/** The first minutes of a new account, by keyboard alone: sign up, create the company, be in it; or be invited while waiting. */
import { expect, Keyboard, test } from './fixtures.ts';
import type { Stack } from './support/stack.ts';

const password = 'correct horse battery staple';

async function signUp(keys: Keyboard, stack: Stack, email: string): Promise<void> {
  await keys.page.goto(`${stack.url}/sign-up`);
  await keys.focused('email');
  await keys.type(email);
  await keys.press('enter');
  await expect.poll(() => stack.mails(email).length).toBe(1);
  const [code = ''] = /\b\d{6}\b/.exec(stack.mails(email)[0]?.text ?? '') ?? [];
  await keys.focused('code');
  await keys.type(code);
  await keys.focused('password');
  await keys.type(password);
  await keys.press('enter');
}

test('somebody new signs up, creates a company and is in it', async ({ page, stack }) => {
  const keys = new Keyboard(page);
  await signUp(keys, stack, 'nina@birch.example');
  const form = page.getByRole('main', { name: 'Create your company' });
  await expect(form).toContainText('nina@birch.example');
  await expect(page.getByText('Sign in first')).toHaveCount(0);
  await expect(page.getByLabel('Company name')).toBeFocused();
  await keys.press('enter');
  await expect(form).toContainText('Enter the name of your company');
  await keys.type('Birch Dental');
  await keys.press('enter');
  // Idle it was before as well: it has the company, and then it has all of it.
  await expect(page.getByRole('heading', { level: 1, name: 'Birch Dental' })).toBeAttached();
  await keys.state('companySwitch', 'idle');
  await keys.palette('Go to Numbers');
  await expect(page.locator('[data-pane="numbers"]')).toBeVisible();
  await page.reload();
  await keys.state('companySwitch', 'idle');
  await expect(page.getByRole('heading', { level: 1, name: 'Birch Dental' })).toBeAttached();
});

test('the palette keeps the keyboard while what it was opened over comes', async ({ page, stack }) => {
  const keys = new Keyboard(page);
  await signUp(keys, stack, 'nina@birch.example');
  let show = () => {};
  const isShown = new Promise<void>((resolve) => {
    show = resolve;
  });
  await page.route(/\/companies\/creation/, async (route) => {
    await isShown;
    await route.continue();
  });
  await expect(page.getByLabel('Company name')).toBeFocused();
  await keys.type('Birch Dental');
  await keys.press('enter');
  await keys.inPane('companyCreate');
  await keys.state('companySwitch', 'idle');
  const field = keys.flow('palette').locator('input');
  await keys.press('mod+k');
  await expect(field).toBeFocused();
  await keys.type('go to');
  show();
  await expect(page.locator('[data-pane="companyCreate"]')).toContainText('Starter, monthly');
  await keys.type(' numbers');
  await expect(field).toHaveValue('go to numbers');
  await expect(field).toBeFocused();
  await keys.press('escape');
  await keys.inPane('companyCreate');
});

test('the inbox of a new company says what comes first, and begins it', async ({ page, stack }) => {
  const keys = new Keyboard(page);
  await signUp(keys, stack, 'nina@birch.example');
  await expect(page.getByLabel('Company name')).toBeFocused();
  await keys.type('Birch Dental');
  await keys.press('enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Birch Dental' })).toBeAttached();
  await keys.state('companySwitch', 'idle');
  await keys.press('g i');
  await expect(page.locator('[data-pane="inbox"] [role="grid"]')).toBeFocused();
  const first = page.getByRole('region', { name: 'No numbers yet' });
  await expect(first.getByRole('button')).toHaveText([/^Buy numbers/, /^Port numbers in/, /^Create greeting/, /^Set company schedule/, /^Create contact/]);
  await expect(async () => {
    await keys.press('tab');
    await expect(first.getByRole('button', { name: /^Buy numbers/ })).toBeFocused({ timeout: 100 });
  }).toPass({ intervals: [0] });
  await keys.press('enter');
  await keys.inPane('purchase');
});

test('who is made a member while the page waits is taken in', async ({ page, stack }) => {
  const keys = new Keyboard(page);
  await signUp(keys, stack, 'omar@birch.example');
  await expect(page.getByRole('main', { name: 'Create your company' })).toBeVisible();
  const { id: userId } = await stack.owner.selectFrom('users').select('id').where('email', '=', 'omar@birch.example').executeTakeFirstOrThrow();
  const company = await stack.owner.selectFrom('companies').select(['id', 'name']).orderBy('id').executeTakeFirstOrThrow();
  await stack.owner.insertInto('memberships').values({ company_id: company.id, user_id: userId, role: 'user' }).execute();
  await keys.state('companySwitch', 'idle');
  await expect(page.getByRole('heading', { level: 1, name: company.name })).toBeAttached();
});
