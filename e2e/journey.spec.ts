/** A working day in one go, as the product promises it: by keyboard alone, with single-character keys and without them. */
import type { Page } from '@playwright/test';
import { code, expect, Keyboard, password, people, type Stack, test } from './fixtures.ts';

/** Does a thing by its key, or by its title in the palette when single-character keys are off. */
type Act = (key: string, title: string) => Promise<void>;

const signInWithMfa = async (keys: Keyboard, digits: string): Promise<void> => {
  await keys.focused('email');
  await keys.type(people.mira);
  await keys.press('enter');
  await keys.focused('password');
  await keys.type(password);
  await keys.press('enter');
  await keys.state('login', 'mfaRequired.code');
  await keys.focused('code');
  await keys.type(digits);
  await keys.state('companySwitch', 'idle');
};

const openCount = (keys: Keyboard) => keys.page.locator('[data-pane="inbox"] [data-pane-header]').first();
const shows = (keys: Keyboard, open: number) => expect(openCount(keys)).toContainText(new RegExp(`\\b${open} open|Inbox${open} open`));
const company = (keys: Keyboard, slug: string) => expect(keys.page.locator('[data-flow="companySwitch"]')).toHaveAttribute('data-company', slug);

/** Three letters and Enter. */
const landIn = async (keys: Keyboard, letters: string, name: string): Promise<void> => {
  await keys.press('mod+k');
  await keys.type(letters);
  await keys.pick(name);
  await keys.press('enter');
  await keys.state('companySwitch', 'idle');
};

/** Twenty conversations: five done, five done going on to the next, ten at once. */
const triageTwenty = async (keys: Keyboard, act: Act): Promise<void> => {
  await keys.inPane('inbox');
  await shows(keys, 23);
  for (let left = 22; left >= 18; left -= 1) {
    await act('e', 'Archive');
    await shows(keys, left);
  }
  for (let left = 17; left >= 13; left -= 1) {
    await act(']', 'Archive and open next');
    await shows(keys, left);
  }
  await act('x', 'Toggle row selection');
  for (let more = 0; more < 9; more += 1) await keys.press('shift+arrowdown');
  await expect(keys.page.getByText('10 conversations selected')).toBeVisible();
  await act('e', 'Archive');
  await shows(keys, 3);
};

const answerOne = async (keys: Keyboard, act: Act, text: string): Promise<void> => {
  await act('r', 'Reply');
  await keys.focused('message');
  await keys.type(text);
  await keys.press('mod+enter');
  const thread = keys.page.locator('[data-pane="conversation"]').first();
  await expect(thread.locator('article', { hasText: text })).toBeVisible();
  await expect(keys.page.locator('[data-held]')).toContainText(/Sending .*in \d s/);
  await expect(thread.locator('article[data-side="in"]').last()).toContainText('Perfect, put me down for that', { timeout: 15_000 });
  await keys.press('escape');
};

const panesOf = (keys: Keyboard) =>
  keys.page
    .locator('[data-view]:visible [data-pane]')
    .evaluateAll((panes) => panes.map((pane) => `${pane.getAttribute('data-pane')}${pane.getAttribute('data-focused') === 'true' ? ', focused' : ''}`));

const startElsewhere = async (stack: Stack): Promise<void> => {
  const { id } = await stack.owner.selectFrom('companies').select('id').where('name', '=', 'Adams Landscaping').executeTakeFirstOrThrow();
  await stack.owner
    .updateTable('users')
    .set({ preferences: JSON.stringify({ lastCompanyId: id }) })
    .where('email', '=', people.mira)
    .execute();
};

/** From the first company to the last pane. */
async function day(keys: Keyboard, act: Act, split: () => Promise<void>): Promise<void> {
  await landIn(keys, 'nor', 'Northwind Motors');
  await company(keys, 'northwind-motors');
  await triageTwenty(keys, act);
  await answerOne(keys, act, 'Would tomorrow at ten suit you?');
  await keys.inPane('conversation');
  await keys.press('escape');
  await keys.inPane('inbox');
  await act('e', 'Archive');
  await shows(keys, 2);
  await act('z', 'Undo');
  await shows(keys, 3);
  await split();
  await expect.poll(() => panesOf(keys)).toHaveLength(4);
}

/** The layout is kept on the server a moment after it came to rest. */
const savedLayout = (stack: Stack, panes: number) =>
  expect
    .poll(async () => {
      const row = await stack.owner.selectFrom('layouts').select('layout').where('name', '=', 'current').executeTakeFirst();
      return JSON.stringify(row?.layout ?? {}).match(/"type":"pane"/g)?.length ?? 0;
    })
    .toBe(panes);

/** Closes the browser, opens another one, signs in, and looks whether everything is where it was. */
async function closeAndComeBack(keys: Keyboard, stack: Stack, another: () => Promise<Page>): Promise<void> {
  const [before, path] = [await panesOf(keys), new URL(keys.page.url()).pathname];
  await savedLayout(stack, before.length);
  await keys.page.context().close();
  const again = new Keyboard(await another());
  await again.page.goto(`${stack.url}${path}`);
  await signInWithMfa(again, code(1));
  await company(again, 'northwind-motors');
  await expect.poll(() => panesOf(again)).toEqual(before);
  await shows(again, 3);
  await expect(again.page).toHaveURL(`${stack.url}${path}`);
}

test.describe('a day by keyboard: triage, answer, undo, split, close the browser, come back to the same place', () => {
  test.beforeEach(async ({ stack, keys }) => {
    await startElsewhere(stack);
    await keys.page.goto(stack.url);
    await signInWithMfa(keys, code());
    await company(keys, 'adams-landscaping');
  });

  test('with single-character keys', async ({ stack, keys, another }) => {
    await day(
      keys,
      (key) => keys.press(key),
      async () => {
        await keys.press('w v');
        await keys.pick('Contacts');
        await keys.press('enter');
      },
    );
    await closeAndComeBack(keys, stack, another);
  });

  test('with single-character keys off, through the palette', async ({ stack, keys, another }) => {
    await keys.palette('Turn off single-key shortcuts');
    await expect(keys.page.getByRole('status').filter({ hasText: 'Shortcuts saved' })).toBeVisible();
    await day(
      keys,
      (_, title) => keys.palette(title),
      () => keys.palette('Split right', 'Contacts'),
    );
    await closeAndComeBack(keys, stack, another);
  });
});
