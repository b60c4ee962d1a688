/** Escape: whatever opened for a while goes, and the keyboard is where it was. */
import { expect, type Keyboard, test } from './fixtures.ts';

const kinds = (keys: Keyboard) =>
  keys.page.locator('[data-view]:visible [data-pane]').evaluateAll((panes) => panes.map((pane) => pane.getAttribute('data-pane')));
const cursor = (keys: Keyboard, pane: string) => keys.page.locator(`[data-pane="${pane}"] [data-cursor]`);

for (const [title, pane] of [
  ['Edit keyboard shortcuts', 'keys'],
  ['Open notices', 'notices'],
] as const) {
  test(`the pane of ${pane} gives its place back with Escape`, async ({ enter }) => {
    const keys = await enter('jo');
    await keys.palette(title);
    await keys.inPane(pane);
    await keys.press('escape');
    await keys.inPane('inbox');
    expect(await kinds(keys)).toEqual(['inbox', 'conversation', 'contact']);
  });
}

test('a contact begun over a list: Escape, or discarding it, shows the list as it was left', async ({ enter }) => {
  const keys = await enter('jo');
  await keys.palette('Use layout for administrators');
  await keys.inPane('numbers');
  await expect(cursor(keys, 'numbers')).toBeVisible();
  await keys.press('j j');
  const row = await cursor(keys, 'numbers').getAttribute('data-row');
  for (const leave of [() => keys.press('escape'), () => keys.palette('Discard contact changes')]) {
    await keys.palette('Create contact');
    await keys.inPane('contact');
    await expect(keys.page.locator('[name="name"]')).toBeFocused();
    await leave();
    await keys.inPane('numbers');
    expect(await kinds(keys)).toEqual(['numbers', 'contacts', 'activity']);
    await expect(keys.page.locator('[data-pane="numbers"] [role="grid"]')).toBeFocused();
    expect(await cursor(keys, 'numbers').getAttribute('data-row')).toBe(row);
  }
});

test('in a narrow inbox name and time stay whole, and the selection tells its count', async ({ enter, page }) => {
  const keys = await enter('jo');
  await page.setViewportSize({ width: 660, height: 700 });
  await keys.press('x');
  const pane = keys.page.locator('[data-pane="inbox"]');
  const inside = (await pane.boundingBox()) ?? { x: 0, width: 0 };
  expect(inside.width).toBeLessThan(330);
  for (const part of [pane.locator('[data-row] time').first(), pane.getByText(/^1 .*selected$/), pane.getByRole('button', { name: 'Clear', exact: true })]) {
    await expect(part).toBeVisible();
    const box = (await part.boundingBox()) ?? { x: 0, width: 9_999 };
    expect(box.x).toBeGreaterThanOrEqual(inside.x);
    expect(box.x + box.width).toBeLessThanOrEqual(inside.x + inside.width);
  }
  expect(await pane.locator('[role="grid"]').evaluate((grid) => grid.scrollWidth - grid.clientWidth)).toBe(0);
});

test('Escape leaves the palette over a dialog, and what was typed in the dialog stays', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.palette('Turn on two-factor authentication');
  const dialog = keys.page.getByRole('dialog').filter({ has: keys.page.locator('input[type="password"]') });
  const password = dialog.locator('input[type="password"]');
  await expect(password).toBeFocused();
  await keys.type('half a pass');
  await keys.press('mod+k');
  await keys.state('palette', 'open.choosing');
  await keys.press('escape');
  await keys.state('palette', 'closed');
  await expect(password).toHaveValue('half a pass');
});

test('Escape leaves a question that a key has asked, at once', async ({ enter }) => {
  const keys = await enter('uma');
  await keys.press('g g');
  await keys.state('palette', 'open.asking');
  await keys.press('escape');
  await keys.state('palette', 'closed');
  await keys.find('Switch company');
  await keys.press('enter');
  await keys.state('palette', 'open.asking');
  await keys.press('escape');
  await keys.state('palette', 'open.choosing');
});
