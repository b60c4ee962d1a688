/** Tests that typed text is never lost, and that no data of another person or company is ever shown. */
import type { Page } from '@playwright/test';
import { expect, Keyboard, password, people, type Stack, test } from './fixtures.ts';

const text = 'The part is here, come by any time';
const message = (page: Page) => page.locator('[data-field="message"]').first();
const thread = (page: Page) => page.locator('[data-pane="conversation"]').first();

/** Moves to a conversation of the inbox by its name and begins to answer it. */
async function beginReply(keys: Keyboard, name: string): Promise<void> {
  await keys.cursorTo('inbox', name);
  await expect(thread(keys.page).locator('[data-pane-header]')).toContainText(name);
  await keys.press('r');
  await keys.focused('message');
}

/** Holds back what the server says of single conversations, until what is returned is called. */
async function holdConversations({ page }: Keyboard): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  // Also those of a number: a contact that is known by its row asks for them, and they bring the conversation along.
  await page.route(/\/conversations(\/\d+(\/|\?|$)|\?(.*&)?q=)/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const endSessions = (stack: Stack) => stack.owner.deleteFrom('sessions').execute();

test('a draft is there again after a reload and after another company', async ({ enter }) => {
  const keys = await enter('uma');
  await beginReply(keys, 'Tom Haverford');
  await keys.type(text);
  await keys.page.reload();
  await keys.state('companySwitch', 'idle');
  await keys.press('g i');
  await beginReply(keys, 'Tom Haverford');
  await expect(message(keys.page)).toHaveValue(text);
  await keys.palette('Switch company', 'Adams');
  await keys.state('companySwitch', 'idle');
  await expect(keys.page.getByText('Tom Haverford')).toHaveCount(0);
  await keys.palette('Switch company', 'Northwind');
  await keys.state('companySwitch', 'idle');
  await keys.press('g i');
  await beginReply(keys, 'Tom Haverford');
  await expect(message(keys.page)).toHaveValue(text);
});

test('an answer begun before its conversation is there keeps what is typed, and takes the keyboard from nobody who has gone on', async ({ enter }) => {
  const keys = await enter('jo');
  const release = await holdConversations(keys);
  // Far enough down that the conversation was not fetched ahead.
  await keys.cursorTo('inbox', 'Kiran Patel');
  await keys.press('r');
  await expect(keys.page.getByLabel('Reply', { exact: true })).toBeFocused();
  await keys.type(text);
  await keys.press('escape');
  await expect(keys.page.locator('[data-pane] :focus, [data-pane]:focus')).toHaveCount(1);
  await keys.press('mod+k');
  await keys.state('palette', 'open.choosing');
  release();
  await expect(message(keys.page)).toHaveValue(text);
  await keys.type('arch');
  await expect(keys.page.getByRole('combobox')).toHaveValue('arch');
  await expect(message(keys.page)).toHaveValue(text);
});

test('a conversation that takes long: what is typed is held for it, and is its draft when the person goes on meanwhile', async ({ enter }) => {
  const keys = await enter('jo');
  const release = await holdConversations(keys);
  const told = (words: string) => expect(keys.page.getByText(words).first()).toBeVisible();
  await keys.cursorTo('inbox', 'Kiran Patel');
  await keys.press('r');
  await keys.type(text);
  await told('The conversation is still loading. Your text is saved');
  await keys.type(', and bring the receipt');
  await keys.press('escape');
  await told('Your text is saved as a draft.');
  release();
  await expect(message(keys.page)).toHaveValue(`${text}, and bring the receipt`);
});

test('an internal note half-written is there again after another conversation and a reload, and is saved once, also when the server’s word of it is lost', async ({
  enter,
  stack,
}) => {
  const keys = await enter('jo');
  const note = 'Promised a call back before noon';
  const kept = async () => (await stack.owner.selectFrom('notes').select('id').where('body', '=', note).execute()).length;
  await keys.cursorTo('inbox', 'Tom Haverford');
  await expect(thread(keys.page).locator('[data-pane-header]')).toContainText('Tom Haverford');
  await keys.press('shift+c');
  await keys.focused('message');
  await keys.type(note);
  await keys.press('escape');
  await keys.press('g i');
  await beginReply(keys, 'Kiran Patel');
  await expect(message(keys.page)).toHaveValue('');
  await keys.page.reload();
  await keys.state('companySwitch', 'idle');
  await keys.press('g i');
  await keys.cursorTo('inbox', 'Tom Haverford');
  await expect(message(keys.page)).toHaveValue(note);
  // The server keeps it, and its word of that is lost.
  await keys.page.route(
    /\/notes$/,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await keys.press('shift+c');
  await keys.focused('message');
  await keys.press('mod+enter');
  await expect.poll(kept).toBe(1);
  await expect(message(keys.page)).toHaveValue(note);
  await keys.press('escape');
  await keys.press('g i');
  await keys.cursorTo('inbox', 'Kiran Patel');
  await expect(thread(keys.page).locator('[data-pane-header]')).toContainText('Kiran Patel');
  await keys.press('home');
  await keys.cursorTo('inbox', 'Tom Haverford');
  await expect(thread(keys.page).locator('[data-pane-header]')).toContainText('Tom Haverford');
  await keys.press('shift+c');
  await keys.focused('message');
  await expect(message(keys.page)).toHaveValue(note);
  await keys.press('mod+enter');
  await expect(message(keys.page)).toHaveValue('');
  await expect(thread(keys.page).locator('article').filter({ hasText: note })).toHaveCount(1);
  expect(await kept()).toBe(1);
  await expect(message(keys.page)).toHaveValue('');
});

test('a session that ends while somebody writes: the same person signs in over the page, and sends what was written', async ({ enter, stack }) => {
  const keys = await enter('jo');
  await beginReply(keys, 'Tom Haverford');
  await keys.type(text);
  await endSessions(stack);
  await keys.press('mod+enter');
  await expect(keys.page.getByRole('dialog')).toContainText('Sign in to continue');
  await keys.focused('password');
  await keys.type(password);
  await keys.press('enter');
  await expect(keys.page.getByRole('dialog')).toHaveCount(0);
  await expect(message(keys.page)).toHaveValue(text);
  await keys.goTo('message');
  await keys.press('mod+enter');
  await expect(thread(keys.page).locator('article[data-side="out"]').last()).toContainText(text);
});

test('somebody else in a second tab: nothing of the first person stays in the first', async ({ enter, stack }) => {
  const keys = await enter('jo');
  await beginReply(keys, 'Tom Haverford');
  await keys.type('Only for the eyes of Jo');
  const second = new Keyboard(await keys.page.context().newPage());
  await second.page.goto(stack.url);
  await second.state('companySwitch', 'idle');
  await second.palette('Sign out');
  await second.state('login', 'anonymous');
  await second.focused('email');
  await second.type(people.uma);
  await second.press('enter');
  await second.focused('password');
  await second.type(password);
  await second.press('enter');
  await second.state('companySwitch', 'idle');
  await expect(keys.page.getByText('Uma Sørensen: account menu')).toBeAttached();
  await expect(keys.page.getByText('Only for the eyes of Jo')).toHaveCount(0);
  await expect(keys.page.getByText('Jo Park')).toHaveCount(0);
});

test('a socket that never connects is told, and the work goes on', async ({ enter, page }) => {
  await page.routeWebSocket(/\/app\//, () => undefined);
  const keys = await enter('jo');
  await expect(keys.flow('realtime')).toContainText('Disconnected', { timeout: 20_000 });
  await keys.press('e');
  await expect(page.locator('[data-pane="inbox"] [data-pane-header]')).toContainText('22 open');
});

test('offline with a reply typed: it is kept, and goes once when the network is back', async ({ enter, stack }) => {
  const keys = await enter('jo');
  await beginReply(keys, 'Tom Haverford');
  await keys.type(text);
  await keys.page.context().setOffline(true);
  await expect(keys.page.getByText('Offline. Drafts are saved.')).toBeVisible();
  await keys.press('mod+enter');
  await keys.goTo('message');
  await keys.type(' today');
  await expect(message(keys.page)).toHaveValue(`${text} today`);
  await keys.page.context().setOffline(false);
  await expect(keys.page.getByText('Offline. Drafts are saved.')).toHaveCount(0);
  await keys.press('mod+enter');
  await expect(thread(keys.page).locator('article[data-side="out"]').last()).toContainText(`${text} today`);
  const kept = () => stack.owner.selectFrom('items').select('body').where('body', 'like', `${text}%`).execute();
  await expect.poll(kept).toEqual([{ body: `${text} today` }]);
});

test('a half-open socket: what arrived meanwhile is there within 40 seconds, without a reload', async ({ enter, stack, page }) => {
  test.setTimeout(120_000);
  let isDead = false;
  let sockets = 0;
  await page.routeWebSocket(/\/app\//, (socket) => {
    const server = socket.connectToServer();
    const mine = sockets;
    sockets += 1;
    const isSwallowed = () => isDead && mine === 0;
    socket.onMessage((told) => {
      if (!isSwallowed()) server.send(told);
    });
    server.onMessage((told) => {
      if (!isSwallowed()) socket.send(told);
    });
    server.onClose((code, reason) => {
      if (!isSwallowed()) void socket.close({ ...(code === undefined ? {} : { code }), ...(reason === undefined ? {} : { reason }) });
    });
  });
  const keys = await enter('jo');
  await keys.state('realtime', 'open.live');
  isDead = true;
  const { number } = await stack.owner
    .selectFrom('phone_numbers')
    .select('number')
    .where('company_id', '=', 1)
    .where('label', '=', 'Main line')
    .executeTakeFirstOrThrow();
  for (const from of ['+14155550991', '+14155550992', '+14155550993']) await stack.sandbox.generator.text(number, `Hello from ${from}`, from);
  const rows = keys.page.locator('[data-pane="inbox"] [data-row]');
  await expect(rows.filter({ hasText: 'Hello from' })).toHaveCount(3, { timeout: 45_000 });
  await keys.state('realtime', 'open.live');
  expect(sockets).toBe(2);
});

test('two tabs of one person: what is sent in one stands in the other, once', async ({ enter, stack }) => {
  const first = await enter('jo');
  await beginReply(first, 'Tom Haverford');
  const second = new Keyboard(await first.page.context().newPage());
  await second.page.goto(stack.url);
  await second.state('companySwitch', 'idle');
  await second.press('g i');
  await beginReply(second, 'Tom Haverford');
  await second.type(text);
  await second.press('mod+enter');
  await expect(thread(first.page).locator('article', { hasText: text })).toHaveCount(1);
  await expect(thread(second.page).locator('article', { hasText: text })).toHaveCount(1);
});

test('a message held back shows its seconds, and undo gives the text back', async ({ enter }) => {
  const keys = await enter('jo');
  await beginReply(keys, 'Tom Haverford');
  await keys.type(text);
  await keys.press('mod+enter');
  await expect(keys.page.locator('[data-held]')).toContainText(/Sending to Tom in \d s/);
  await keys.press('escape');
  await keys.press('z');
  await expect(keys.page.locator('[data-held]')).toHaveCount(0);
  await expect(message(keys.page)).toHaveValue(text);
  await expect(thread(keys.page).locator('article', { hasText: text })).toHaveCount(0);
});

test('two people in one conversation: each sees the other’s answer, and who types is told', async ({ enter, another }) => {
  const jo = await enter('jo');
  const uma = await enter('uma', { page: await another() });
  await beginReply(jo, 'Tom Haverford');
  await jo.type('I was about to say');
  await beginReply(uma, 'Tom Haverford');
  await uma.type('Come by at five');
  await uma.press('mod+enter');
  await expect(jo.page.getByText('Uma Sørensen replied while you were typing.')).toBeVisible();
  await expect(thread(jo.page).locator('article', { hasText: 'Come by at five' })).toBeVisible();
  await expect(message(jo.page)).toHaveValue('I was about to say');
});

test('a customer who texts arrives at the top without moving the cursor', async ({ enter, stack }) => {
  const keys = await enter('jo');
  await keys.cursorTo('inbox', 'Kiran Patel');
  const cursor = keys.page.locator('[data-pane="inbox"] [data-cursor]');
  const before = await cursor.getAttribute('data-row');
  const { number } = await stack.owner
    .selectFrom('phone_numbers')
    .select('number')
    .where('company_id', '=', 1)
    .where('label', '=', 'Main line')
    .executeTakeFirstOrThrow();
  await stack.sandbox.generator.text(number, 'Are you open on Sunday?', '+14155550999');
  await expect(keys.page.locator('[data-pane="inbox"] [data-row]').first()).toContainText('Are you open on Sunday?');
  await expect(cursor).toHaveAttribute('data-row', before ?? '');
});
