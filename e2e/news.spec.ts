/** News, by keyboard alone: a dot in the bottom line says there is something, opening it marks it read, here and in another tab. */

import { expect, type Keyboard, people, type Stack, test } from './fixtures.ts';
import { createAxe } from './support/axe.ts';

const dot = (keys: Keyboard) => keys.page.getByRole('contentinfo').getByRole('button', { name: 'What’s new' });
const pane = (keys: Keyboard) => keys.page.locator('[data-pane="news"]').filter({ visible: true });
const entries = (keys: Keyboard) => pane(keys).getByRole('article');

/** A person who has read the news up to an instant; null: who never did. Their account is from before them all. */
const hasRead = ({ owner }: Stack, email: string, read_whats_new_at: string | null) =>
  owner
    .updateTable('users')
    .set({ read_whats_new_at, created_at: new Date('2026-01-01T00:00:00Z') })
    .where('email', '=', email)
    .execute();
const findReadAt = async ({ owner }: Stack, email: string) =>
  (await owner.selectFrom('users').select('read_whats_new_at').where('email', '=', email).executeTakeFirstOrThrow()).read_whats_new_at;

test('the dot is reached by Tab and opens the list; what was new stays marked until the page is loaded again', async ({ enter, stack }) => {
  await hasRead(stack, people.jo, null);
  const keys = await enter('jo', { path: '/news' });
  // All of it is new to a person who never looked; then all but the newest is known.
  await expect(entries(keys).first()).toBeVisible();
  await expect(entries(keys).getByText('New', { exact: true })).toHaveCount(await entries(keys).count());
  await expect(dot(keys)).toHaveCount(0);
  const dateOf = async (place: number) => (await entries(keys).nth(place).locator('time').getAttribute('datetime')) ?? '';
  const [newest, second] = [await dateOf(0), await dateOf(1)];
  await hasRead(stack, people.jo, second);
  await keys.press('g i');
  await keys.inPane('inbox');
  await keys.page.reload();
  await expect(dot(keys)).toBeVisible();
  await expect(async () => {
    await keys.press('shift+tab');
    await expect(dot(keys)).toBeFocused({ timeout: 100 });
  }).toPass({ intervals: [0] });
  const isRead = keys.page.waitForResponse((reply) => reply.url().endsWith('/user/whats_new_read') && reply.ok());
  await keys.press('enter');
  await keys.inPane('news');
  await isRead;
  await expect(entries(keys).getByText('New', { exact: true })).toHaveCount(1);
  await expect(entries(keys).first().getByText('New', { exact: true })).toBeVisible();
  await expect(dot(keys)).toHaveCount(0);
  expect((await findReadAt(stack, people.jo))?.getTime()).toBeGreaterThan(Date.parse(newest));
  expect((await createAxe(keys.page).analyze()).violations).toEqual([]);

  const tab = await keys.page.context().newPage();
  await tab.goto(keys.page.url());
  await expect(tab.getByRole('article').first()).toBeVisible();
  await expect(tab.getByRole('article').getByText('New', { exact: true })).toHaveCount(0);
  await expect(tab.getByRole('contentinfo').getByRole('button', { name: 'What’s new' })).toHaveCount(0);
  await tab.close();

  await keys.page.reload();
  await expect(entries(keys).first()).toBeVisible();
  await expect(entries(keys).getByText('New', { exact: true })).toHaveCount(0);
});

test('j and k move among the entries, Enter runs what one is about, Back leads back', async ({ enter, stack }) => {
  await hasRead(stack, people.jo, null);
  const keys = await enter('jo');
  await keys.palette('Go to What’s new');
  await keys.inPane('news');
  await expect(keys.page).toHaveURL(/\/northwind-motors\/news$/);
  await expect(entries(keys).first()).toBeFocused();
  await keys.press('j');
  await expect(entries(keys).nth(1)).toBeFocused();
  await keys.press('end');
  await expect(entries(keys).last()).toBeFocused();
  await keys.press('home');
  await expect(entries(keys).first()).toBeFocused();
  const groups = entries(keys).filter({ hasText: 'Groups and labels of contacts' });
  const count = await entries(keys).count();
  for (let at = 0; at < count - 1 && !(await groups.evaluate((entry) => entry === document.activeElement)); at += 1) {
    await keys.press('j');
    await expect(entries(keys).nth(at + 1)).toBeFocused();
  }
  await keys.press('enter');
  await keys.inPane('groups');
  await keys.press('mod+[');
  await keys.inPane('news');
  await expect(groups).toBeFocused();
});

test('whose account is new sees no dot', async ({ enter, stack }) => {
  await stack.owner
    .updateTable('users')
    .set({ read_whats_new_at: null, created_at: new Date('2100-01-01T00:00:00Z') })
    .where('email', '=', people.jo)
    .execute();
  const keys = await enter('jo');
  await expect(keys.page.locator('[data-pane="inbox"] [data-row]').first()).toBeVisible();
  await keys.palette('Go to What’s new');
  await expect(entries(keys).first()).toBeVisible();
  await expect(entries(keys).getByText('New', { exact: true })).toHaveCount(0);
  await expect(dot(keys)).toHaveCount(0);
});
