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

test('a list that is scrolled, by whatever, shows its rows in the same frame', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.press('g n');
  const grid = keys.page.locator('[data-pane="numbers"]').getByRole('grid');
  await expect(grid.locator('[data-cursor]')).toHaveCount(1);
  // Looked at in each frame of the page itself: when the list rests, whatever was missing is there.
  const watched = await grid.evaluateHandle((element) => {
    const frames: { readonly top: number; readonly missing: number }[] = [];
    const look = () => {
      const { left, width, top, height } = element.getBoundingClientRect();
      const rows = [0.2, 0.4, 0.6, 0.8, 0.95].map((part) => document.elementFromPoint(left + width / 2, top + part * height)?.closest('[data-row]'));
      frames.push({ top: element.scrollTop, missing: rows.filter((row) => !row).length });
    };
    element.addEventListener('scroll', () => requestAnimationFrame(look));
    return frames;
  });
  for (const pixels of [900, 900, -1_500, 2_000]) {
    const before = await grid.evaluate((element, by) => {
      const { scrollTop } = element;
      element.scrollBy(0, by);
      return scrollTop;
    }, pixels);
    await expect.poll(() => watched.evaluate((frames, from) => frames.some(({ top }) => top !== from), before)).toBe(true);
  }
  await expect.poll(() => watched.evaluate((frames) => frames.at(-1)?.top ?? 0)).toBeGreaterThan(1_500);
  expect(await watched.evaluate((frames) => frames.filter(({ missing }) => missing > 0))).toEqual([]);
});

test('the cells of a row are walked with the arrows, and a row is selected with Shift and Space', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.press('g n');
  const grid = keys.page.locator('[data-pane="numbers"]').getByRole('grid');
  await expect(grid.locator('[data-cursor]')).toHaveCount(1);
  const columns = Number(await grid.getAttribute('aria-colcount'));
  const active = async () =>
    grid.evaluate((element) => document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-colindex'));
  await keys.press('arrowright');
  await expect.poll(active).toBe('1');
  await keys.press('end');
  await expect.poll(active).toBe(String(columns));
  await keys.press('home arrowright');
  await expect.poll(active).toBe('2');
  const before = await grid.locator('[data-cursor]').getAttribute('data-row');
  await keys.press('j');
  await expect(grid.locator('[data-cursor]')).not.toHaveAttribute('data-row', before ?? '');
  await expect.poll(active).toBe('2');
  await keys.press('shift+space');
  await expect(grid.locator('[data-cursor]')).toHaveAttribute('aria-selected', 'true');
  await keys.press('home arrowleft');
  await expect.poll(active).toBe(null);
  await keys.press('mod+home');
  await expect(grid.locator('[data-cursor]')).toHaveAttribute('aria-rowindex', '2');
});

test('what one makes stands in the list at once, above the row with the cursor', async ({ enter, stack }) => {
  const keys = await enter('ana');
  const { company_id } = await stack.owner.selectFrom('contacts').select('company_id').where('name', '=', 'Dana Whitfield').executeTakeFirstOrThrow();
  // More than fit on the screen: a list that can’t be scrolled hides nothing.
  const tags = Array.from({ length: 60 }, (_, at) => ({ company_id, name: `crew ${String(at + 1).padStart(2, '0')}` }));
  await stack.owner.insertInto('tags').values(tags).execute();
  await keys.palette('Go to Tags');
  await keys.inPane('tags');
  const pane = keys.page.locator('[data-pane="tags"]');
  await expect(pane.locator('[data-cursor]')).toBeVisible();
  await keys.press('home c');
  await keys.type('aaa before all');
  await keys.press('enter');
  await expect(pane.locator('[data-row]').first()).toContainText('aaa before all');
  await expect(pane.locator('[data-row]').first()).toBeInViewport();
  await expect(pane.getByRole('button', { name: /\d+ new/ })).toHaveCount(0);
});

test('End goes to the last row there is, beyond those that were loaded; Home goes back', async ({ enter, stack }) => {
  const keys = await enter('ana');
  const { company_id } = await stack.owner.selectFrom('contacts').select('company_id').where('name', '=', 'Dana Whitfield').executeTakeFirstOrThrow();
  const rows = Array.from({ length: 450 }, (_, at) => ({
    company_id,
    name: `Zz ${String(at).padStart(3, '0')}`,
    number: `+1628556${String(at).padStart(4, '0')}`,
  }));
  await stack.owner.insertInto('contacts').values(rows).execute();
  await keys.palette('Go to Contacts');
  await keys.inPane('contacts');
  const cursor = keys.page.locator('[data-pane="contacts"] [data-cursor]');
  await expect(cursor).toHaveCount(1);
  await keys.press('end');
  await expect(cursor).toContainText('Zz 449');
  await expect(cursor).toBeInViewport();
  await keys.press('home');
  await expect(cursor).toHaveAttribute('aria-rowindex', '2');
  await expect(cursor).toBeInViewport();
});

test('a number that was just bought stands in its list at once, the list in its own place, and Ctrl+A takes it in plain sight', async ({ enter }) => {
  const keys = await enter('ana', { path: '/numbers' });
  const pane = (kind: string) => keys.page.locator(`[data-pane="${kind}"]`).filter({ visible: true });
  const numbers = pane('numbers');
  await keys.inPane('numbers');
  await expect(numbers.locator('[data-cursor]')).toHaveCount(1);
  await keys.press('mod+k');
  await keys.state('palette', 'open.choosing');
  await keys.page.keyboard.insertText('buy 800 ends PLUMB');
  await keys.pick('Buy numbers: 800 ends PLUMB');
  await keys.press('enter');
  await keys.state('numberPurchase', 'results');
  const offer = pane('purchase').getByRole('row', { name: /PLUMB/ }).first();
  await expect(offer).toBeVisible();
  const number = /\+1 800-\d{3}-\d{4}/.exec(await offer.innerText())?.[0] ?? '';
  expect(number).not.toBe('');
  await keys.palette('Add selected numbers to purchase');
  await keys.state('numberPurchase', 'confirming');
  await keys.press('mod+enter');
  await keys.state('numberPurchase', 'bought');
  // Its routing is opened beside: the list that was there before comes back where it was, not there.
  await keys.press('enter');
  await keys.inPane('routing');
  await keys.press('g n');
  await keys.inPane('numbers');
  const row = numbers.getByRole('row').filter({ hasText: number });
  await expect(row).toBeInViewport({ ratio: 1 });
  await expect(numbers.getByRole('button', { name: /new$/ })).toHaveCount(0);
  const [list, beside] = [await numbers.boundingBox(), await pane('routing').boundingBox()];
  expect(list?.x).toBeLessThan(beside?.x ?? 0);
  expect(list?.width).toBeGreaterThan(beside?.width ?? 0);
  await keys.press('mod+a');
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await expect(row).toBeInViewport({ ratio: 1 });
});

test('a contact that is deleted and brought back has the cursor again, so that the next key is for it', async ({ enter }) => {
  const keys = await enter('ana', { path: '/northwind-motors/contacts' });
  await keys.inPane('contacts');
  const cursor = keys.page.locator('[data-pane="contacts"] [data-cursor]');
  await keys.press('j');
  await keys.press('j');
  await expect(cursor).toHaveAttribute('aria-rowindex', '4');
  const name = (await cursor.locator('[role="gridcell"]').first().textContent()) ?? '';
  await keys.press('#');
  await keys.state('palette', 'open.reviewing');
  await keys.press('Enter');
  await expect(cursor).not.toContainText(name);
  await keys.press('z');
  await expect(cursor).toContainText(name);
});
