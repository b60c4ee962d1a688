/** A list that is moved through: what stands in the page at rest is what is on screen, in its order. */
import { expect, test } from './fixtures.ts';

test('a list that was moved through stands in order when it rests, with hardly more rows than fit', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.press('g a');
  const pane = keys.page.locator('[data-pane="activity"]');
  const cursor = pane.locator('[data-cursor]');
  await expect(cursor).toHaveCount(1);
  const places = () => pane.locator('[data-row]').evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('aria-rowindex'))));
  const fit = await pane.getByRole('grid').evaluate((grid) => Math.ceil(grid.clientHeight / 28));
  for (const key of ['pagedown', 'pagedown', 'end', 'pageup', 'pageup', 'home']) {
    const before = await cursor.getAttribute('data-row');
    await keys.press(key);
    await expect(cursor).not.toHaveAttribute('data-row', before ?? '');
    await expect.poll(async () => (await places()).every((at, index, all) => index === 0 || at > (all[index - 1] ?? 0))).toBe(true);
    expect((await places()).length).toBeLessThanOrEqual(fit + 15);
    await expect(cursor).toBeInViewport();
  }
});

test('a key held down shows the row of the cursor at every step', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.press('g n');
  const grid = keys.page.locator('[data-pane="numbers"]').getByRole('grid');
  await expect(grid.locator('[data-cursor]')).toHaveCount(1);
  const fit = await grid.evaluate((element) => Math.ceil(element.clientHeight / 28));
  const isShown = () =>
    grid.evaluate((element) => {
      const row = document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.getBoundingClientRect();
      const list = element.getBoundingClientRect();
      return row !== undefined && row.top >= list.top && row.bottom <= list.bottom + 1;
    });
  for (let step = 0; step < 2 * fit; step += 1) {
    await keys.page.keyboard.press('ArrowDown');
    await expect.poll(isShown, { intervals: [5] }).toBe(true);
  }
});
