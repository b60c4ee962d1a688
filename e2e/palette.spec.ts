/** The palette that is open: what it lists is what can be done now, not what could be when it opened. */
import { expect, test } from './fixtures.ts';

test('the connection comes back while the palette is open: what could not be done can be', async ({ enter }) => {
  const keys = await enter('ana');
  const { page } = keys;
  const archive = page.getByRole('option', { name: /^Archive/ }).first();
  await page.context().setOffline(true);
  await expect(page.locator('[data-flow="realtime"]')).toHaveText('Offline');
  await keys.press('mod+k');
  await keys.type('>archive');
  await expect(archive).toContainText('offline');
  await page.context().setOffline(false);
  await expect(archive).not.toContainText('offline');
});

test('the palette that is opened right behind a change of pane keeps the keyboard', async ({ enter }) => {
  const keys = await enter('jo');
  await keys.press('g c');
  await keys.inPane('calls');
  await keys.press('g i');
  await keys.inPane('inbox');
  await keys.page.evaluate(() => {
    const next = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (then) => window.setTimeout(() => next(then), 300);
  });
  await keys.press('g c');
  await keys.press('mod+k');
  await keys.state('palette', 'open.choosing');
  await keys.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  await expect(keys.flow('palette').getByRole('combobox')).toBeFocused();
  await keys.press('escape');
  await keys.state('palette', 'closed');
  await keys.inPane('calls');
});

test('the palette asked for before the commands are there takes the letters typed behind its key', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.inPane('inbox');
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await keys.page.route(/\/assets\/commands-[\w-]+\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await keys.page.reload({ waitUntil: 'domcontentloaded' });
  await expect(keys.page.locator('[data-pane="inbox"] [data-cursor]')).toBeVisible();
  await keys.press('mod+k');
  await keys.type('@whitfield');
  await keys.press('enter');
  release();
  await keys.inPane('contact');
  await expect(keys.page.locator('[data-pane="contact"]')).toContainText('Dana Whitfield');
  await keys.state('palette', 'closed');
});
