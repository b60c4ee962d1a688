/** A pane that fills the window, because somebody wants it to or because there is room for one alone: the others stay as they were. */
import { expect, type Keyboard, test } from './fixtures.ts';
import { listInbox } from './support/inbox.ts';

const pane = (keys: Keyboard, kind: string) => keys.page.locator(`[data-pane="${kind}"]`);
const cursor = (keys: Keyboard) => pane(keys, 'inbox').locator('[data-cursor]');
const message = (keys: Keyboard) => pane(keys, 'conversation').locator('[data-field="message"]');
const text = 'It is ready';

test('a pane is zoomed: the cursor stays, an answer is written in the next, and Escape shows them all', async ({ enter }) => {
  const keys = await enter('jo');
  await keys.cursorTo('inbox', 'Kiran Patel');
  const row = await cursor(keys).getAttribute('data-row');
  await keys.press('w z');
  await expect(pane(keys, 'conversation')).toBeHidden();
  await keys.inPane('inbox');
  expect(await cursor(keys).getAttribute('data-row')).toBe(row);
  await keys.press('r');
  await keys.focused('message');
  await keys.type(text);
  await expect(message(keys)).toHaveValue(text);
  await expect(pane(keys, 'inbox')).toBeHidden();
  await keys.press('escape');
  await keys.press('escape');
  await expect(pane(keys, 'inbox')).toBeVisible();
  await expect(pane(keys, 'contact')).toBeVisible();
  expect(await cursor(keys).getAttribute('data-row')).toBe(row);
  await expect(message(keys)).toHaveValue(text);
});

test('a narrow window shows the pane that has the keyboard; made wide again, all are there and nothing typed is lost', async ({ enter }) => {
  const keys = await enter('jo');
  await expect(cursor(keys)).toBeVisible();
  await keys.press('j');
  const row = await cursor(keys).getAttribute('data-row');
  await keys.page.setViewportSize({ width: 480, height: 700 });
  await expect(pane(keys, 'conversation')).toBeHidden();
  await expect(pane(keys, 'inbox')).toHaveCSS('width', '480px');
  await keys.press('r');
  await keys.focused('message');
  await keys.type(text);
  await expect(pane(keys, 'inbox')).toBeHidden();
  await keys.page.setViewportSize({ width: 1280, height: 800 });
  await expect(pane(keys, 'inbox')).toBeVisible();
  await keys.focused('message');
  await keys.type(' now');
  await expect(message(keys)).toHaveValue(`${text} now`);
  await keys.press('escape');
  await keys.press('g i');
  await keys.inPane('inbox');
  expect(await cursor(keys).getAttribute('data-row')).toBe(row);
});

test('below 1,000 pixels the contact folds away and comes over the others while it has the keyboard; alone, a pane has the way back', async ({ enter }) => {
  const keys = await enter('jo');
  await expect(pane(keys, 'contact')).toBeVisible();
  await keys.page.setViewportSize({ width: 960, height: 700 });
  await expect(pane(keys, 'contact')).toBeHidden();
  await expect(keys.page.getByRole('button', { name: 'Show contact' })).toBeVisible();
  // What is folded away leaves its room to the others.
  const ends = () => keys.page.locator('[data-pane="conversation"]').evaluate((pane) => innerWidth - pane.getBoundingClientRect().right);
  await expect.poll(ends).toBeLessThan(2);
  const before = await pane(keys, 'conversation').boundingBox();
  await keys.palette('Go to pane', 'Contact');
  await keys.inPane('contact');
  await expect(pane(keys, 'contact')).toHaveCSS('width', '319px');
  expect(await pane(keys, 'conversation').boundingBox()).toEqual(before);
  await keys.press('escape');
  await keys.inPane('inbox');
  await expect(pane(keys, 'contact')).toBeHidden();
  await keys.page.setViewportSize({ width: 480, height: 700 });
  await expect(pane(keys, 'inbox').getByRole('button', { name: 'Go back' })).toHaveCount(0);
  await keys.press('r');
  await keys.focused('message');
  await expect(pane(keys, 'conversation').getByRole('button', { name: 'Go back' })).toBeVisible();
});

test('an answer begun where no conversation is open yet: the letters wait for it', async ({ enter }) => {
  const keys = await enter('jo');
  await keys.press('j');
  for (const kind of ['conversation', 'contact']) {
    await keys.palette('Next pane');
    await keys.inPane(kind);
    await keys.palette('Close pane');
    await expect(pane(keys, kind)).toHaveCount(0);
    await keys.press('g i');
  }
  await keys.press('r');
  await keys.type(text);
  await expect(message(keys)).toHaveValue(text);
  await keys.focused('message');
});

test('in a window for one pane a link shows what it names, and a reload what was shown', async ({ enter, page, stack }) => {
  const keys = await enter('jo');
  const { id } = (await listInbox(stack)).third;
  await page.setViewportSize({ width: 480, height: 800 });
  for (const opens of [() => page.goto(new URL(`/northwind-motors/inbox/${id}`, page.url()).href), () => page.reload()]) {
    await opens();
    await keys.inPane('conversation');
    await expect(pane(keys, 'conversation')).toHaveCSS('width', '480px');
    await expect(page).toHaveURL(new RegExp(`/inbox/${id}$`));
  }
  await pane(keys, 'conversation').getByRole('button', { name: 'Go back' }).press('Enter');
  await keys.inPane('inbox');
  await expect(page).toHaveURL(/\/inbox$/);
  await page.reload();
  await keys.inPane('inbox');
  await expect(page).toHaveURL(/\/inbox$/);
});
