/** The first steps on the demo data: a list with the keys in force that ticks itself off, folds to a line, and can be hidden for good. */
import { expect, type Keyboard, test } from './fixtures.ts';

const card = ({ page }: Keyboard) => page.getByRole('region', { name: 'First steps' });
const step = (keys: Keyboard, title: string) => card(keys).getByRole('listitem').filter({ hasText: title });
const line = ({ page }: Keyboard) => page.getByRole('contentinfo').getByRole('button', { name: /^First steps/ });
const isDone = (keys: Keyboard, title: string) => expect(step(keys, title).getByRole('img', { name: 'Done' })).toBeVisible();

test.describe('on the demo data', () => {
  test.use({ isDemo: true });

  test('each step is done by its key, wherever it is pressed, and stays done after a reload', async ({ enter }) => {
    const keys = await enter('jo');
    await expect(card(keys)).toBeInViewport({ ratio: 1 });
    await expect(line(keys)).toContainText('0 of 6');
    await expect(keys.page.locator('[data-pane="inbox"] [data-cursor]')).toBeVisible();
    await expect(step(keys, 'Archive the conversation').locator('[data-keys="e"]')).toBeVisible();
    await keys.press('e');
    await isDone(keys, 'Archive the conversation');
    await keys.press('z');
    await isDone(keys, 'Undo what you did');
    await keys.press('mod+k');
    await keys.state('palette', 'open.choosing');
    await keys.press('escape');
    await isDone(keys, 'Find any command');
    await expect(line(keys)).toContainText('3 of 6');
    await keys.page.reload();
    await expect(line(keys)).toContainText('3 of 6');
    await keys.settled();
    await keys.press('?');
    await keys.press('escape');
    await keys.press('g i');
    await keys.inPane('inbox');
    await keys.press('r');
    await keys.focused('message');
    await keys.type('On our way');
    await keys.press('mod+enter');
    await expect(card(keys)).toContainText('All done');
    await expect(line(keys)).toContainText('6 of 6');
  });

  test('where the last pane is a thread, the list floats beside it', async ({ enter }) => {
    const keys = await enter('jo');
    await expect(card(keys)).toBeVisible();
    const thread = keys.page.locator('[data-pane]:has([data-scope="composer"])');
    const isCovered = async () => {
      const [list, field] = [await card(keys).boundingBox(), await thread.last().boundingBox()];
      if (list === null || field === null) return null;
      return list.x < field.x + field.width && field.x < list.x + list.width && list.y < field.y + field.height && field.y < list.y + list.height;
    };
    await keys.press('g c');
    await keys.inPane('calls');
    await keys.press('enter');
    await expect(thread).toBeVisible();
    await expect.poll(isCovered).toBe(false);
    await expect(card(keys)).toBeInViewport({ ratio: 1 });
    await keys.page.screenshot({ path: '/tmp/first.png' });
  });

  test('over a small window, or a page at 400 %, it begins folded, and opens where it is asked for', async ({ enter, page }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    const keys = await enter('jo');
    await expect(line(keys)).toHaveAttribute('aria-expanded', 'false');
    await expect(card(keys)).toBeHidden();
    await keys.palette('Show first steps');
    await expect(card(keys)).toBeVisible();
  });

  test('it folds to a line, opens again, and is hidden until it is asked for', async ({ enter }) => {
    const keys = await enter('jo');
    await expect(card(keys)).toBeVisible();
    await keys.palette('Fold first steps');
    await expect(card(keys)).toBeHidden();
    await expect(line(keys)).toHaveAttribute('aria-expanded', 'false');
    await keys.palette('Show first steps');
    await expect(card(keys)).toBeVisible();
    await keys.palette('Hide first steps');
    await expect(line(keys)).toHaveCount(0);
    await keys.press('z');
    await expect(line(keys)).toBeVisible();
    await keys.palette('Hide first steps');
    await keys.page.reload();
    await keys.settled();
    await expect(keys.page.getByRole('contentinfo')).toBeVisible();
    await expect(line(keys)).toHaveCount(0);
    await keys.palette('Show first steps');
    await expect(card(keys)).toBeVisible();
  });

  test('who may not write is not asked to', async ({ enter }) => {
    const keys = await enter('ravi');
    await expect(line(keys)).toBeVisible();
    await expect(step(keys, 'Reply to a conversation')).toHaveCount(0);
    await expect(step(keys, 'See keyboard shortcuts')).toBeVisible();
  });
});

test('an account of one’s own has no such list, and no command for it', async ({ enter }) => {
  const keys = await enter('jo');
  await keys.press('mod+k');
  await keys.state('palette', 'open.choosing');
  await keys.type('>first steps');
  await expect(keys.flow('palette').getByRole('option', { name: /first steps/i })).toHaveCount(0);
  await expect(line(keys)).toHaveCount(0);
});
