/** The palette that is open: what it lists is what can be done now, not what could be when it opened. */
import { expect, test } from './fixtures.ts';
import { listInbox } from './support/inbox.ts';

test('the connection comes back while the palette is open: what could not be done can be', async ({ enter }) => {
  const keys = await enter('ana');
  const { page } = keys;
  const archive = page.getByRole('option', { name: /^Archive/ }).first();
  await keys.state('palette', 'closed');
  await page.context().setOffline(true);
  await expect(page.locator('[data-flow="realtime"]')).toHaveText('Offline');
  await keys.press('mod+k');
  await keys.type('>archive');
  await expect(archive).toContainText('offline');
  await page.context().setOffline(false);
  await expect(archive).not.toContainText('offline');
});

test('a list that may be skipped has no row lit until one is moved to: Enter does what is seen', async ({ enter }) => {
  const keys = await enter('ana');
  const { page } = keys;
  const lit = keys.flow('palette').getByRole('option', { selected: true });
  await keys.press('g c');
  await keys.inPane('calls');
  const place = () => decodeURIComponent(page.url());
  await keys.begin('Search transcripts', ['miles']);
  await keys.state('palette', 'open.asking');
  await expect(keys.flow('palette').getByRole('option')).toHaveCount(2);
  await expect(lit).toHaveCount(0);
  await keys.press('enter');
  await keys.state('palette', 'closed');
  await expect.poll(place).toContain('miles');
  expect(place()).not.toContain('customer');
  await keys.begin('Search transcripts', ['miles']);
  await keys.state('palette', 'open.asking');
  await keys.press('arrowdown arrowdown');
  await expect(lit).toContainText('The customer');
  await keys.press('enter');
  await keys.state('palette', 'closed');
  await expect.poll(place).toContain('customer');
});

test('the palette that is opened right behind a change of pane keeps the keyboard', async ({ enter }) => {
  const keys = await enter('jo');
  await keys.press('g c');
  await keys.inPane('calls');
  await keys.press('g i');
  await keys.inPane('inbox');
  await keys.page.evaluate(() => {
    const next = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (then) => window.setTimeout(() => next(then), 300);
  });
  await keys.press('g c');
  await keys.press('mod+k');
  await keys.state('palette', 'open.choosing');
  await keys.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  await expect(keys.flow('palette').getByRole('combobox')).toBeFocused();
  await keys.press('escape');
  await keys.state('palette', 'closed');
  await keys.inPane('calls');
});

test('an empty palette leads with what fits the conversation, and shows the letters that narrow', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.inPane('inbox');
  await expect(keys.page.locator('[data-pane="inbox"] [data-cursor]')).toBeVisible();
  await keys.press('mod+k');
  await expect(keys.flow('palette')).toContainText('This conversation');
  await expect(keys.active).toContainText('Archive');
  for (const word of ['commands', 'contacts', 'numbers', 'panes', 'companies']) await expect(keys.flow('palette')).toContainText(word);
  await keys.press('escape');
  await keys.press('.');
  await expect(keys.flow('palette').getByRole('option').first()).toContainText('Archive');
  expect(await keys.flow('palette').getByRole('option').count()).toBeLessThan(14);
});

test('in the call routing of a number the menu is that number’s, not the conversation’s behind it', async ({ enter }) => {
  const keys = await enter('ana', { path: '/numbers' });
  await keys.inPane('numbers');
  const cursor = keys.page.locator('[data-pane="numbers"] [data-cursor]');
  await expect(cursor).toBeVisible();
  await keys.press('home t');
  await keys.state('routingEdit', 'editing');
  await keys.inPane('routing');
  await keys.press('mod+k');
  await expect(keys.flow('palette')).toContainText('This number');
  await expect(keys.flow('palette')).not.toContainText('This conversation');
  await keys.press('escape');
  await keys.palette('Edit number label', 'Harbor desk');
  await expect(keys.page.locator('[data-pane="routing"]')).toContainText('Harbor desk');
  await keys.press('z');
  await expect(keys.page.locator('[data-pane="routing"]')).not.toContainText('Harbor desk');
});

test('the present theme is marked and chosen at first', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.begin('Change theme');
  await keys.state('palette', 'open.asking');
  const before = await keys.active.textContent();
  await keys.pick('Light');
  await keys.press('enter');
  await keys.state('palette', 'closed');
  await keys.begin('Change theme');
  await expect(keys.active).toContainText('Light');
  await expect(keys.active.getByRole('img', { name: 'Current' })).toBeVisible();
  await keys.pick(before?.trim() ?? 'Dark');
  await keys.press('enter');
  await keys.state('palette', 'closed');
});

test('people are found at once after @, and a row can be copied as a link', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await keys.press('mod+k');
  await keys.type('@');
  await expect(keys.active).toContainText('+1 ');
  await keys.press('shift+enter');
  await expect
    .poll(() => keys.page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/\/do\/(go\.contact\?contact=\d+|conversations\.open\?conversation=\d+)&_place=%2Fnorthwind-motors%2Finbox%2F\d+$/);
  await keys.state('palette', 'open.choosing');
});

test('a number nobody has is a beginning, and a long text is no fault', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.press('mod+k');
  await keys.type('(212) 867-5309');
  await keys.pick('Create contact for +1 212-867-5309');
  await keys.press('mod+a');
  const [asked] = await Promise.all([
    keys.page.waitForResponse((response) => response.url().includes('/search?')),
    keys.page.keyboard.insertText('x'.repeat(300)),
  ]);
  expect(asked.status()).toBe(200);
  await expect(keys.page.getByText('needs another look')).toBeHidden();
  await expect(keys.active).toContainText('Search messages for “xxx');
  await keys.press('enter');
  await keys.state('palette', 'closed');
  await expect(keys.page.locator('[data-pane="inbox"]').getByText(/^No name, number or message matches “xxx/)).toBeVisible();
});

test('a word that commands know is looked for in the messages too, from a composer with words in it; a title that is typed comes first', async ({ enter }) => {
  const keys = await enter('jo');
  await keys.inPane('inbox');
  await keys.press('r');
  await keys.focused('message');
  await keys.type('Half a reply');
  await keys.press('mod+k');
  await keys.state('palette', 'open.choosing');
  await keys.page.keyboard.insertText('Schedule mess');
  await expect(keys.active).toContainText('Schedule message');
  await keys.retype('invoice');
  await expect(keys.active).toContainText('Billing');
  await keys.pick('Search messages for “invoice”');
  await keys.press('enter');
  await keys.state('palette', 'closed');
  await expect(keys.page.locator('[data-pane="inbox"] mark').first()).toHaveText(/invoice/i);
});

test('a time is read back while it is typed, the argument keeps its name, and Enter on nothing says why', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.begin('Show calls between two dates');
  await keys.state('palette', 'open.asking');
  await keys.press('enter');
  await expect(keys.flow('palette').getByRole('alert')).toHaveText('Enter a value or choose one');
  await keys.type('2026-03-05');
  await expect(keys.flow('palette')).toContainText('Thu, Mar 5, 2026');
  await expect(keys.flow('palette')).toContainText('From');
});

test('a search that got no answer is made again, and Enter pressed meanwhile counts', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.inPane('inbox');
  let cut = 0;
  await keys.page.route(/\/api\/search\?/, (route) => {
    cut += 1;
    return cut <= 2 ? route.abort('connectionfailed') : route.continue();
  });
  await keys.press('mod+k');
  await keys.type('@whitfield');
  await keys.press('enter');
  await keys.state('palette', 'closed');
  expect(cut).toBeGreaterThan(2);
});

test('the palette asked for before the commands are there takes the letters typed behind its key', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.inPane('inbox');
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await keys.page.route(/\/assets\/commands-[\w-]+\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await keys.page.reload({ waitUntil: 'domcontentloaded' });
  await expect(keys.page.locator('[data-pane="inbox"] [data-cursor]')).toBeVisible();
  await keys.press('mod+k');
  await keys.type('@whitfield');
  await keys.press('enter');
  release();
  await keys.inPane('contact');
  await expect(keys.page.locator('[data-pane="contact"]')).toContainText('Dana Whitfield');
  await keys.state('palette', 'closed');
});

test('a key of the inbox acts before the commands of the other areas are there; a key of theirs waits for them', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.inPane('inbox');
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await keys.page.route(/\/assets\/areas-[\w-]+\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await keys.page.reload({ waitUntil: 'domcontentloaded' });
  const cursor = keys.page.locator('[data-pane="inbox"] [data-cursor]');
  await expect(cursor).toHaveAttribute('aria-rowindex', '2');
  await keys.press('j');
  await expect(cursor).toHaveAttribute('aria-rowindex', '3');
  await keys.press('g n');
  await keys.inPane('inbox');
  release();
  await keys.inPane('numbers');
});

test('what only others can do says whom to ask', async ({ enter }) => {
  const keys = await enter('uma');
  await keys.find('Buy numbers');
  await keys.press('enter');
  await keys.state('palette', 'open.blocked');
  await expect(keys.flow('palette').getByRole('alert')).toHaveText(/^Only owners and administrators can .*\. Ask Ana .*\.$/);
});

test('the link of a command acts on what it was copied for, in its company, and not for an Enter that is held', async ({ enter, page, stack }) => {
  const keys = await enter('ana');
  const { first, second: other } = await listInbox(stack);
  const isArchived = async (id: number) =>
    (await stack.owner.selectFrom('conversations').select('is_archived').where('id', '=', id).executeTakeFirstOrThrow()).is_archived;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await keys.inPane('inbox');
  await keys.press('j');
  await expect(page).toHaveURL(new RegExp(`/inbox/${other.id}$`));
  await keys.press('mod+k');
  await keys.type('>archive');
  await expect(page.getByRole('option', { name: /^Archive/ }).first()).toBeVisible();
  await keys.press('shift+Enter');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('/do/conversations.archive');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await keys.press('escape');
  await keys.press('g c');
  await keys.inPane('calls');

  await page.goto(link);
  await keys.state('palette', 'open.reviewing');
  await expect(keys.flow('palette')).toContainText('Northwind Motors');
  await expect(keys.flow('palette')).toContainText('Applies to 1 conversation');
  // The first press was on the page before.
  await page.evaluate(() => {
    for (let times = 0; times < 20; times += 1)
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', repeat: true, bubbles: true, cancelable: true }));
  });
  await keys.state('palette', 'open.reviewing');
  await expect(async () => {
    await keys.press('Enter');
    await expect(keys.flow('palette')).toHaveAttribute('data-state', 'closed', { timeout: 1_000 });
  }).toPass();
  await expect.poll(() => isArchived(other.id)).toBe(true);
  expect(await isArchived(first.id)).toBe(false);
});

test('the link of a command whose conversation is gone, or whose company is another’s, runs nothing', async ({ enter, page, stack }) => {
  const keys = await enter('jo');
  const before = (await listInbox(stack)).rows;
  const open = (place: string) => page.goto(new URL(`/do/conversations.archive?${new URLSearchParams({ _place: place })}`, page.url()).href);
  await open('/northwind-motors/inbox/999999999');
  await expect(page.getByText('Select a conversation first')).toBeVisible();
  await expect(page.getByText('Conversation not found, or you don’t have access.')).toBeVisible();
  await keys.state('palette', 'closed');
  await open('/nobodys-company/inbox/1');
  await expect(page.getByText('You don’t have access to the company “nobodys-company”')).toBeVisible();
  await keys.state('palette', 'closed');
  expect((await listInbox(stack)).rows).toEqual(before);
});
