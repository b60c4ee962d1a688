/** The list of companies: what waits in the others is told at each look, without a channel of theirs. */
import type { Page } from '@playwright/test';
import { expect, type Stack, test } from './fixtures.ts';

const other = 2;

/** Marks a conversation of the other company unread; how many are unread then. */
async function arrive({ owner }: Stack): Promise<number> {
  const open = owner.selectFrom('conversations').where('company_id', '=', other).where('is_archived', '=', false);
  const { id } = await open.select('id').where('unread_count', '=', 0).limit(1).executeTakeFirstOrThrow();
  await owner.updateTable('conversations').set({ unread_count: 1 }).where('id', '=', id).execute();
  return (await open.select('id').where('unread_count', '>', 0).execute()).length;
}
const row = (page: Page) => page.locator(`[data-pane="companies"] [data-row="${other}"]`);
const says = (page: Page, count: number) => expect(row(page)).toContainText(`${count} unread`);

test('what waits in another company is told each time the list is opened', async ({ enter, stack }) => {
  const keys = await enter('uma');
  for (let look = 0; look < 2; look += 1) {
    const count = await arrive(stack);
    await keys.palette('Go to Companies');
    await says(keys.page, count);
    await keys.palette('Go to Inbox');
    await expect(row(keys.page)).toBeHidden();
  }
});

test('what waits in another company is told when one comes back to the list beside', async ({ enter, stack }) => {
  const keys = await enter('uma');
  await keys.palette('Split right', 'Companies');
  await expect(row(keys.page)).toBeVisible();
  await keys.palette('Go to pane', 'Inbox');
  const count = await arrive(stack);
  await expect(row(keys.page)).toBeVisible();
  await keys.palette('Go to pane', 'Companies');
  await says(keys.page, count);
});

test('what waits in another company is told where a company is chosen', async ({ enter, stack }) => {
  const keys = await enter('uma');
  const count = await arrive(stack);
  await keys.find('Switch company');
  await keys.press('enter');
  await expect(keys.page.locator('[data-flow="palette"]').getByText(`${count} unread`).first()).toBeVisible();
});
