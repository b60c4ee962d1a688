/** Whoever texts customers writes to the one on the screen: the row that is marked, the conversation, the contact and the call beside it are one person. */
import { expect, type Keyboard, type Stack, test } from './fixtures.ts';
import { readShown } from './support/agreement.ts';

const focused = (keys: Keyboard) => keys.page.locator('[data-pane][data-focused="true"]').first().getAttribute('data-pane');

/** On whom the palette would act. */
async function subject(keys: Keyboard): Promise<string | null> {
  await keys.press('mod+k');
  await expect(keys.flow('palette')).toHaveAttribute('data-state', 'open.choosing', { timeout: 2_000 });
  const said = await keys.flow('palette').evaluate((palette) => palette.querySelector('p')?.textContent ?? '');
  await keys.press('escape');
  await keys.state('palette', 'closed');
  const name = /Applies to 1 [\w ]+ · (.+)$/.exec(said)?.[1];
  return name?.replace(/[‐-―]/g, '-').replace(/\s+/g, ' ').trim() ?? null;
}

/** Everybody who is shown is one person, and it is on them that a command acts. */
async function agree(keys: Keyboard, least = 1): Promise<string> {
  let name = '';
  await expect(async () => {
    const all = await readShown(keys.page);
    const acted = await subject(keys);
    [name = ''] = Object.values(all);
    expect({ ...all, ...(acted === null ? {} : { acted }) }).toEqual(
      Object.fromEntries([...Object.keys(all), ...(acted === null ? [] : ['acted'])].map((each) => [each, name])),
    );
    expect(Object.keys(all).length).toBeGreaterThanOrEqual(least);
    if (((await focused(keys)) ?? '') in all) expect(acted).toBe(name);
  }).toPass({ timeout: 15_000 });
  return name;
}

const cursor = (keys: Keyboard, pane: string) => keys.page.locator(`[data-pane="${pane}"] [data-cursor]`);

/** Unread items of each conversation of the companies whose slug begins so. */
const unread = ({ owner }: Stack, slug: string) =>
  owner
    .selectFrom('conversations')
    .innerJoin('companies', 'companies.id', 'conversations.company_id')
    .where('companies.slug', 'like', `${slug}%`)
    .select(['conversations.id', 'conversations.unread_count'])
    .orderBy('conversations.id')
    .execute();

test('the page is loaded again while the keyboard is in a conversation: the list has the keyboard, and nobody is read for it', async ({ enter, stack }) => {
  const keys = await enter('jo');
  await keys.press('j j j');
  await agree(keys, 3);
  // The conversation that has the keyboard is read by that; the server knows before the page goes.
  const isRead = keys.page.waitForResponse((reply) => /\/conversations\/\d+\/read-all/.test(reply.url()));
  await keys.press('r');
  await keys.focused('message');
  await keys.press('escape');
  await keys.inPane('conversation');
  await isRead;
  const before = await unread(stack, '');
  expect(before.some(({ unread_count: count }) => count > 0)).toBe(true);
  await keys.page.reload();
  await keys.inPane('inbox');
  await agree(keys, 2);
  // A second of the app’s own requests has come back by the time that another row is shown.
  await keys.press('j');
  await agree(keys, 2);
  expect(await unread(stack, '')).toEqual(before);
});

test('another company is opened while the keyboard is in a conversation: row, conversation and contact are one person, and nobody is read for it', async ({
  enter,
  stack,
}) => {
  const keys = await enter('uma');
  const { id } = await stack.owner.selectFrom('companies').select('id').where('slug', 'like', 'adams%').executeTakeFirstOrThrow();
  await stack.owner.updateTable('conversations').set({ unread_count: 2 }).where('company_id', '=', id).execute();
  const before = await unread(stack, 'adams');
  expect(before.some(({ unread_count: count }) => count > 0)).toBe(true);
  await keys.press('j j j');
  await agree(keys, 3);
  await keys.press('r');
  await keys.focused('message');
  await keys.press('escape');
  // The rows of the next company are there before its panes are drawn, as they mostly are.
  const listed = keys.page.waitForResponse(/\/conversations\?/);
  await keys.page.route(/\/abilities/, async (route) => {
    await listed;
    await route.continue();
  });
  await keys.press('g g');
  await keys.type('adams');
  await keys.press('enter');
  await expect(keys.page.getByRole('heading', { level: 1, name: /Adams/ })).toBeAttached();
  await keys.state('companySwitch', 'idle');
  await agree(keys, 2);
  await keys.press('g i');
  const name = await agree(keys, 3);
  expect(await unread(stack, 'adams')).toEqual(before);
  await keys.press('r');
  await keys.focused('message');
  await expect(keys.page.locator('[data-field="message"]')).toHaveAttribute('aria-label', `Reply to ${name}`);
});

test('a contact found in the palette: the conversation beside is theirs, or there is none', async ({ enter }) => {
  const keys = await enter('jo');
  await keys.press('j j j j');
  const before = await agree(keys, 3);
  for (const wanted of ['Dana Whitfield', 'Marcus Lee']) {
    await keys.palette('Go to contact', wanted);
    await keys.inPane('contact');
    const name = await agree(keys);
    expect(name).not.toBe(before);
    await keys.press('escape');
    await keys.inPane('inbox');
    await agree(keys, 3);
  }
});

test('a review of calls is left: the row that is marked is the one that is shown', async ({ enter }) => {
  const keys = await enter('jo');
  await keys.press('g c');
  await keys.inPane('calls');
  await expect(cursor(keys, 'calls')).toBeVisible();
  await keys.press('v');
  await keys.inPane('call');
  await agree(keys);
  await keys.press(']');
  await keys.press(']');
  await agree(keys);
  await keys.press('escape');
  await agree(keys);
  await keys.press('g i');
  await keys.inPane('inbox');
  await agree(keys, 3);
});

test('wherever a person goes, one person is shown and acted on', async ({ enter, stack }) => {
  const keys = await enter('jo');
  await keys.press('j j');
  await agree(keys, 3);
  const ways: readonly (readonly [what: string, go: () => Promise<unknown>])[] = [
    ['to the contacts', () => keys.press('g o')],
    ['down the list', () => keys.press('j j')],
    ['to the activity', () => keys.palette('Go to Activity')],
    ['to the calls', () => keys.press('g c')],
    ['down the calls', () => keys.press('j j')],
    ['back to the inbox', () => keys.press('g i')],
    ['into the conversation', () => keys.press('enter')],
    ['and back', () => keys.press('escape')],
    ['alone', () => keys.press('w z')],
    ['with the others', () => keys.press('w z')],
    ['to the next pane', () => keys.press('w w')],
    ['to the one after', () => keys.press('w w')],
    ['home', () => keys.press('g i')],
    ['archived, to the next', () => keys.palette('Archive and open next')],
    ['and taken back', () => keys.press('z')],
    ['to another conversation', () => keys.palette('Open conversation', 'Dana')],
  ];
  for (const [what, go] of ways) {
    await test.step(what, async () => {
      await go();
      await agree(keys);
    });
  }
  await keys.press('g i');
  const { number } = await stack.owner.selectFrom('phone_numbers').select('number').where('label', '=', 'Main line').executeTakeFirstOrThrow();
  await fetch(`${stack.sandbox.url}/control/text`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: number, body: 'Are you open', from: '+14155550142' }),
  });
  await expect(keys.page.locator('[data-pane="inbox"]')).toContainText('Are you open');
  await agree(keys, 2);
});

test('what was sent stays in sight: its row has the cursor, and is not told as new', async ({ enter }) => {
  const keys = await enter('jo');
  await keys.page.setViewportSize({ width: 1440, height: 480 });
  const inbox = keys.page.locator('[data-pane="inbox"]');
  await expect(inbox.locator('[data-row]').first()).toBeVisible();
  for (let times = 0; times < 25; times += 1) await keys.press('j');
  const row = await cursor(keys, 'inbox').getAttribute('data-row');
  await keys.press('r');
  await keys.focused('message');
  await keys.type('We open at nine');
  await keys.press('mod+enter');
  await expect(keys.page.locator('[data-pane="conversation"]')).toContainText('We open at nine');
  await expect(inbox.locator('[data-row]').first()).toContainText('We open at nine');
  const marked = inbox.locator(`[data-row="${row}"][data-cursor]`);
  await expect(marked).toBeInViewport({ ratio: 0.9 });
  await expect(inbox.getByRole('button', { name: /new$/ })).toHaveCount(0);
  await agree(keys, 3);
});

test('what is typed before the app is there is played when it is: no letter is lost, none runs as a command', async ({ enter }) => {
  const keys = await enter('jo');
  await expect(cursor(keys, 'inbox')).toBeVisible();
  // The company is still being opened, and its rows are not there.
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await keys.page.route(/\/(conversations\?|abilities)/, async (route) => {
    await opened;
    await route.continue();
  });
  await keys.page.reload();
  await keys.state('companySwitch', 'refreshing');
  await keys.press('c');
  await keys.type('Marcus Lee');
  open();
  await expect(keys.page.getByRole('combobox', { name: 'To' })).toHaveValue('Marcus Lee');
  await expect(keys.page.locator('[data-field="message"]')).toHaveValue('');
  await keys.press('escape escape');
  await keys.state('palette', 'closed');
  for (const [pane, go] of [
    ['calls', 'g c'],
    ['inbox', 'g i'],
    ['contacts', 'g o'],
  ] as const) {
    await keys.press(go);
    await keys.press('/');
    await keys.type('dana');
    await expect(keys.page.locator(`[data-pane="${pane}"] input`).first()).toHaveValue('dana');
    await keys.press('escape');
    await keys.inPane(pane);
  }
});

test('what is typed while another company opens goes where it was meant to go, there', async ({ enter }) => {
  const keys = await enter('uma');
  await agree(keys, 3);
  const listed = keys.page.waitForRequest(/\/abilities/);
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await keys.page.route(/\/(conversations\?|abilities)/, async (route) => {
    await opened;
    await route.continue();
  });
  await keys.press('g g');
  await keys.type('adams');
  await keys.press('enter');
  await listed;
  await keys.state('companySwitch', 'refreshing');
  await keys.press('c');
  await keys.type('Zora era');
  open();
  await expect(keys.page.getByRole('combobox', { name: 'To' })).toHaveValue('Zora era');
  await expect(keys.page.getByRole('heading', { level: 1, name: /Adams/ })).toBeAttached();
});

test('a search that finds nothing leaves nothing to act on', async ({ enter, page }) => {
  const keys = await enter('ana');
  await expect(cursor(keys, 'inbox')).toHaveCount(1);
  const archived: string[] = [];
  page.on('request', (request) => void (/\/(archive|restore)$/.test(new URL(request.url()).pathname) && archived.push(request.url())));
  await keys.press('/');
  await keys.type('nobody has this name');
  await keys.press('enter');
  await expect(page.getByText(/^No name, number or message matches/)).toBeVisible();
  await expect(page.locator('[data-pane="conversation"]').getByText('Select a conversation to open it here.')).toBeVisible();
  expect(await subject(keys)).toBeNull();
  await keys.press('e');
  await expect(page.getByRole('region', { name: 'What just happened' })).toContainText(/first|Nothing/);
  expect(archived).toEqual([]);
  // With the rows that come back there is somebody again.
  await keys.palette('Clear filter');
  await keys.inPane('inbox');
  await agree(keys, 2);
});

test('a key pressed while a search is on its way waits for its rows', async ({ enter, page }) => {
  const keys = await enter('ana');
  await expect(cursor(keys, 'inbox')).toHaveCount(1);
  const before = await cursor(keys, 'inbox').getAttribute('data-row');
  let release = () => {};
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/(conversations|items\/search)\?.*q=/, async (route) => {
    await slow;
    await route.continue();
  });
  // For three seconds after it was asked for the pane itself counts as loading.
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(6_000);
  await keys.press('/');
  await keys.type('Marcus Lee');
  await keys.press('enter');
  // The list is that of the search, still with the rows of before.
  await expect(page.locator('[data-pane="inbox"]').getByRole('button', { name: 'Names' })).toBeVisible();
  const archived = page.waitForRequest(/\/conversations\/\d+\/archive$/);
  await keys.press('e');
  release();
  const id = /conversations\/(\d+)\/archive/.exec((await archived).url())?.[1];
  expect(id).not.toBe(before);
  await expect(page.locator('[data-pane="inbox"]').getByText(/^No name, number or message matches/)).toBeVisible();
});

test('the chip of unread conversations is turned off as it is turned on', async ({ enter }) => {
  const keys = await enter('ana');
  // The list takes the keyboard with its first rows.
  await expect(cursor(keys, 'inbox')).toHaveCount(1);
  const chip = keys.page.locator('[data-pane="inbox"]').getByRole('button', { name: 'Unread' });
  for (const pressed of ['true', 'false']) {
    await chip.focus();
    await keys.press('enter');
    await expect(chip).toHaveAttribute('aria-pressed', pressed);
  }
});
