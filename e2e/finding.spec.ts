/** Finding: a word of a year-old message leads to that message, and back; a narrowed list is saved, and opened again by a digit. */

import { sql } from 'kysely';
import { expect, type Stack, test } from './fixtures.ts';
import { createAxe } from './support/axe.ts';

/** A conversation of thousands of texts, one of which, a year old, says something that no other does. */
async function addOldText({ owner }: Stack): Promise<{ readonly who: string }> {
  const {
    id,
    company_id: company,
    name,
  } = await owner
    .selectFrom('conversations')
    .innerJoin('companies', 'companies.id', 'conversations.company_id')
    .innerJoin('contacts', 'contacts.id', 'conversations.contact_id')
    .where('companies.slug', 'like', 'northwind%')
    .where('conversations.is_archived', '=', false)
    .where('contacts.name', '<>', '')
    .orderBy('conversations.last_activity_at')
    .select(['conversations.id', 'conversations.company_id', 'contacts.name'])
    .executeTakeFirstOrThrow();
  await sql`
    insert into items (company_id, conversation_id, number_id, recipient, type, is_inbound, is_read, body, created_at)
    select ${company}, ${id}, number_id, recipient, 'message', at % 2 = 0, true,
      case when at = 2000 then 'Could you send me the Zanzibar invoice again?' else 'Old text ' || at end, now() - interval '6 months' - at * interval '2 hours'
    from conversations, generate_series(1, 4000) at where id = ${id}`.execute(owner);
  return { who: name };
}

test('a word of a year-old message is found from the inbox, opened where it was said, and left again', async ({ enter, stack }) => {
  const { who } = await addOldText(stack);
  const keys = await enter('ana');
  const { page } = keys;
  const inbox = page.locator('[data-pane="inbox"]');
  const before = await inbox.getByRole('row').count();
  await keys.press('/');
  const field = page.getByRole('combobox', { name: 'Search inbox' }).or(page.getByRole('textbox', { name: 'Search inbox' }));
  await expect(field).toBeFocused();
  await keys.type('zanzibar invo');
  const hit = inbox.getByRole('row').filter({ hasText: 'Zanzibar invoice' });
  await expect(hit).toBeVisible();
  await expect(hit).toContainText(who);
  await expect(hit.locator('mark').first()).toHaveText('Zanzibar');
  await expect(hit.locator('mark').first()).toBeInViewport({ ratio: 0.9 });
  await keys.press('ArrowDown');
  await expect(inbox.getByRole('grid')).toBeFocused();
  // The thread shows what the cursor is on: list and thread agree.
  const thread = page.locator('[data-pane="conversation"]');
  const article = thread.locator('article[data-found="true"]');
  await expect(article).toContainText('Zanzibar invoice again?');
  await expect(article).toBeInViewport();
  await keys.press('Enter');
  await expect(thread.getByRole('log', { name: `Conversation with ${who}` })).toBeFocused();
  await expect(article).toBeInViewport();
  expect(await thread.locator('[data-index]').count()).toBeLessThanOrEqual(60);
  const axe = await createAxe(page).include('[data-pane="inbox"]').include('[data-pane="conversation"]').analyze();
  expect(axe.violations).toEqual([]);
  // Back to the results, and from there to the inbox as it was.
  await keys.press('Escape');
  await expect(inbox.getByRole('grid')).toBeFocused();
  await expect(hit).toBeVisible();
  await keys.press('Escape');
  await expect(field).toBeHidden();
  await expect.poll(() => inbox.getByRole('row').count()).toBe(before);
});

test('what the demo data says is found', async ({ enter, stack }) => {
  const { body } = await stack.owner
    .selectFrom('items')
    .innerJoin('companies', 'companies.id', 'items.company_id')
    .where('companies.slug', 'like', 'northwind%')
    .where('items.type', '=', 'message')
    .where('items.body', '~', '[a-z]{7,}')
    .orderBy('items.id', 'desc')
    .select('items.body')
    .executeTakeFirstOrThrow();
  const word = /[a-z]{7,}/.exec(body ?? '')?.[0] ?? '';
  const keys = await enter('ana');
  await keys.press('/');
  await keys.type(word);
  await expect(keys.page.locator('[data-pane="inbox"] mark').first()).toHaveText(new RegExp(word, 'i'));
});

test('words that narrow are completed by keyboard, and nothing found says what was looked for', async ({ enter, stack }) => {
  const { who } = await addOldText(stack);
  const keys = await enter('ana');
  const { page } = keys;
  const inbox = page.locator('[data-pane="inbox"]');
  await keys.press('/');
  await keys.type('zanzibar wi');
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await expect(options).toHaveCount(1);
  await expect(options.first()).toBeInViewport({ ratio: 0.9 });
  await keys.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  expect((await createAxe(page).include('[data-pane="inbox"]').analyze()).violations).toEqual([]);
  await keys.press('Enter');
  const field = page.getByRole('combobox', { name: 'Search inbox' });
  await expect(field).toHaveValue('zanzibar with:');
  await keys.type(who.slice(0, 4));
  await expect(options.filter({ hasText: who }).first()).toBeVisible();
  // They stand between the field and what is found, and cover none of it.
  const hit = inbox.getByRole('row').filter({ hasText: 'Zanzibar invoice' });
  await expect(hit).toBeVisible();
  await expect
    .poll(async () => {
      const [list, row] = [await page.getByRole('listbox', { name: 'Suggestions' }).boundingBox(), await hit.boundingBox()];
      return list !== null && row !== null && row.y >= list.y + list.height;
    })
    .toBe(true);
  await expect(hit).toBeInViewport({ ratio: 1 });
  await keys.press('ArrowDown');
  await keys.press('Enter');
  await expect(inbox.getByRole('row').filter({ hasText: 'Zanzibar invoice' })).toBeVisible();
  await keys.type('qqqq');
  await expect(inbox.getByText(/No name, number or message matches “zanzibar with:/)).toBeVisible();
  // Escape takes away suggestions, then the search.
  await keys.type(' is:');
  await expect(options.first()).toBeVisible();
  await keys.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(field).toBeFocused();
  await keys.press('Escape');
  await expect(inbox.getByRole('grid')).toBeFocused();
  await expect(field).toBeHidden();
});

test('a narrowed list is saved as a view, given a digit, and opened by it', async ({ enter }) => {
  const keys = await enter('ana');
  const { page } = keys;
  const inbox = page.locator('[data-pane="inbox"]');
  await keys.palette('Show unread conversations only');
  await expect(inbox.getByRole('button', { name: 'Unread' })).toHaveAttribute('aria-pressed', 'true');
  await keys.palette('Save view', 'Fresh');
  await expect(page.getByText('View “Fresh” saved. Press g 1 to open it')).toBeVisible();
  await keys.palette('Set view key', 'Fresh', '3');
  await expect(page.getByText('View “Fresh” has the key 3')).toBeVisible();
  await keys.palette('Show read and unread conversations');
  await expect(inbox.getByRole('button', { name: 'Unread' })).toHaveAttribute('aria-pressed', 'false');
  await keys.press('g c');
  await keys.press('g 3');
  await expect(inbox.getByRole('button', { name: 'Unread' })).toHaveAttribute('aria-pressed', 'true');
  await keys.press('g 4');
  await expect(page.getByText('No view has the key 4')).toBeVisible();
});

test('words with a colon are no name: where nobody said them, nothing is found', async ({ enter }) => {
  const keys = await enter('ana');
  const inbox = keys.page.locator('[data-pane="inbox"]');
  await keys.press('/');
  await keys.type('re: qqzz');
  await expect(inbox.getByText('No name, number or message matches “re: qqzz”.')).toBeVisible();
});

test('messages that can’t be searched are told, beside names and alone, and are searched again', async ({ enter, stack }) => {
  const { who } = await addOldText(stack);
  const keys = await enter('ana');
  const { page } = keys;
  const inbox = page.locator('[data-pane="inbox"]');
  const search = /\/items\/search\b/;
  await page.route(search, (route) => route.abort());
  await keys.press('/');
  await keys.type(who);
  await expect(inbox.getByText('1 by name or number · Messages couldn’t be searched')).toBeVisible();
  await expect(inbox.getByRole('row').filter({ hasText: who })).toBeVisible();
  await keys.retype('zanzibar');
  const again = inbox.getByRole('button', { name: /^Try again/ });
  await expect(again).toBeVisible();
  await expect(inbox.getByText(/No name, number or message matches/)).toHaveCount(0);
  await page.unroute(search);
  await again.focus();
  await keys.press('Enter');
  await expect(inbox.getByRole('row').filter({ hasText: 'Zanzibar invoice' })).toBeVisible();
});
