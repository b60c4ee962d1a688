/** One page, two people: what the first typed, chose or searched in any place is not seen by the second, and what is meant to be kept is there when the first returns. */
import { expect, Keyboard, type Stack, test } from './fixtures.ts';
import { signIn } from './support/people.ts';

/** Stands in everything Ana types. */
const hers = 'zebra';

/** All that can be read on the page: text, and what stands in fields. */
const readable = ({ page }: Keyboard): Promise<string> =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].map(({ value }) => value);
    return [document.body.innerText, ...fields].join('\n');
  });

const message = ({ page }: Keyboard) => page.locator('[data-field="message"]').filter({ visible: true });
const thread = ({ page }: Keyboard) => page.locator('[data-pane="conversation"]').filter({ visible: true });

async function openTom(keys: Keyboard): Promise<void> {
  await keys.palette('Use layout for agents');
  await keys.inPane('inbox');
  await keys.press('home');
  await keys.cursorTo('inbox', 'Tom Haverford');
  await expect(thread(keys).locator('[data-pane-header]')).toContainText('Tom Haverford');
}

/** Lists whose search is kept while the window is open, with the command that searches and the one that shows them. */
const lists = [
  ['Search contacts', 'Go to Contacts', 'contacts'],
  ['Search calls', 'Go to Calls', 'calls'],
  ['Search numbers', 'Go to Numbers', 'numbers'],
  ['Search activity', 'Go to Activity', 'activity'],
  ['Search blocked callers', 'Go to Blocked callers', 'blocks'],
  ['Search companies', 'Go to Companies', 'companies'],
  ['Search inbox', 'Go to Inbox', 'inbox'],
] as const;

/** Forms and flows that outlive their pane: the command that opens each, its argument, and the field that is typed in. */
const forms = [
  ['Create contact', [], '[name="name"]'],
  ['Create greeting', [], '[data-field="greetingName"]'],
  ['Create campaign', [], '[data-field="campaignTitle"]'],
  ['Buy numbers', [''], '[data-field="search"]'],
  ['Port numbers in', [], '[data-field="portNumbers"]'],
  ['Edit a number’s call routing', ['Main line'], '[data-field="routing"]'],
] as const;

const field = ({ page }: Keyboard, selector: string) => page.locator(selector).filter({ visible: true }).first();

async function openForm(keys: Keyboard, [title, args, selector]: (typeof forms)[number]): Promise<void> {
  await keys.palette(title, ...args);
  await expect(field(keys, selector)).toBeVisible();
  for (let step = 0; step < 30 && !(await field(keys, selector).evaluate((element) => element === document.activeElement)); step += 1) await keys.press('tab');
}

/** Types in every place there is. */
async function typeEverywhere(keys: Keyboard): Promise<void> {
  await openTom(keys);
  await keys.palette('Mark unread');
  await keys.press('r');
  await keys.focused('message');
  await keys.type(`${hers} reply`);
  await keys.press('escape');
  await keys.press('shift+c');
  await keys.focused('message');
  await keys.retype(`${hers} note`);
  await keys.press('escape');
  for (const form of forms) {
    await openForm(keys, form);
    await keys.page.keyboard.insertText(hers);
    await expect(field(keys, form[2])).toHaveValue(new RegExp(hers));
  }
  for (const [search, go, pane] of lists) {
    await keys.palette(go);
    await keys.inPane(pane);
    await keys.palette(search, hers);
  }
}

async function seeNothing(keys: Keyboard): Promise<void> {
  expect(await readable(keys)).not.toContain(hers);
  for (const [, go, pane] of lists) {
    await keys.palette(go);
    await keys.inPane(pane);
    await expect(keys.page.locator(`[data-pane="${pane}"] [role="row"]`).first()).toBeVisible();
    expect.soft(await readable(keys), pane).not.toContain(hers);
  }
  await keys.palette('Open notices');
  await keys.inPane('notices');
  expect.soft(await readable(keys), 'notices').not.toContain(hers);
  await openTom(keys);
  await keys.press('r');
  await keys.focused('message');
  expect.soft(await message(keys).inputValue(), 'reply').toBe('');
  await keys.press('escape');
  await keys.press('shift+c');
  await keys.focused('message');
  expect.soft(await message(keys).inputValue(), 'note').toBe('');
  await keys.press('escape');
  for (const form of forms) {
    await openForm(keys, form);
    expect.soft(await readable(keys), form[0]).not.toContain(hers);
    await keys.press('escape');
  }
}

/** Signs out in another tab of the same browser: this page follows, with whatever stands open in it. */
async function signOutElsewhere({ page }: Keyboard, stack: Stack): Promise<void> {
  const other = new Keyboard(await page.context().newPage());
  await other.page.goto(stack.url);
  await other.state('companySwitch', 'idle');
  await other.palette('Sign out');
  await other.state('login', 'anonymous');
  await other.page.close();
}

test('the next person on the same page sees no word of the one before, whose drafts are there when they return', async ({ enter, stack }) => {
  test.setTimeout(150_000);
  const keys = await enter('ana');
  await typeEverywhere(keys);
  // The palette stands open with a query as she leaves.
  await keys.press('mod+k');
  await keys.state('palette', 'open.choosing');
  await keys.type(hers);
  await signOutElsewhere(keys, stack);
  await keys.state('login', 'anonymous');
  await keys.state('palette', 'closed');
  expect(await readable(keys)).not.toContain(hers);
  await signIn(keys, 'jo');
  await keys.press('mod+k');
  await keys.state('palette', 'open.choosing');
  await expect(keys.page.getByRole('combobox')).toHaveValue('');
  await keys.press('escape');
  await keys.press('z');
  await expect(keys.page.getByText('Nothing to undo').first()).toBeVisible();
  await seeNothing(keys);
  await keys.palette('Sign out');
  await keys.state('login', 'anonymous');
  await signIn(keys, 'ana');
  await openTom(keys);
  await keys.press('r');
  await keys.focused('message');
  await expect(message(keys)).toHaveValue(`${hers} reply`);
  await keys.press('escape');
  await keys.press('shift+c');
  await keys.focused('message');
  await expect(message(keys)).toHaveValue(`${hers} note`);
});
