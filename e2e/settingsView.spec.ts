/** The list of settings, by keyboard: each row shows what is in force, Enter changes it, and a reload shows the same. */
import { expect, type Keyboard, test } from './fixtures.ts';

const row = (keys: Keyboard, id: string) => keys.page.locator(`[data-pane="settings"] [data-row="${id}"]`);
const cursor = (keys: Keyboard) => keys.page.locator('[data-pane="settings"] [data-cursor]');

/** Answers the argument the palette asks for. */
async function choose(keys: Keyboard, title: string): Promise<void> {
  await keys.state('palette', 'open.asking');
  await keys.page.keyboard.insertText(title);
  await keys.pick(title);
  await keys.press('enter');
  await keys.state('palette', 'closed');
}

test('three settings are changed from their rows, the rows follow, and a reload shows them', async ({ enter }) => {
  const keys = await enter('jo');
  await keys.press('g ,');
  await keys.inPane('settings');
  await expect(row(keys, 'looks.theme')).toContainText('System');
  await keys.cursorTo('settings', 'Theme');
  await keys.press('enter');
  await choose(keys, 'Light');
  await expect(row(keys, 'looks.theme')).toContainText('Light');
  await keys.cursorTo('settings', 'Density');
  await keys.press('enter');
  await choose(keys, 'Compact');
  await expect(row(keys, 'looks.density')).toContainText('Compact');
  await keys.state('palette', 'closed');
  await keys.inPane('settings');
  await keys.cursorTo('settings', 'SoundCalls');
  await expect(row(keys, 'Sound calls')).toHaveAttribute('data-cursor', /.*/);
  // The row follows at once; a reload shows what was saved.
  const saved = keys.page.waitForResponse((response) => /\/preferences$/.test(response.url()) && response.request().method() !== 'GET');
  await keys.press('enter');
  await expect(row(keys, 'Sound calls')).toContainText('On');
  await expect(row(keys, 'Sound messages')).toContainText('Off');
  await saved;
  await keys.page.reload();
  await keys.inPane('settings');
  await expect(row(keys, 'looks.theme')).toContainText('Light');
  await expect(row(keys, 'looks.density')).toContainText('Compact');
  await expect(row(keys, 'Sound calls')).toContainText('On');
});

test('a number is muted and unmuted from its row, by kind', async ({ enter }) => {
  const keys = await enter('ana', { path: '/settings' });
  await keys.inPane('settings');
  await expect(cursor(keys)).toBeVisible();
  await keys.press('/');
  await keys.type('by number main line');
  await keys.press('enter');
  await keys.inPane('settings');
  const line = keys.page.locator('[data-pane="settings"] [data-row^="muted "]').first();
  await expect(line).toContainText('Notifications by number');
  await expect(line).toContainText('On');
  await keys.press('home enter');
  await choose(keys, 'Faxes');
  await expect(line).toContainText('Faxes muted');
  await keys.press('enter');
  await choose(keys, 'All notifications');
  await expect(line).toContainText('On');
});

test('the view is found in the palette, left with Back, and its search says when nothing matches', async ({ enter }) => {
  const keys = await enter('jo');
  await expect(keys.page.locator('[data-pane="inbox"] [data-cursor]')).toBeVisible();
  await keys.find('Go to Settings', '>open settings');
  await keys.press('enter');
  await keys.inPane('settings');
  await expect(keys.page).toHaveURL(/\/settings$/);
  await expect(cursor(keys)).toBeVisible();
  await keys.press('/');
  await keys.type('zeppelin');
  await keys.press('enter');
  await expect(keys.page.getByText('No setting matches.')).toBeVisible();
  await keys.press('mod+[');
  await keys.inPane('inbox');
});

test('what the server does not tell is said, and asked for again', async ({ enter, page }) => {
  const keys = await enter('jo');
  await page.route(/\/api\/me\/phones$/, (route) =>
    route.fulfill({ status: 422, json: { code: 'invalid', message: 'Your phones can’t be read', errors: [] } }),
  );
  await keys.press('g ,');
  await expect(keys.page.locator('[data-pane="settings"]').getByText('Your phones can’t be read')).toBeVisible();
  await page.unroute(/\/api\/me\/phones$/);
  await keys.palette('Refresh list');
  await expect(row(keys, 'session.phones')).toContainText('My phones');
});
