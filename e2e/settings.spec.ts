/** Settings that act, by keyboard alone: links in texts, a muted number, one's own phones and a colleague who is rung. */
import { expect, Keyboard, password, people, test } from './fixtures.ts';

test('a text with a link is held up while links are off, and goes when they are turned on', async ({ enter, stack }) => {
  await stack.owner.updateTable('companies').set({ links_enabled: false }).where('id', '=', 1).execute();
  const keys = await enter('ana');
  const inbox = keys.page.locator('[data-pane="inbox"]');
  await expect(inbox.locator('[data-row]').first()).toBeVisible();
  await keys.palette('Reply');
  await keys.focused('message');
  await keys.type('Pay at bit.ly/abc');
  await expect(keys.page.locator('[data-field="link"]')).toContainText('Links are turned off for this company');
  await keys.press('mod+enter');
  await expect(keys.page.getByRole('region', { name: 'What just happened' })).toContainText('Links are turned off for this company');
  await expect(keys.page.locator('[data-field="message"]')).toHaveValue('Pay at bit.ly/abc');
  await keys.palette('Toggle links in texts');
  await expect(keys.page.locator('[data-field="link"]')).toHaveCount(0);
  await keys.palette('Reply');
  await keys.focused('message');
  await keys.press('mod+enter');
  await expect(keys.page.locator('[data-field="message"]')).toHaveValue('');
  await expect.poll(async () => (await stack.owner.selectFrom('items').select('id').where('body', '=', 'Pay at bit.ly/abc').execute()).length).toBe(1);
});

test('a muted number counts nothing in the inbox and the list of companies, and counts again', async ({ enter, stack }) => {
  const keys = await enter('ana');
  const heading = keys.page.locator('[data-pane="inbox"] header').first();
  await expect(heading).toContainText('unread');
  const unread = async () => Number(/([\d,]+) unread/.exec((await heading.textContent()) ?? '')?.[1] ?? Number.NaN);
  const before = await unread();
  expect(before).toBeGreaterThan(0);
  const [line] = await stack.owner
    .selectFrom('conversations')
    .innerJoin('phone_numbers', 'phone_numbers.id', 'conversations.number_id')
    .select((eb) => ['phone_numbers.label', eb.fn.countAll<number>().as('count')])
    .where('conversations.company_id', '=', 1)
    .where('unread_count', '>', 0)
    .where('is_archived', '=', false)
    .groupBy('phone_numbers.label')
    .orderBy('count', 'desc')
    .execute();
  await keys.palette('Mute number', line?.label ?? '', 'All notifications');
  await expect.poll(unread).toBe(before - Number(line?.count));
  await keys.palette('Split right', 'Companies');
  const here = keys.page.locator('[data-pane="companies"] [data-row="1"]');
  await expect(here).toContainText(`${before - Number(line?.count)} unread`);
  await keys.palette('Unmute number', line?.label ?? '', 'All notifications');
  await expect.poll(unread).toBe(before);
  await expect(here).toContainText(`${before} unread`);
});

test('inbox and list of companies say the same number, also after what one does', async ({ enter, stack }) => {
  const keys = await enter('uma');
  const heading = keys.page.locator('[data-pane="inbox"] header').first();
  await expect(heading).toContainText('unread');
  const waiting = async (companyId: number) =>
    (
      await stack.owner
        .selectFrom('conversations')
        .select('id')
        .where('company_id', '=', companyId)
        .where('unread_count', '>', 0)
        .where('is_archived', '=', false)
        .execute()
    ).length;
  await keys.palette('Split right', 'Companies');
  const row = (id: number) => keys.page.locator(`[data-pane="companies"] [data-row="${id}"]`);
  const both = async () => [await heading.textContent(), await row(1).textContent()].map((text) => Number(/([\d,]+) unread/.exec(text ?? '')?.[1] ?? 0));
  const here = await waiting(1);
  await expect.poll(both).toEqual([here, here]);
  await keys.palette('Go to Inbox');
  await keys.palette('Mark unread');
  await expect.poll(both).toEqual([here + 1, here + 1]);
  await keys.palette('Mark read');
  await expect.poll(both).toEqual([here, here]);
});

test('a person writes their phones down and is rung by name', async ({ enter, stack }) => {
  const keys = await enter('ana');
  await expect(keys.page.locator('[data-pane="inbox"] [data-row]').first()).toBeVisible();
  await keys.palette('Edit my phones', '+1 415-555-0188');
  await expect.poll(async () => (await stack.owner.selectFrom('user_phones').select('number').execute()).map(({ number }) => number)).toEqual(['+14155550188']);

  // Asked for again, the field begins with the phones there are; what cannot be one is refused in words, and nothing is lost.
  await keys.find('Edit my phones');
  await keys.press('enter');
  const field = keys.page.locator('[data-flow="palette"] input');
  await expect(field).toHaveValue('+1 415-555-0188');
  await keys.press('end');
  await keys.type(', +1 415-555-0100');
  await keys.press('enter');
  await keys.state('palette', 'open.failed');
  await expect(keys.page.locator('[data-flow="palette"]')).toContainText('is a number of your company. Use a phone outside of it.');
  await keys.press('escape');
  await expect(field).toHaveValue('+1 415-555-0188, +1 415-555-0100');
  await keys.retype('+1 415-555-0188, +1 415-555-0189');
  await keys.press('enter');
  await keys.state('palette', 'closed');
  await expect.poll(async () => (await stack.owner.selectFrom('user_phones').select('number').orderBy('position').execute()).length).toBe(2);

  await keys.palette('Edit a number’s call routing', 'Main line');
  const editor = keys.page.locator('[data-pane="routing"]');
  await expect(editor.locator('[data-flow="routingEdit"]')).toHaveAttribute('data-state', 'editing');
  await keys.find('Add user to an extension');
  await keys.press('enter');
  await keys.type('1');
  await keys.press('enter');
  await keys.type('Jo');
  await expect(keys.active).toContainText('No phones yet');
  await keys.press('enter');
  await keys.state('palette', 'open.asking');
  await keys.retype('415-555-0188');
  await expect(keys.active).toContainText('Ana');
  await keys.press('enter');
  await keys.state('palette', 'closed');
  await expect(editor.getByRole('region', { name: 'Extension 1' })).toContainText(/415-555-0188\s*Ana/);

  // The same phone a second time is refused, and the palette keeps what was chosen.
  await keys.find('Add user to an extension');
  await keys.press('enter');
  await keys.type('1');
  await keys.press('enter');
  await keys.type('415-555-0188');
  await expect(keys.active).toContainText('Ana');
  await keys.press('enter');
  await keys.state('palette', 'open.failed');
  await expect(keys.page.locator('[data-flow="palette"]')).toContainText('Extension 1 already includes +1 415-555-0188');
  for (const state of ['open.asking', 'open.asking', 'open.choosing', 'closed']) {
    await keys.press('escape');
    await keys.state('palette', state);
  }
  await keys.palette('Save routing');
  await expect
    .poll(async () => JSON.stringify((await stack.owner.selectFrom('number_routings').select('routes').execute()).map(({ routes }) => routes)))
    .toContain('"userId"');
  await keys.press('z');
  await expect
    .poll(async () => JSON.stringify((await stack.owner.selectFrom('number_routings').select('routes').execute()).map(({ routes }) => routes)))
    .not.toContain('"userId"');
});

test('a changed password is told in the browser that is still open, which asks who one is', async ({ enter, another, stack }) => {
  const keys = await enter('jo');
  await keys.state('realtime', /^open\.live/);
  const page = await another();
  const elsewhere = new Keyboard(page);
  await page.goto(stack.url);
  await elsewhere.focused('email');
  await elsewhere.palette('Reset password');
  await elsewhere.focused('email');
  await elsewhere.type(people.jo);
  await elsewhere.press('enter');
  await expect.poll(() => stack.mails(people.jo).length).toBe(1);
  const [, link = ''] = /(https?:\/\/\S+)/.exec(stack.mails(people.jo)[0]?.text ?? '') ?? [];
  await page.goto(link);
  await elsewhere.focused('password');
  await elsewhere.type(`${password} anew`);
  await elsewhere.press('enter');
  await elsewhere.state('passwordReset', 'done');
  await expect(keys.page.getByText('Password changed', { exact: true })).toBeVisible();
});

test('a company gets another name and area code, local numbers are looked for there, and undo brings the name back', async ({ enter, stack }) => {
  const keys = await enter('ana');
  const notice = keys.page.getByRole('region', { name: 'What just happened' });
  const read = () => stack.owner.selectFrom('companies').select(['name', 'timezone', 'default_area_code']).where('id', '=', 1).executeTakeFirstOrThrow();
  const before = await read();
  await keys.palette('Set company time zone', 'Denver');
  await expect(notice).toContainText('Company time zone set to');
  await expect.poll(async () => (await read()).timezone).toBe('America/Denver');
  await keys.begin('Set default area code');
  await keys.state('palette', 'open.asking');
  await keys.retype('911');
  await keys.press('enter');
  await expect(keys.flow('palette')).toContainText('Enter an area code like 415, or none');
  await keys.retype('503');
  await keys.press('enter');
  await expect(notice).toContainText('Default area code set to 503');
  await keys.begin('Rename company');
  await keys.state('palette', 'open.asking');
  await expect(keys.flow('palette').locator('input')).toHaveValue(before.name);
  await keys.retype('Northwind Cars');
  await keys.press('enter');
  await expect(notice).toContainText('Company renamed to “Northwind Cars”');
  await expect(keys.page.locator('header').first()).toContainText('Northwind Cars');
  await keys.press('z');
  await expect.poll(async () => (await read()).name).toBe(before.name);
  await keys.palette('Buy numbers', '800');
  await keys.palette('Choose number type', 'Local');
  await expect(keys.page.locator('[data-pane="purchase"] [data-field="search"]')).toHaveValue(/503/);
});
