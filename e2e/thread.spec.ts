/** A conversation of years: however long it is, the page holds what is on the screen, and older items come without moving what is read. */
import { sql } from 'kysely';
import { expect, test } from './fixtures.ts';

/** Scrolls near the oldest that is loaded; resolves to where the list stands two frames later. */
async function scrolledUp(box: Element): Promise<number> {
  box.scrollTop = 150;
  for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
  return box.scrollTop;
}

test('a thread of 20,000 items is scrolled with at most 60 rows in the page, and keeps its place when older ones come', async ({ enter, stack }) => {
  const { id, company_id: company } = await stack.owner
    .selectFrom('conversations')
    .innerJoin('companies', 'companies.id', 'conversations.company_id')
    .where('companies.slug', 'like', 'northwind%')
    .where('conversations.is_archived', '=', false)
    .orderBy('conversations.last_activity_at', 'desc')
    .select(['conversations.id', 'conversations.company_id'])
    .executeTakeFirstOrThrow();
  // In parts: a statement may take so long and no longer.
  for (let from = 1; from <= 20_000; from += 2_000)
    await sql`
      insert into items (company_id, conversation_id, number_id, recipient, type, is_inbound, is_read, body, created_at)
      select ${company}, ${id}, number_id, recipient, 'message', at % 2 = 0, true, 'Old text ' || at || repeat(' and more of it', (at % 9)::int),
        now() - interval '1 year' - at * interval '1 minute'
      from conversations, generate_series(${from}::int, ${from + 1_999}::int) at where id = ${id}`.execute(stack.owner);
  const keys = await enter('ana');
  const thread = keys.page.locator('[data-pane="conversation"]').getByRole('log', { name: /^Conversation with/ });
  await expect(thread.locator('article').first()).toBeVisible();
  /** Item in the middle of the screen, once the frame that scrolled is drawn. */
  const middle = () =>
    thread.evaluate(async (box) => {
      await new Promise((drawn) => requestAnimationFrame(drawn));
      const { top, height } = box.getBoundingClientRect();
      const row = [...box.querySelectorAll('[data-index]')].find((each) => {
        const { top: from, bottom } = each.getBoundingClientRect();
        return from <= top + height / 2 && bottom > top + height / 2;
      });
      return row?.querySelector('article')?.id ?? 'nothing';
    });
  const fromEnd = () => thread.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
  const rows = () => thread.locator('[data-index]').count();
  expect(await rows()).toBeLessThanOrEqual(60);
  // It begins at the newest.
  await expect.poll(fromEnd).toBeLessThan(24);
  for (let page = 0; page < 12; page += 1) {
    const before = await thread.evaluate((box) => box.scrollHeight);
    const older = keys.page.waitForResponse(/\/items\?/);
    // Rows measured on the way move what is above them: it is scrolled until it stays.
    await expect.poll(() => thread.evaluate(scrolledUp)).toBeLessThan(200);
    const read = await middle();
    expect(read).toMatch(/^item-\d+$/);
    await older;
    await expect.poll(() => thread.evaluate((box) => box.scrollHeight)).toBeGreaterThan(before);
    // The item that is read stays where it is: older ones are added above it.
    await expect.poll(() => thread.evaluate((box) => box.scrollTop)).toBeGreaterThan(500);
    await expect(thread.locator(`#${read}`)).toBeInViewport();
    expect(await rows()).toBeLessThanOrEqual(60);
  }
  await keys.press('g i');
  await keys.press('r');
  await keys.focused('message');
  await keys.type('Still here');
  await keys.press('mod+enter');
  await expect(thread.locator('article', { hasText: 'Still here' })).toBeVisible();
  expect(await rows()).toBeLessThanOrEqual(60);
  await expect.poll(fromEnd).toBeLessThan(24);
  // A composer that grows takes room away: the newest stays in sight.
  const before = await thread.evaluate((box) => box.clientHeight);
  await keys.type('One');
  for (const line of ['Two', 'Three', 'Four']) {
    await keys.press('shift+enter');
    await keys.type(line);
  }
  await expect.poll(() => thread.evaluate((box) => box.clientHeight)).toBeLessThan(before);
  await expect.poll(fromEnd).toBeLessThan(24);
});
