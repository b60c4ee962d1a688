/** Results are announced once, where they hide no work: to the eye, to screen readers, and to people who look elsewhere. */
import type { Page } from '@playwright/test';
import { expect, type Keyboard, type Stack, test } from './fixtures.ts';

const ready = (keys: Keyboard) => expect(keys.page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
const cursor = (keys: Keyboard) => keys.page.locator('[data-focused="true"] [data-cursor]');
const notice = (keys: Keyboard) => keys.page.getByRole('region', { name: 'What just happened' });
const numberOf = async ({ owner }: Stack, label: string): Promise<string> =>
  (await owner.selectFrom('phone_numbers').select('number').where('label', '=', label).orderBy('id').executeTakeFirstOrThrow()).number;
const dana = '+14155550134';
const stranger = '+14155550142';

/** Somebody outside texts a number of the company. */
async function text(stack: Stack, from: string, body: string, label = 'Main line'): Promise<void> {
  const reply = await fetch(`${stack.sandbox.url}/control/text`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: await numberOf(stack, label), from, body }),
  });
  expect(reply.ok).toBe(true);
}

/** Waits until the page follows the changes of its company. */
const live = (keys: Keyboard) => keys.state('realtime', 'open.live');

/** Writes down what screen readers are told from now on. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const heard: string[] = [];
    Reflect.set(window, 'heard', heard);
    const note = () => {
      for (const region of document.querySelectorAll('[role="status"], [role="alert"]')) {
        const words = region.textContent?.trim() ?? '';
        if (words !== '' && !heard.includes(words)) heard.push(words);
      }
    };
    note();
    heard.length = 0;
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
const heard = (page: Page): Promise<string> => page.evaluate(() => (Reflect.get(window, 'heard') as string[]).join('\n'));

/** Puts recorders in place of the browser's notifications and sound. */
const record = (page: Page) =>
  page.addInitScript(() => {
    const shown: string[] = [];
    Reflect.set(window, 'shown', shown);
    let permission = 'default';
    class FakeNotification {
      static get permission() {
        return permission;
      }
      static requestPermission() {
        permission = 'granted';
        return Promise.resolve(permission);
      }
      constructor(title: string, options: { body: string }) {
        shown.push(`${title}: ${options.body}`);
      }
      close() {}
    }
    Reflect.set(window, 'Notification', FakeNotification);
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...when) {
      shown.push('sound');
      return start.apply(this, when);
    };
  });
const shown = (page: Page): Promise<string[]> => page.evaluate(() => [...new Set(Reflect.get(window, 'shown') as string[])]);
const forget = (page: Page) => page.evaluate(() => (Reflect.get(window, 'shown') as string[]).splice(0));

/** Checks that two boxes on the screen have nothing in common. */
async function isApart(keys: Keyboard, one: string, other: string): Promise<boolean> {
  return keys.page.evaluate(
    ([first = '', second = '']) => {
      const [a, b] = [first, second].map((selector) => document.querySelector(selector)?.getBoundingClientRect());
      if (!a || !b) throw new Error(`Not on the screen: ${first} or ${second}`);
      return a.bottom <= b.top || b.bottom <= a.top || a.right <= b.left || b.right <= a.left;
    },
    [one, other],
  );
}
const noticeBox = '[aria-label="What just happened"]';

test('a message that is held is undone by one key from the empty reply, and the bottom line names it', async ({ enter }) => {
  const keys = await enter('jo');
  await ready(keys);
  await keys.palette('Set undo send delay', '30');
  const held = keys.page.locator('[data-held]');
  await keys.press('r');
  await keys.focused('message');
  await keys.type('On our way');
  await keys.press('mod+enter');
  await expect(held).toBeVisible();
  await expect(held.locator('[data-keys]')).toHaveAttribute('data-keys', 'mod+z');
  await keys.press('mod+z');
  await expect(held).toHaveCount(0);
  await expect(keys.page.locator('[data-field="message"]')).toHaveValue('On our way');
  await expect(notice(keys)).toContainText('Undone: Send');
  // With the words back, the browser has the key; from the list, and without single keys, it is another one.
  await keys.press('mod+enter');
  await keys.type('And');
  await expect(held.locator('[data-keys]')).toHaveAttribute('data-keys', 'escape z');
  await keys.press('escape');
  await expect(held.locator('[data-keys]')).toHaveAttribute('data-keys', 'z');
  await keys.palette('Turn off single-key shortcuts');
  // The bottom line names what undo would undo, which is no longer the send.
  await expect(held.locator('[data-keys]')).toHaveCount(0);
  await keys.press('mod+z');
  await keys.press('mod+z');
  await expect(held).toHaveCount(0);
});

test('a command says what it did over the bottom line, and undo says what it took back', async ({ enter }) => {
  const keys = await enter('ana');
  await ready(keys);
  await listen(keys.page);
  const cursor = keys.page.locator('[data-pane="inbox"] [data-cursor]');
  const row = (await cursor.getAttribute('data-row')) ?? '';
  await keys.press('e');
  await expect(notice(keys)).toContainText('Conversation archived');
  await expect(cursor).not.toHaveAttribute('data-row', row);
  await expect(notice(keys).locator('[data-keys]')).toHaveAttribute('data-keys', 'z');
  const [region, footer] = [await notice(keys).boundingBox(), await keys.page.locator('footer').boundingBox()];
  const center = (region?.x ?? 0) + (region?.width ?? 0) / 2;
  expect(Math.abs(center - 720)).toBeLessThan(2);
  expect((region?.y ?? 0) + (region?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0);
  await keys.press('z');
  await expect(notice(keys)).toContainText(/Undone: Archive · \S/);
  await expect(cursor).toHaveAttribute('data-row', row);
  await keys.press('s');
  await expect(notice(keys)).toContainText(/Marked as a lead|Lead mark removed|No call/);
  expect(await heard(keys.page)).toContain('Conversation archived');
  expect(await heard(keys.page)).toContain('Undone: Archive · ');
  // Typing goes on under it: it stands clear of the reply, and of the row under the cursor.
  await keys.press('g i');
  await keys.press('e');
  await keys.press('r');
  await keys.focused('message');
  await expect.poll(() => isApart(keys, noticeBox, '[data-scope="composer"]')).toBe(true);
  await keys.press('escape');
  await keys.page.setViewportSize({ width: 700, height: 420 });
  await keys.press('g i');
  await keys.press('mod+end');
  await keys.press('e');
  await expect(notice(keys)).toContainText('Conversation archived');
  await expect.poll(() => isApart(keys, noticeBox, '[data-focused="true"] [data-cursor]')).toBe(true);
  await expect.poll(() => isApart(keys, noticeBox, '[data-focused="true"] [data-pane-header]')).toBe(true);
});

test('a screen reader hears arrivals, in the open conversation and elsewhere, and another company', async ({ enter, stack }) => {
  const keys = await enter('uma');
  await ready(keys);
  await keys.palette('Open conversation', 'Dana');
  await live(keys);
  const thread = keys.page.getByRole('log', { name: /^Conversation with Dana/ });
  await expect(thread).toBeVisible();
  await listen(keys.page);
  await text(stack, dana, 'Is the blue one still there');
  await expect.poll(() => heard(keys.page)).toContain('Dana Whitfield: Is the blue one still there');
  await text(stack, stranger, 'Do you open at nine');
  await expect.poll(() => heard(keys.page)).toMatch(/New message from .*0142/);
  await keys.press('escape');
  await keys.press('g g');
  await keys.type('adams');
  await keys.press('enter');
  await expect.poll(() => heard(keys.page)).toMatch(/Switched to Adams/);
});

test('while texts come faster than the page reads them, it asks for few at a time, and shows the last', async ({ enter, stack, page }) => {
  const keys = await enter('ana');
  await ready(keys);
  await live(keys);
  let onTheWay = 0;
  let most = 0;
  await page.route(/\/conversations\/\d+(\/|\?|$)/, async (route) => {
    onTheWay += 1;
    most = Math.max(most, onTheWay);
    await new Promise((slow) => setTimeout(slow, 400));
    await route.continue();
    onTheWay -= 1;
  });
  for (let lot = 0; lot < 15; lot += 1)
    await Promise.all(Array.from({ length: 8 }, (_, at) => text(stack, `+1415555${3_000 + lot * 8 + at}`, `Question ${lot * 8 + at}`)));
  const inbox = keys.page.locator('[data-pane="inbox"]');
  // The page asks for few at a time: 120 answers of 400 ms are a while.
  await expect(inbox).toContainText('143 open', { timeout: 90_000 });
  await text(stack, stranger, 'The last of them');
  await expect(inbox).toContainText('144 open');
  await keys.press('home');
  await expect(cursor(keys)).toContainText('The last of them');
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(30);
});

test('the title and the icon say how much is unread, whose conversation it is, and in which company', async ({ enter, stack }) => {
  const keys = await enter('ana');
  await ready(keys);
  await live(keys);
  const icon = keys.page.locator('link[rel="icon"]');
  await expect(keys.page).toHaveTitle(/^\(\d+\) .+ Keyline$/);
  await expect(icon).toHaveAttribute('href', /circle/);
  const unread = async () => Number(/^\((\d+)\)/.exec(await keys.page.title())?.[1] ?? 0);
  const before = await unread();
  await text(stack, '+14155550177', 'A first question');
  await expect.poll(unread).toBe(before + 1);
  await keys.palette('Mark all items read by type', 'Messages').catch(() => undefined);
  await keys.press('escape');
  await keys.palette('Open conversation', 'Dana');
  await expect(keys.page).toHaveTitle(/Dana Whitfield · .*Keyline$/);
  const accent = await keys.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--company'));
  expect(accent).not.toBe('');
  await expect(icon).toHaveAttribute('href', /^data:image\/svg\+xml/);
});

test('the desktop and the sound tell of arrivals as chosen, by kind and by number, and never of what is muted or open in front', async ({
  enter,
  stack,
  page,
}) => {
  await record(page);
  const keys = await enter('ana');
  await ready(keys);
  await live(keys);
  let count = 0;
  /** A text of somebody new each time; resolves once the page has it. */
  const arrive = async (from?: string, label?: string) => {
    count += 1;
    const body = `Question ${count}`;
    await text(stack, from ?? `+1415555${2_000 + count}`, body, label);
    await expect(keys.page.locator('[data-pane="inbox"]')).toContainText(body);
    return body;
  };
  /** Alert and sound of it; absence is checked once a later arrival that does show has come. */
  const told = async (body: string) => (await shown(page)).filter((each) => each.endsWith(body) || each === 'sound');

  // By itself it asks for nothing and shows nothing.
  const silent = await arrive();
  await keys.palette('Turn on desktop notifications', 'Messages');
  await expect(notice(keys)).toContainText('Desktop notifications: messages');
  const first = await arrive();
  await expect.poll(() => told(first)).toEqual([expect.stringMatching(`${first}$`)]);
  expect((await shown(page)).join()).not.toContain(silent);

  // The sound is a choice of its own.
  await keys.palette('Turn on notification sound', 'Messages');
  await forget(page);
  const both = await arrive();
  await expect.poll(async () => (await told(both)).sort()).toEqual([expect.stringMatching(`${both}$`), 'sound'].sort());

  // Kinds: calls do, messages do not.
  await keys.palette('Turn off desktop notifications', 'Messages');
  await keys.palette('Turn on desktop notifications', 'Calls');
  await forget(page);
  const other = await arrive();
  await expect.poll(() => told(other)).toEqual(['sound']);

  // Numbers: this one is quiet.
  await keys.palette('Turn off alerts for number', 'Main line');
  await keys.palette('Turn on desktop notifications', 'Messages');
  await forget(page);
  await arrive();
  const loud = await arrive(undefined, 'Service');
  await expect.poll(() => told(loud)).toHaveLength(2);
  expect((await shown(page)).filter((each) => each !== 'sound')).toHaveLength(1);
  await keys.palette('Turn on alerts for number', 'Main line');

  // Muted numbers and kinds are silent altogether.
  await keys.palette('Mute number', 'Main line', 'Messages');
  await forget(page);
  await arrive();
  const again = await arrive(undefined, 'Service');
  await expect.poll(() => told(again)).toHaveLength(2);
  expect((await shown(page)).filter((each) => each !== 'sound')).toHaveLength(1);
  await keys.palette('Unmute number', 'Main line', 'Messages');

  // Items open in front are seen.
  await keys.palette('Open conversation', 'Dana');
  await expect(page.getByRole('log', { name: /^Conversation with Dana/ })).toBeVisible();
  await forget(page);
  await arrive(dana);
  const last = await arrive();
  await expect.poll(() => told(last)).toHaveLength(2);
  expect((await shown(page)).filter((each) => each !== 'sound')).toHaveLength(1);

  // The choice stays with the person.
  await page.reload();
  await ready(keys);
  await live(keys);
  await page.evaluate(() => Reflect.get(window, 'Notification').requestPermission());
  const later = await arrive();
  await expect.poll(() => told(later)).toHaveLength(2);
});

test('a separator shows that it has the keyboard and keeps it while it resizes', async ({ enter }) => {
  const keys = await enter('ana');
  await ready(keys);
  const separator = keys.page.getByRole('separator').first();
  for (let stop = 0; stop < 40; stop += 1) {
    if (await separator.evaluate((element) => element === document.activeElement)) break;
    await keys.press('tab');
  }
  await expect(separator).toBeFocused();
  expect(await separator.evaluate((element) => getComputedStyle(element, '::after').boxShadow)).not.toBe('none');
  const width = async () => (await keys.page.locator('[data-pane="inbox"]').boundingBox())?.width ?? 0;
  let before = await width();
  for (let press = 0; press < 2; press += 1) {
    await keys.press('arrowright');
    await expect.poll(width).toBeGreaterThan(before);
    before = await width();
    await expect(separator).toBeFocused();
  }
});

test('what is typed while a conversation loads is seen, and kept', async ({ enter, page }) => {
  const keys = await enter('jo');
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  // Also those of a number, which bring the conversation along.
  await page.route(/\/conversations(\/\d+(\/|\?|$)|\?(.*&)?q=)/, async (route) => {
    await opened;
    await route.continue();
  });
  // Far enough down that the conversation was not fetched ahead.
  await keys.cursorTo('inbox', 'Kiran Patel');
  await keys.press('r');
  await expect(page.getByLabel('Reply', { exact: true })).toBeFocused();
  await keys.type('See you at five');
  const kept = page.locator('[data-kept-text]');
  await expect(kept).toBeVisible();
  await expect(kept.locator('textarea')).toHaveValue('See you at five');
  await expect(kept).toContainText('Your text is kept');
  open();
  await expect(page.locator('[data-field="message"]')).toHaveValue('See you at five');
  await expect(kept).toHaveCount(0);
});

test('what just happened stands clear of how many rows are selected', async ({ enter }) => {
  const keys = await enter('ana');
  await ready(keys);
  await keys.palette('Go to Numbers');
  await keys.inPane('numbers');
  await keys.press('x');
  await keys.press('j');
  await keys.press('x');
  const bar = '[data-pane="numbers"] [data-selected-count="2"]';
  await expect(keys.page.locator(bar)).toBeVisible();
  await keys.palette('Change theme', 'light');
  await expect(notice(keys)).toContainText(/\S/);
  await expect(keys.page.locator(bar)).toBeVisible();
  await expect.poll(() => isApart(keys, noticeBox, bar)).toBe(true);
});

test('a filter says how it is cleared, by its key, and Escape in the search takes it back', async ({ enter }) => {
  const keys = await enter('ana');
  await ready(keys);
  const inbox = keys.page.locator('[data-pane="inbox"]');
  const clear = inbox.getByRole('button', { name: 'Clear filter' });
  await expect(clear).toHaveCount(0);
  await keys.press('/');
  await keys.type('Dana');
  await keys.press('enter');
  await expect(clear).toBeVisible();
  await expect(clear).toBeInViewport({ ratio: 1 });
  const [box, pane] = [await clear.boundingBox(), await inbox.boundingBox()];
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((pane?.x ?? 0) + (pane?.width ?? 0));
  await expect(clear.locator('[data-keys]')).toHaveAttribute('data-keys', 'shift+f');
  await keys.press('shift+f');
  await expect(clear).toHaveCount(0);
  await keys.press('/');
  await keys.type('Dana');
  await expect(clear).toBeVisible();
  await keys.press('escape');
  await keys.inPane('inbox');
  await expect(clear).toHaveCount(0);
  await expect(cursor(keys)).toBeVisible();
});

test('rows that come above the screen are told at the end of the filters, over no row', async ({ enter, stack }) => {
  const keys = await enter('jo');
  await keys.page.setViewportSize({ width: 1440, height: 480 });
  await ready(keys);
  await live(keys);
  await keys.press('mod+end');
  await text(stack, stranger, 'Anybody there');
  const pill = keys.page.locator('[data-pane="inbox"]').getByRole('button', { name: /new$/ });
  await expect(pill).toBeVisible();
  const [box, grid] = [await pill.boundingBox(), await keys.page.locator('[data-pane="inbox"] [role="grid"]').boundingBox()];
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(grid?.y ?? 0);
  // What waits there is not taken by the key that takes what is loaded: nobody has seen it.
  const inbox = keys.page.locator('[data-pane="inbox"]');
  const all = Number(await inbox.getByRole('grid').getAttribute('aria-rowcount')) - 1;
  await keys.press('mod+a');
  await expect(inbox.getByRole('status').filter({ hasText: 'selected' })).toHaveText(new RegExp(`^${all - 1} `));
  await keys.press('home');
  await expect(inbox.locator('[data-row]').first()).toHaveAttribute('aria-selected', 'false');
  await keys.press('mod+a');
  await expect(inbox.getByRole('status').filter({ hasText: 'selected' })).toHaveText(new RegExp(`^${all} `));
});

test('a text whose send got no answer is not said to be sent', async ({ enter }) => {
  const keys = await enter('ana');
  const { page } = keys;
  await ready(keys);
  await page.route('**/api/message', (route) => route.abort());
  await listen(page);
  await keys.press('r');
  await keys.focused('message');
  await keys.type('Is five all right?');
  await keys.press('mod+enter');
  await expect(page.getByText('Delivery not confirmed. Resend or move to draft?').first()).toBeVisible();
  await expect.poll(() => heard(page)).toContain('Delivery not confirmed');
  expect(await heard(page)).not.toContain('Message sent');
});

test('nothing is said of the end of what was taken back before it ended', async ({ enter, page }) => {
  // Its end is heard of late: by asking, as the channel is silent.
  await page.routeWebSocket(/\/app\//, () => undefined);
  const keys = await enter('ana', { path: '/numbers' });
  await expect(cursor(keys)).toBeVisible();
  await listen(page);
  await keys.press('mod+a l');
  await keys.state('palette', 'open.asking');
  await expect(keys.active).toBeVisible();
  await keys.press('enter');
  await keys.state('palette', 'open.reviewing');
  await keys.press('enter');
  await keys.state('palette', 'closed');
  await keys.press('z');
  await expect.poll(() => heard(page)).toContain('Undone: Tag');
  // It began after the other: what is asked of that one is answered by then.
  await expect(page.locator('[data-flow="batch"][data-state="finished"]', { hasText: 'Undo: Tag' })).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('[data-flow="batch"]')).toHaveCount(1);
  expect(await heard(page)).not.toContain('Numbers updated');
});
