/** Every screen and its states, in both themes, looked at by axe: nothing may be found. */
import AxeBuilder from '@axe-core/playwright';
import type { Route } from '@playwright/test';
import { places } from '#commands/index.ts';
import { expect, type Keyboard, people, test } from './fixtures.ts';

test.use({ colorScheme: 'dark', reducedMotion: 'reduce' });

/** Returns the faults axe finds, as lines a person can act on: of the screen in the dark theme, and of its colours in the light one. */
async function found({ page }: Keyboard): Promise<string[]> {
  const lines = (theme: string, { violations }: Awaited<ReturnType<AxeBuilder['analyze']>>) =>
    violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `in ${theme}: ${id}: ${help}: ${node.target.join(' ')}`));
  const inDark = await new AxeBuilder({ page }).analyze();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  const inLight = await new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']).analyze();
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...lines('dark', inDark), ...lines('light', inLight)];
}

const looks = async (keys: Keyboard, screen: string): Promise<void> => {
  expect.soft(await found(keys), screen).toEqual([]);
};

/** Opens a pane by its command, and looks at it once it is filled. */
async function visit(keys: Keyboard, title: string, pane: string, ...args: readonly string[]): Promise<void> {
  await keys.palette(title, ...args);
  await expect(keys.page.locator(`[data-pane="${pane}"]`).filter({ visible: true }).first()).toBeVisible();
  await expect(keys.page.locator(`[data-pane="${pane}"] [aria-busy="true"]:visible`)).toHaveCount(0);
  await looks(keys, pane);
}

test('signing in, the second factor, recovery, reset, a new account', async ({ stack, keys }) => {
  await keys.page.goto(stack.url);
  await keys.focused('email');
  await looks(keys, 'signing in');
  await keys.type(people.mira);
  await keys.press('enter');
  await keys.type('wrong');
  await keys.press('enter');
  await expect(keys.page.getByText('Incorrect email or password')).toBeVisible();
  await looks(keys, 'a wrong password');
  await keys.retype('keyline demo');
  await keys.press('enter');
  await keys.state('login', 'mfaRequired.code');
  await looks(keys, 'the second factor');
  await keys.press('tab');
  await keys.state('login', 'mfaRequired.recovery');
  await looks(keys, 'a recovery code');
  await keys.press('escape');
  await keys.state('login', 'anonymous');
  await keys.palette('Forgot password');
  await keys.state('passwordReset', /./);
  await looks(keys, 'reset');
  await keys.page.goto(`${stack.url}/sign-up`);
  await expect(keys.page.getByRole('heading')).toBeVisible();
  await looks(keys, 'a new account');
});

test('every place there is a way to', async ({ enter }) => {
  const keys = await enter('ana');
  for (const { title, kind } of places) await visit(keys, title, kind);
  await keys.palette('Set my schedule', 'mon-fri 9-12, 1pm-5pm');
  await looks(keys, 'a schedule that is set');
});

test('an import: a file that is refused, rows that are checked, filtered to nothing, saved', async ({ enter }) => {
  const keys = await enter('ana');
  const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  const choose = async (given: ReturnType<typeof file>) => {
    const chooser = keys.page.waitForEvent('filechooser');
    await keys.palette('Import contacts');
    await (await chooser).setFiles(given);
  };
  await choose(file('list.csv', 'Who,Reach\nAnn,2125550171'));
  await keys.state('contactImport', 'rejected');
  await looks(keys, 'a file without a name and a number');
  await choose(file('people.csv', 'name,number,city\nAnn Lee,2125550171,Rome\nBo,abc,\nAnn,2125550171,'));
  await keys.state('contactImport', 'ready.reviewing');
  await expect(keys.page.locator('[data-pane="contactImport"] [data-row]').first()).toBeVisible();
  await looks(keys, 'rows that are checked');
  await keys.palette('Filter import rows', 'Held');
  await expect(keys.page.getByText('No rows like that.')).toBeVisible();
  await looks(keys, 'no rows');
  await keys.press('shift+f mod+enter');
  await keys.state('contactImport', 'done');
  await looks(keys, 'an import that is saved');
});

test('inbox, conversation, contact, call, greeting, notices, help, keys', async ({ enter }) => {
  const keys = await enter('jo');
  await expect(keys.page.locator('[data-pane="conversation"] article').first()).toBeVisible();
  await looks(keys, 'inbox, conversation, contact');
  const wide = keys.page.viewportSize();
  await keys.page.setViewportSize({ width: 480, height: 700 });
  await expect(keys.page.locator('[data-pane="conversation"]')).toBeHidden();
  await looks(keys, 'a narrow window');
  if (wide) await keys.page.setViewportSize(wide);
  for (const [title, pane] of [
    ['Go to Calls', 'calls'],
    ['Open call in a split pane', 'call'],
    ['Create greeting', 'greetings'],
    ['Open notices', 'notices'],
    ['Edit keyboard shortcuts', 'keys'],
  ] as const)
    await visit(keys, title, pane);
  await keys.press('escape');
  await keys.palette('Show keyboard shortcuts');
  await expect(keys.page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await looks(keys, 'help');
});

test('a number, its routing, a template, buying', async ({ enter }) => {
  const keys = await enter('ana', { path: '/numbers' });
  await expect(keys.page.locator('[data-pane="numbers"] [role="gridcell"]').first()).toBeVisible();
  await keys.press('home');
  for (const [title, pane, ...args] of [
    ['Open number', 'number'],
    ['Edit call routing', 'routing'],
    ['Go to Number templates', 'templates'],
    ['Open template', 'template'],
    ['Buy numbers', 'purchase', '415'],
  ] as const)
    await visit(keys, title, pane, ...args);
});

test('bringing numbers in', async ({ enter }) => {
  const keys = await enter('ana');
  for (const [title, pane] of [
    ['Go to Port-in requests', 'ports'],
    ['Open port-in request', 'port'],
    ['Port numbers in', 'ports'],
  ] as const)
    await visit(keys, title, pane);
});

test('the palette with its list, an argument, a reason and a review', async ({ enter }) => {
  const keys = await enter('jo');
  await keys.press('mod+k');
  await keys.state('palette', 'open.choosing');
  await looks(keys, 'the list');
  await keys.press('escape');
  await keys.find('Change theme');
  await keys.press('enter');
  await keys.state('palette', 'open.asking');
  await looks(keys, 'an argument');
  await keys.press('escape escape');
  await keys.state('palette', 'closed');
  await keys.find('Open saved layout');
  await looks(keys, 'a command that is not available');
  await keys.press('escape');
  await keys.press('* a');
  await expect(keys.page.getByText(/All 23 matching conversations/)).toBeVisible();
  await keys.press('e');
  await keys.state('palette', 'open.reviewing');
  await looks(keys, 'a review');
  await keys.press('escape escape');
});

test('support staff: all companies, as whom, and the frame around whoever acts', async ({ enter }) => {
  const keys = await enter('staff');
  await expect(keys.page.locator('[data-pane="companies"] [data-row]').first()).toBeVisible();
  await looks(keys, 'all companies');
  await keys.press('mod+k');
  await keys.type('!ada');
  await keys.press('enter');
  await expect(keys.page.getByRole('combobox', { name: 'User' })).toBeVisible();
  await expect(keys.active).toBeVisible();
  await looks(keys, 'as whom');
  await keys.press('enter');
  await expect(keys.page.getByRole('combobox', { name: 'Reason (recorded in the audit log)' })).toBeVisible();
  await keys.type('They asked for help');
  await keys.press('enter');
  await expect(keys.page.getByRole('region', { name: 'Impersonating' })).toBeVisible();
  await keys.state('companySwitch', 'idle');
  await looks(keys, 'acting');
});

test('what one may not see', async ({ enter }) => {
  const keys = await enter('beatriz', { path: '/inbox' });
  await expect(keys.page.getByText(/Only .* can /).first()).toBeVisible();
  await looks(keys, 'not allowed');
});

test('an inbox without rows, a list that could not be had, and one on its way', async ({ enter, page }) => {
  const keys = await enter('jo');
  await keys.palette('Search inbox', 'nobody has this name');
  await expect(keys.page.getByText(/^No name, number or message matches/)).toBeVisible();
  await looks(keys, 'nothing there');
  await keys.palette('Clear filter');
  await page.route(/\/api\/companies\/\d+\/conversations\?/, (route) =>
    route.fulfill({ status: 422, json: { code: 'invalid', message: 'This filter cannot be read', errors: [] } }),
  );
  await keys.palette('Search inbox', 'anybody');
  await expect(keys.page.locator('[data-pane="inbox"]').getByText('Try again')).toBeVisible();
  await looks(keys, 'something wrong');
  const held: Route[] = [];
  await page.route(/\/api\/companies\/\d+\/numbers\/datatable/, (route) => void held.push(route));
  await keys.palette('Go to Numbers');
  await expect(keys.page.locator('[data-pane="numbers"] [aria-busy="true"]').first()).toBeVisible();
  await looks(keys, 'a list on its way');
  for (const route of held) await route.continue();
});
