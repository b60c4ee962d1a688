/** The consumer catalog at its own address, by keyboard alone: in by a texted code, numbers chosen and kept, an invitation, the account and its end. */
import { messages } from '#contract/core/messages.ts';
import { png } from '#tests/server/samples.ts';
import { expect, type Keyboard, type Stack, test } from './fixtures.ts';
import { findFaults } from './support/axe.ts';
import { openAccount, readMailedCode, readTextedCode, runInCatalog } from './support/catalogPage.ts';
import { catalogSender } from './support/stack.ts';

test.use({ hasCatalog: true, reducedMotion: 'reduce' });

const phone = '+16465550142';

/** Nothing is found by axe, in both themes. */
async function looks({ page }: Keyboard, screen: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${screen}-${colorScheme}.png` });
    expect.soft(await findFaults(page), `${screen}, ${colorScheme}`).toEqual([]);
  }
}

async function signUp(keys: Keyboard, stack: Stack): Promise<void> {
  await keys.page.goto(`${stack.url}/catalog`);
  await keys.focused('phone');
  await looks(keys, 'sign-in');
  await runInCatalog(keys, 'Create account');
  await expect(keys.page.getByRole('heading', { name: 'Create account' })).toBeVisible();
  await keys.focused('phone');
  await keys.type(phone);
  await keys.press('enter');
  await keys.state('catalogSign', 'coding');
  await keys.focused('code');
  await looks(keys, 'code');
  await keys.type(await readTextedCode(stack, phone, 1));
}

/** Goes to a screen by its key, and looks at it once it is filled. */
async function goTo(keys: Keyboard, chord: string, screen: string): Promise<void> {
  await keys.press('escape');
  await keys.press(chord);
  await expect(keys.page.locator(`[data-screen="${screen}"] h1`)).toBeVisible();
  await expect(keys.page.getByRole('progressbar')).toHaveCount(0);
  await looks(keys, screen);
}

test('in by phone code: two of three numbers, one kept again, an invitation, a review, the end', async ({ keys, stack }) => {
  test.setTimeout(300_000);
  // Heard from the start: one that is asked for beside the key may come too late.
  keys.page.on('filechooser', (chooser) => void chooser.setFiles({ name: 'screen.png', mimeType: 'image/png', buffer: Buffer.from(png) }));
  const { page } = keys;
  await signUp(keys, stack);
  await keys.state('catalogActivation', 'choosing');
  await expect(page.locator('[data-usage]')).toContainText('Live');
  await looks(keys, 'empty');

  // Another set, one in place of one, one more.
  const offers = page.getByRole('group', { name: 'Offered numbers' }).getByRole('option');
  const texts = () => offers.allTextContents();
  await keys.press(']');
  await expect(offers).toHaveCount(5);
  const first = await texts();
  await keys.press(']');
  await expect.poll(async () => (await texts()).filter((text) => first.includes(text)).length).toBe(0);
  const [gone = ''] = await texts();
  await keys.press('k k k k k e');
  await expect.poll(texts).not.toContain(gone);
  await expect(offers).toHaveCount(5);
  await keys.press('c');
  await expect(offers).toHaveCount(6);
  await looks(keys, 'offers');

  // Three are bought: said and counted first.
  await keys.press('x j x j x');
  await expect(page.locator('[data-number][aria-selected="true"]')).toHaveCount(3);
  await keys.press('mod+enter');
  await keys.state('catalogActivation', 'reviewing');
  await expect(page.getByRole('heading', { name: 'Buy 3 numbers' })).toBeVisible();
  await looks(keys, 'review');
  await keys.press('mod+enter');
  const own = page.getByRole('group', { name: 'Your numbers' }).getByRole('option');
  await expect(own.filter({ hasText: /Active/ })).toHaveCount(3);
  await expect(page.locator('[data-usage]')).toContainText('3 active');

  // One is left out: it says when it goes, and is kept again.
  await page.reload();
  await keys.state('catalogActivation', 'choosing');
  await expect(own).toHaveCount(3);
  await keys.press('k k k x');
  await keys.press('mod+enter');
  await expect(page.getByRole('heading', { name: 'Turn off 1 number' })).toBeVisible();
  await expect(page.getByText(/1 number will be removed on \w+ \d+, \d+, in 30 days/)).toBeVisible();
  await looks(keys, 'turning-off');
  await keys.press('mod+enter');
  await expect(own.filter({ hasText: 'Inactive · removed' })).toHaveCount(1);
  await expect(page.locator('[data-usage]')).toContainText('2 active · 1 inactive');
  await looks(keys, 'inactive');
  await keys.press('z');
  await expect(own.filter({ hasText: /Active/ })).toHaveCount(3);
  // One is given back at once.
  await keys.press('#');
  await keys.state('catalogNumber', 'confirming');
  await looks(keys, 'deleting');
  await keys.press('mod+enter');
  await expect(own).toHaveCount(2);

  await goTo(keys, 'g u', 'usage');
  await expect(page.locator('[data-screen="usage"]')).toContainText('Bought this month3');

  await goTo(keys, 'g i', 'invitations');
  await keys.press('c');
  await keys.focused('phone_number');
  await keys.type('+1 (646) 555-0143');
  await keys.press('enter');
  await expect(page.locator('[data-invitation="sent"]')).toContainText('+1 646-555-0143');
  expect(stack.sandbox.ledger.list({ from: catalogSender, to: '+16465550143' })[0]?.body).toContain(`${stack.url}/catalog`);

  await goTo(keys, 'g a', 'account');
  await runInCatalog(keys, 'Edit the name');
  await keys.focused('name');
  await keys.retype('Ana Ruiz');
  await keys.press('enter');
  await expect(page.getByText('Name saved')).toBeVisible();

  await goTo(keys, 'g r', 'reviews');
  await keys.press('c');
  await keys.focused('rating');
  await keys.type('5');
  await keys.press('tab');
  await keys.type('Numbers that ring');
  await keys.press('mod+enter');
  await expect(page.locator('[data-review="pending"]')).toContainText('Numbers that ring');
  await looks(keys, 'own-review');

  await goTo(keys, 'g s', 'support');
  await keys.press('c');
  await expect(page.getByRole('list', { name: 'Files' })).toContainText('screen.png');
  await keys.press('mod+enter');
  await expect(page.getByText('File sent to support')).toBeVisible();

  // What can be done stands under ?, and why not.
  await keys.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keys' });
  await expect(sheet.getByRole('option', { name: 'Send to support' })).toContainText('Attach a file first');
  await looks(keys, 'keys');
  await keys.press('escape');
  await expect(sheet).toHaveCount(0);

  await goTo(keys, 'g a', 'account');
  await keys.press('#');
  await expect(page.getByText('Its 2 numbers are held back for 30 days')).toBeVisible();
  await looks(keys, 'deleting-account');
  await keys.press('mod+enter');
  await keys.state('catalogSign', 'entering');
  expect(await stack.owner.selectFrom('catalog_accounts').select('id').execute()).toEqual([]);
  await page.reload();
  await keys.state('catalogSign', 'entering');
});

const email = 'ana@example.com';

async function enterAddress(keys: Keyboard, secret: string): Promise<void> {
  await runInCatalog(keys, 'Use an email');
  await keys.focused('email');
  await keys.retype(email);
  await keys.press('tab');
  await keys.focused('password');
  await keys.type(secret);
  await keys.press('enter');
}

test('in by email: a wrong code, another password, a taken address, out and in again', async ({ keys, stack }) => {
  test.setTimeout(240_000);
  const { page } = keys;
  await page.goto(`${stack.url}/catalog/account`);
  await runInCatalog(keys, 'Create account');
  await enterAddress(keys, 'umbrella lantern orbit');
  await keys.state('catalogSign', 'coding');
  // A wrong code is said at its field, and the right one goes on.
  const code = await readMailedCode(stack, email, 1);
  await keys.focused('code');
  await keys.type(code === '000000' ? '000001' : '000000');
  await expect(page.getByText('Incorrect or expired code')).toBeVisible();
  await looks(keys, 'wrong-code');
  await keys.focused('code');
  await keys.type(code);
  await expect(page.locator('[data-screen="account"] h1')).toBeVisible();
  await looks(keys, 'email-account');
  await runInCatalog(keys, 'Enter another password');
  await keys.focused('current_password');
  await keys.type('umbrella lantern orbit');
  await keys.press('tab');
  await keys.type('harbor violin meadow');
  await keys.press('enter');
  await expect(page.getByText('Password changed. Other devices are signed out.')).toBeVisible();
  const ended = page.waitForResponse((response) => response.url().endsWith('/api/caddy/auth/session'));
  await runInCatalog(keys, 'Sign out');
  expect((await ended).status()).toBe(204);
  await keys.state('catalogSign', 'entering');

  // There is an account: signing in is offered (RULE-230).
  await runInCatalog(keys, 'Create account');
  await enterAddress(keys, 'harbor violin meadow');
  await keys.state('catalogSign', 'taken');
  await looks(keys, 'taken');
  await keys.press('enter');
  await keys.state('catalogSign', 'entering');
  await keys.focused('email');
  await keys.press('tab');
  await keys.focused('password');
  // The password of before opens nothing.
  await keys.type('umbrella lantern orbit');
  await keys.press('enter');
  await expect(page.getByText(messages.notAuthorized)).toBeVisible();
  await keys.focused('password');
  await keys.retype('harbor violin meadow');
  await keys.press('enter');
  await keys.state('catalogSign', 'coding');
  await keys.focused('code');
  await keys.type(await readMailedCode(stack, email, 2));
  await expect(page.locator('[data-screen="account"] h1')).toBeVisible();
});

test('a forgotten password is set by a mailed code; Escape leaves an address that is taken', async ({ keys, stack }) => {
  test.setTimeout(180_000);
  const { page } = keys;
  await page.goto(`${stack.url}/catalog/account`);
  await runInCatalog(keys, 'Create account');
  await enterAddress(keys, 'umbrella lantern orbit');
  await keys.state('catalogSign', 'coding');
  await keys.type(await readMailedCode(stack, email, 1));
  await expect(page.locator('[data-screen="account"] h1')).toBeVisible();
  await page.route('**/api/caddy/auth/session', (route) => route.abort());
  await runInCatalog(keys, 'Sign out');
  await expect(page.getByText('You’re signed out in this browser only.')).toBeVisible({ timeout: 60_000 });
  await looks(keys, 'signed-out-here');
  await runInCatalog(keys, 'Create account');
  await enterAddress(keys, 'umbrella lantern orbit');
  await keys.state('catalogSign', 'taken');
  await keys.press('escape');
  await keys.state('catalogSign', 'entering');

  await runInCatalog(keys, 'Sign in');
  await runInCatalog(keys, 'Reset password');
  await keys.focused('email');
  await looks(keys, 'reset');
  await keys.press('enter');
  await keys.state('catalogSign', 'coding');
  await keys.focused('code');
  await keys.type(await readMailedCode(stack, email, 2));
  // The code alone opens nothing: it waits for the new password.
  await keys.focused('password');
  await keys.type('harbor violin meadow');
  await looks(keys, 'reset-code');
  await keys.press('enter');
  await keys.state('catalogSign', 'entering');
  await expect(page.getByText(messages.passwordReset).first()).toBeVisible();
  await enterAddress(keys, 'harbor violin meadow');
  await keys.state('catalogSign', 'coding');
  await keys.focused('code');
  await keys.type(await readMailedCode(stack, email, 3));
  await expect(page.locator('[data-screen="account"] h1')).toBeVisible();
});

test.describe('closed', () => {
  test.use({ hasCatalog: false });
  test('its address is one of the app', async ({ page, stack }) => {
    expect((await page.request.get(`${stack.url}/catalog/catalog.html`)).status()).toBe(404);
    expect(await (await page.request.get(`${stack.url}/catalog`)).text()).not.toContain('/catalog/assets/');
  });
});

test('a channel that is refused is asked for again; a session that ended before it was asked for leads back to signing in', async ({ page, keys, stack }) => {
  await openAccount(page.context(), stack);
  const asked = '**/api/caddy/realtime/auth';
  await page.route(asked, (route) => route.fulfill({ status: 503, json: { code: 'internal', message: 'Service unavailable', errors: [] } }), { times: 1 });
  await page.goto(`${stack.url}/catalog`);
  await expect(page.locator('[data-usage]')).toContainText('Offline');
  await expect(page.locator('[data-usage]')).toContainText('Live');
  await page.route(asked, async (route) => {
    await stack.owner.deleteFrom('catalog_sessions').execute();
    await route.continue();
  });
  await page.reload();
  await keys.state('catalogSign', 'entering');
});

test('the code of the screens that cannot be had: the page is loaded again by itself', async ({ page, stack }) => {
  await openAccount(page.context(), stack);
  // Asked for twice by one page: ahead of time, and by the code that needs it.
  let pages = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) pages += 1;
  });
  await page.route(/\/assets\/Account-[\w-]+\.js$/, (route) => (pages > 1 ? route.continue() : route.abort()));
  await page.goto(`${stack.url}/catalog`);
  await expect.poll(() => pages).toBe(2);
  await expect(page.locator('[data-usage]')).toContainText('Live');
});
