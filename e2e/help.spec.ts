/** The sheet of keys: what works where the keyboard is, and the keyboard back where it was. */
import { expect, type Keyboard, test } from './fixtures.ts';

const sheet = (keys: Keyboard) => keys.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const group = (keys: Keyboard, name: string) => sheet(keys).getByRole('region', { name });

test('? shows the keys of the pane first, is searched by typing, and Escape gives the keyboard back', async ({ enter }) => {
  const keys = await enter('jo');
  const cursor = keys.page.locator('[data-pane="inbox"] [data-cursor]');
  await expect(cursor).toBeVisible();
  const first = await cursor.getAttribute('data-row');
  await keys.press('j');
  await expect(cursor).not.toHaveAttribute('data-row', first ?? '');
  const row = await cursor.getAttribute('data-row');
  await keys.press('?');
  await expect(sheet(keys).getByLabel('Search shortcuts')).toBeFocused();
  await expect(sheet(keys).getByRole('heading', { level: 3 }).first()).toHaveText('Inbox');
  await expect(group(keys, 'Inbox').locator('[data-command-id="conversations.archive"]')).toBeVisible();
  await expect(sheet(keys).locator('[data-command-id="go.calls"]')).toBeVisible();
  await keys.type('arch');
  await expect(sheet(keys).locator('[data-command-id="go.calls"]')).toHaveCount(0);
  await expect(group(keys, 'Inbox').locator('[data-command-id="conversations.archive"]')).toBeVisible();
  await keys.press('escape');
  await expect(sheet(keys)).toHaveCount(0);
  await expect(keys.page.locator('[data-pane="inbox"] [role="grid"]')).toBeFocused();
  expect(await cursor.getAttribute('data-row')).toBe(row);
});

test('Enter runs what was searched for, where the keyboard was', async ({ enter }) => {
  const keys = await enter('jo');
  await expect(keys.page.locator('[data-pane="inbox"] [data-cursor]')).toBeVisible();
  await keys.press('?');
  await expect(sheet(keys).getByLabel('Search shortcuts')).toBeFocused();
  await keys.type('go to calls');
  await expect(sheet(keys).locator('[data-command-id="go.inbox"]')).toHaveCount(0);
  await keys.press('enter');
  await keys.inPane('calls');
  await expect(sheet(keys)).toHaveCount(0);
});

test('the keys are those the person has chosen, and the sheet leads to where they are changed', async ({ enter }) => {
  const keys = await enter('jo');
  await keys.palette('Choose shortcut preset', 'Superhuman');
  await keys.press('?');
  await expect(group(keys, 'Inbox').locator('[data-command-id="conversations.markUnread"] [data-keys="u"]')).toBeVisible();
  await keys.press('mod+enter');
  await keys.inPane('keys');
  await expect(sheet(keys)).toHaveCount(0);
  await expect(keys.page.getByLabel('Search commands and keys')).toBeFocused();
});

test('a key of the pane that cannot act now says why', async ({ enter }) => {
  const keys = await enter('ravi', { path: '/calls' });
  await keys.inPane('calls');
  await expect(keys.page.locator('[data-pane="calls"] [data-cursor]')).toBeVisible();
  await keys.press('?');
  await expect(group(keys, 'Calls')).toContainText(/Only .* can/);
});

test('before signing in it shows what works there', async ({ keys, stack }) => {
  await keys.page.goto(stack.url);
  await keys.focused('email');
  await keys.palette('Show keyboard shortcuts');
  await expect(sheet(keys)).toContainText('Search or run a command');
  await expect(sheet(keys).getByRole('button', { name: 'Edit keyboard shortcuts' })).toHaveCount(0);
});
