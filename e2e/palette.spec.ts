/** The palette that is open: what it lists is what can be done now, not what could be when it opened. */
import { expect, test } from './fixtures.ts';

test('the connection comes back while the palette is open: what could not be done can be', async ({ enter }) => {
  const keys = await enter('ana');
  const { page } = keys;
  const archive = page.getByRole('option', { name: /^Archive/ }).first();
  await page.context().setOffline(true);
  await expect(page.locator('[data-flow="realtime"]')).toHaveText('offline');
  await keys.press('mod+k');
  await keys.type('>archive');
  await expect(archive).toContainText('offline');
  await page.context().setOffline(false);
  await expect(archive).not.toContainText('offline');
});
