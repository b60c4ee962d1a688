/** Private words stay private, and the keys on the screen are those that work. */
import { expect, type Keyboard, test } from './fixtures.ts';

const message = ({ page }: Keyboard) => page.locator('[data-field="message"]').first();
const bar = ({ page }: Keyboard) => page.getByRole('group', { name: 'Keyboard shortcuts' });
const composer = ({ page }: Keyboard) => page.locator('form[data-scope="composer"]').first();

async function openTom(keys: Keyboard): Promise<void> {
  await keys.cursorTo('inbox', 'Tom Haverford');
  await expect(keys.page.locator('[data-pane="conversation"] [data-pane-header]')).toContainText('Tom Haverford');
}

test('a note says that it is saved, and words typed after it go to no customer', async ({ enter, stack }) => {
  const keys = await enter('jo');
  await openTom(keys);
  await keys.press('r');
  await keys.focused('message');
  await keys.type('On my way');
  await expect(bar(keys)).toContainText('send');
  await keys.retype('');
  await keys.press('escape');
  await keys.press('shift+c');
  await keys.focused('message');
  await keys.type('Check the warranty first');
  await expect(bar(keys)).toContainText('save note');
  await expect(bar(keys)).not.toContainText('send');
  await expect(composer(keys)).toContainText('save note');
  await keys.press('mod+enter');
  await expect(keys.page.getByText('Note saved').first()).toBeVisible();
  await expect(message(keys)).toHaveValue('');
  // She types on, and presses what would send.
  await keys.type('He is a difficult one');
  await expect(composer(keys)).toHaveAttribute('data-mode', 'note');
  await keys.press('mod+enter');
  await expect(keys.page.locator('article').filter({ hasText: 'He is a difficult one' })).toHaveCount(1);
  await keys.press('mod+shift+enter');
  await expect(keys.page.getByText('Internal notes are never sent').first()).toBeVisible();
  const sent = await stack.owner.selectFrom('items').select('body').where('body', 'like', '%difficult one%').where('type', '=', 'message').execute();
  expect(sent).toEqual([]);
  await keys.press('escape');
  await keys.press('r');
  await expect(composer(keys)).toHaveAttribute('data-mode', 'reply');
  await expect(message(keys)).toHaveValue('');
});

test('with single keys off the bar leads to the palette, and a notice names the key that takes back', async ({ enter }) => {
  const keys = await enter('jo');
  await keys.palette('Turn off single-key shortcuts');
  await keys.palette('Go to Inbox');
  await expect(bar(keys)).toContainText('all commands');
  await expect(keys.page.locator('[data-pane="inbox"] [data-cursor]')).toBeVisible();
  await keys.palette('Block caller');
  const notice = keys.page.getByRole('group', { name: 'Done' });
  await expect(notice).toContainText('has been blocked');
  await expect(notice.locator('kbd')).toHaveText(['Ctrl Z']);
  await keys.press('mod+z');
  await expect(keys.page.getByText('Undone: Block').first()).toBeVisible();
});

test('while text is entered the bar names no letter, and a notice says Escape first', async ({ enter }) => {
  const keys = await enter('jo');
  await openTom(keys);
  await keys.press('!');
  const notice = keys.page.getByRole('group', { name: 'Done' });
  await expect(notice.locator('kbd')).toHaveText(['z']);
  await keys.press('r');
  await keys.focused('message');
  await keys.type('Hm');
  await expect(notice.locator('kbd')).toHaveText(['esc', 'z']);
  for (const cap of await bar(keys).locator('kbd').allInnerTexts()) expect(cap).not.toMatch(/^[a-z?]$/i);
  await keys.press('escape');
  await keys.press('z');
  await expect(keys.page.getByText('Undone: Block').first()).toBeVisible();
});
