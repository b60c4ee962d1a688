/** Scheduled messages, by keyboard alone: one is scheduled, seen in its list, moved, canceled and brought back; another user sees it at once. */

import { expect, Keyboard, test } from './fixtures.ts';
import { createAxe } from './support/axe.ts';
import { signIn } from './support/people.ts';

const pane = (keys: Keyboard) => keys.page.locator('[data-pane="scheduled"]').filter({ visible: true });
const rows = (keys: Keyboard) => pane(keys).locator('[data-row]');
const row = (keys: Keyboard, text: string) => rows(keys).filter({ hasText: text });

/** Schedules a reply to a contact. */
async function schedule(keys: Keyboard, who: string, text: string, when: string): Promise<void> {
  await keys.palette('Go to Inbox');
  await keys.inPane('inbox');
  await keys.cursorTo('inbox', who);
  await keys.press('r');
  await keys.focused('message');
  await keys.type(text);
  await keys.palette('Schedule message', when);
  await expect(keys.page.locator('[data-pane="conversation"]').filter({ visible: true })).toContainText(text);
  await expect(keys.page.locator('[data-field="message"]').filter({ visible: true })).toHaveValue('');
}

test('a message is scheduled, seen in the list, moved, sent to another time by undo, canceled and brought back; another user sees it live', async ({
  enter,
  another,
}) => {
  test.slow();
  const keys = await enter('jo');
  const other = new Keyboard(await another());
  await other.page.goto(new URL('/northwind-motors/scheduled', keys.page.url()).href);
  await signIn(other, 'ana');
  await expect(pane(other)).toContainText('No scheduled messages yet');
  await expect(pane(other).getByRole('button', { name: 'Start conversation' })).toHaveAttribute('aria-keyshortcuts', /c/i);

  await schedule(keys, 'Dana Whitfield', 'Your car is ready', 'tomorrow 9:00');
  await schedule(keys, 'Marcus Lee', 'We open at eight', 'tomorrow 8:00');
  await expect(rows(other)).toHaveCount(2);
  await expect(rows(other).first()).toContainText('Marcus Lee');

  await keys.palette('Go to Scheduled messages');
  await keys.inPane('scheduled');
  await expect(keys.page).toHaveURL(/\/northwind-motors\/scheduled(\/\d+)?$/);
  await expect(row(keys, 'Your car is ready')).toContainText(/Tomorrow at 9:00 AM/);
  await expect(row(keys, 'Your car is ready')).toContainText('Dana Whitfield');
  await expect(row(keys, 'Your car is ready')).toContainText('Jo');

  // The cursor leads the conversation and the contact beside it.
  await keys.cursorTo('scheduled', 'Dana Whitfield');
  const beside = keys.page.locator('[data-pane="conversation"]').filter({ visible: true });
  await expect(beside.getByRole('heading', { level: 2 })).toHaveText('Dana Whitfield');
  expect((await createAxe(keys.page).analyze()).violations).toEqual([]);

  // Its key asks for the time, with the present one written already.
  await keys.press('t');
  await keys.state('palette', 'open.asking');
  await expect(keys.flow('palette').locator('input')).toHaveValue(/^\d{4}-\d\d-\d\d 09:00$/);
  await keys.retype('tomorrow 7:30');
  await keys.press('enter');
  await keys.state('palette', 'closed');
  await expect(row(keys, 'Your car is ready')).toContainText(/Tomorrow at 7:30 AM/);
  await expect(rows(keys).first()).toContainText('Dana Whitfield');
  await expect(rows(other).first()).toContainText(/Dana Whitfield.*Your car is ready/);
  await keys.press('z');
  await expect(row(keys, 'Your car is ready')).toContainText(/Tomorrow at 9:00 AM/);

  // Canceled: gone here and there, its text is a draft again; undo schedules it again.
  await keys.cursorTo('scheduled', 'Dana Whitfield');
  await keys.press('#');
  await expect(row(keys, 'Dana Whitfield')).toHaveCount(0);
  await expect(row(other, 'Dana Whitfield')).toHaveCount(0);
  await keys.press('z');
  await expect(row(keys, 'Your car is ready')).toContainText(/Tomorrow at 9:00 AM/);
  await expect(row(other, 'Your car is ready')).toHaveCount(1);
  await keys.cursorTo('scheduled', 'Dana Whitfield');
  await keys.press('#');
  await expect(row(other, 'Dana Whitfield')).toHaveCount(0);
  await keys.cursorTo('scheduled', 'Marcus Lee');
  await keys.press('mod+enter');
  await expect(pane(keys)).toContainText('No scheduled messages yet');
  await expect(pane(other)).toContainText('No scheduled messages yet');
});

test('Enter opens the conversation at the message; a reload and Back lead to the same place', async ({ enter }) => {
  const keys = await enter('jo');
  await schedule(keys, 'Dana Whitfield', 'Your car is ready', 'tomorrow 9:00');
  await keys.palette('Go to Scheduled messages');
  await keys.inPane('scheduled');
  await keys.cursorTo('scheduled', 'Dana Whitfield');
  await expect(keys.page).toHaveURL(/\/scheduled\/\d+$/);
  const at = keys.page.url();
  await keys.page.reload();
  await expect(row(keys, 'Your car is ready')).toBeVisible();
  await expect(keys.page.locator('[data-pane="conversation"]').filter({ visible: true }).getByRole('heading', { level: 2 })).toHaveText('Dana Whitfield');
  await keys.press('g c');
  await keys.inPane('calls');
  await keys.press('mod+[');
  await keys.inPane('scheduled');
  await expect(keys.page).toHaveURL(at);
  await keys.press('enter');
  await keys.inPane('conversation');
  await expect(keys.page.locator('[data-pane="conversation"]').filter({ visible: true })).toContainText('Your car is ready');
});

test('in its thread a scheduled message looks unlike one that was sent, and a web address in it is a link that tells nothing of the app', async ({ enter }) => {
  const keys = await enter('jo');
  await schedule(keys, 'Dana Whitfield', 'Book at https://northwind.example/book, or call (www.northwind.example).', 'tomorrow 9:00');
  const bubble = keys.page.locator('[data-pane="conversation"] [data-waits]').filter({ visible: true });
  await expect(bubble).toHaveCount(1);
  await expect(bubble).toHaveCSS('border-style', 'dashed');
  const links = bubble.getByRole('link');
  await expect(links).toHaveText(['https://northwind.example/book', 'www.northwind.example']);
  await expect(links.last()).toHaveAttribute('href', 'https://www.northwind.example');
  for (const link of await links.all()) await expect(link).toHaveAttribute('rel', /noopener noreferrer/);
});
