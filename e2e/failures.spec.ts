/** Tests that failures are reported in the words of the error catalogue (spec 1.8), of a command, in the palette, and without loss of typed text. */
import { expect, type Keyboard, type Stack, test } from './fixtures.ts';

const notice = ({ page }: Keyboard, word: 'Error' | 'Done' | 'Note') => page.getByRole('group', { name: word, exact: true });
const unknown = /^An unknown error has occurred, please try again or contact support by emailing us at \S+@\S+$/;

/** The server's answer to every change of a single number, until what is returned is called. */
async function answer({ page }: Keyboard, status: number, json: unknown): Promise<() => Promise<void>> {
  const numbers = /\/api\/numbers\/\d+(\?|$)/;
  await page.route(numbers, (route) => (route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status, json })));
  return () => page.unroute(numbers);
}

/** The palette stands open with the reason why the label was not changed. */
async function relabel(keys: Keyboard): Promise<string> {
  await keys.find('Edit number label');
  await keys.press('enter');
  await keys.state('palette', 'open.asking');
  await keys.retype('Front desk');
  await keys.press('enter');
  await keys.state('palette', 'open.failed');
  const inline = await keys.flow('palette').getByRole('alert').innerText();
  await keys.press('escape escape escape');
  await keys.state('palette', 'closed');
  return inline.trim();
}

test('a refusal says what is wrong, in the palette and as a notice', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.palette('Use layout for administrators');
  await keys.inPane('numbers');
  await expect(keys.page.locator('[data-pane="numbers"] [data-cursor]')).toBeVisible();
  for (const [status, body, words] of [
    [500, { message: 'boom' }, unknown],
    [422, { errors: [{ title: 'Label', detail: 'is taken' }] }, 'Label: is taken'],
    [403, { messages: { x: ['a'], y: ['b', 'c'] } }, 'a\nb\nc'],
    [404, {}, 'Not found, or you don’t have access'],
    [400, {}, 'Unknown error'],
  ] as const) {
    const end = await answer(keys, status, body);
    const inline = await relabel(keys);
    await end();
    if (typeof words === 'string') expect(inline).toBe(words);
    else expect(inline).toMatch(words);
    await expect(notice(keys, 'Error').locator('p')).toHaveText(words);
  }
});

test('a refusal of the server keeps the form and says why', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.attempt('Create contact');
  await expect(keys.page.locator('[name="name"]')).toBeFocused();
  await keys.type('Dana again');
  await keys.press('tab');
  await keys.type('+1');
  await keys.press('mod+enter');
  await expect(notice(keys, 'Error')).toBeVisible();
  await expect(keys.page.locator('[name="name"]')).toHaveValue('Dana again');
});

const endSessions = (stack: Stack) => stack.owner.deleteFrom('sessions').execute();

test('a session that is over is told of an action, and what is typed stays', async ({ enter, stack }) => {
  const keys = await enter('jo');
  await keys.press('r');
  await keys.focused('message');
  await keys.type('I will call you back');
  await keys.press('escape');
  await endSessions(stack);
  await keys.press('e');
  await expect(notice(keys, 'Error').locator('p')).toHaveText("You're not authorized to perform this action");
  await expect(keys.page.getByRole('dialog')).toContainText('Sign in to continue');
  await expect(keys.page.locator('[data-field="message"]').first()).toHaveValue('I will call you back');
});

test('what was told of a lost connection goes when it is back, and does not come again', async ({ enter }) => {
  const keys = await enter('jo');
  await expect(keys.page.locator('[data-pane="conversation"] [data-field="message"]')).toBeVisible();
  await keys.page.context().setOffline(true);
  await expect(keys.page.getByText('Offline. Drafts are saved.')).toBeVisible();
  await keys.press('e');
  await expect(notice(keys, 'Note')).toContainText('Not available offline');
  await keys.page.context().setOffline(false);
  await expect(notice(keys, 'Note')).toHaveCount(0, { timeout: 2_000 });
});

test('a part of the window whose code cannot be had is left out, and comes with the network', async ({ enter }) => {
  const keys = await enter('jo');
  const { page } = keys;
  const offline = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?:NewsStatus|FirstSteps)-[\w-]+\.js$/, (route) => offline.promise.then(() => route.abort()));
  const asked = page.waitForRequest(/NewsStatus-/);
  const missed = page.waitForEvent('requestfailed', (request) => request.url().includes('NewsStatus-'));
  await page.reload();
  await asked;
  await page.context().setOffline(true);
  offline.resolve();
  await missed;
  await expect(page.getByText('Offline. Drafts are saved.')).toBeVisible();
  await keys.press('e');
  await expect(notice(keys, 'Note')).toContainText('Not available offline');
  await page.unrouteAll();
  await page.context().setOffline(false);
  await expect(page.getByText('What’s new')).toBeVisible();
});

test('the latest notice is the one on the screen, and an error that it pushed back returns', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.palette('Use layout for administrators');
  await keys.inPane('numbers');
  await expect(keys.page.locator('[data-pane="numbers"] [data-cursor]')).toBeVisible();
  const end = await answer(keys, 422, { messages: ['Not so'] });
  await relabel(keys);
  await end();
  await expect(notice(keys, 'Error')).toContainText('Not so');
  await keys.palette('Edit number label', 'Front desk');
  await expect(notice(keys, 'Done')).toContainText('The number has been updated');
  await keys.press('z');
  await expect(notice(keys, 'Done')).toContainText('Undone');
  await expect(notice(keys, 'Error')).toContainText('Not so');
});

test('a custom field is told under the title that the specification gives it', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.palette('Create custom field', 'Call', 'Trade-in', '');
  await expect(notice(keys, 'Done').locator('strong')).toHaveText('Success');
  await expect(notice(keys, 'Done').locator('p')).toHaveText('Custom field created successfully.');
});

test('code of the palette that cannot be had: the page is loaded again by itself, and the palette opens', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.state('palette', 'closed');
  // Asked for twice by one page: ahead of time, and by the code that needs it.
  let pages = 0;
  keys.page.on('request', (request) => {
    if (request.isNavigationRequest()) pages += 1;
  });
  await keys.page.route(/\/assets\/Palette-[\w-]+\.js$/, (route) => (pages > 1 ? route.continue() : route.abort()));
  await keys.page.reload();
  await expect.poll(() => pages).toBe(2);
  await keys.inPane('inbox');
  await keys.palette('Go to Calls');
  await keys.inPane('calls');
});
