/** Every place has an address: over forty steps there and back, with reloads and shared links, the page always is where its address says. */
import type { Page } from '@playwright/test';
import { expect, Keyboard, test } from './fixtures.ts';
import { listInbox } from './support/inbox.ts';

/** What a page shows: its view, and whom or what its panes beside the list are about. */
interface Shown {
  readonly path: string;
  readonly view: string | null;
  readonly beside: readonly string[];
  /** What its lists are narrowed by. */
  readonly narrowed: readonly string[];
}

const read = (page: Page): Promise<Shown> =>
  page.evaluate(() => {
    const view = [...document.querySelectorAll<HTMLElement>('[data-view]')].find((each) => each.checkVisibility());
    const panes = [...(view?.querySelectorAll<HTMLElement>('[data-pane]') ?? [])].filter((pane) =>
      ['conversation', 'contact', 'call', 'routing'].includes(pane.dataset.pane ?? ''),
    );
    return {
      path: location.pathname + location.search,
      view: view?.dataset.view ?? null,
      beside: panes.map((pane) => {
        const isNone = /No conversation with this (contact|caller) yet/.test(pane.textContent);
        // A contact's pane is headed by what it is; the others by whom they are about. A thread's days are headings too.
        const name = pane.querySelector(pane.dataset.pane === 'contact' ? 'h3' : 'h2')?.textContent ?? '';
        return `${pane.dataset.pane}: ${isNone ? 'none' : name}`;
      }),
      narrowed: [...(view?.querySelectorAll<HTMLElement>('[aria-label="Filters"] [aria-pressed="true"], [role="search"] input') ?? [])].map((each) =>
        each instanceof HTMLInputElement ? each.value : each.textContent,
      ),
    };
  });

/** Reads what a page shows once it has come to rest: the same twice, with nothing of it on its way. */
async function settle(page: Page): Promise<Shown> {
  let before = '';
  let shown: Shown | null = null;
  await expect(async () => {
    await expect(page.locator('[data-flow="companySwitch"]')).toHaveAttribute('data-state', 'idle', { timeout: 1_000 });
    shown = await read(page);
    const [last, now] = [before, JSON.stringify(shown)];
    before = now;
    expect(now).toBe(last);
    expect(await page.locator('[data-pane] [role="progressbar"]:visible').count()).toBe(0);
    expect(shown.beside.filter((each) => /: (Conversation|Contact|Call|Routing)?$/.test(each))).toEqual([]);
  }).toPass({ intervals: [150], timeout: 20_000 });
  if (shown === null) throw new Error('The page showed nothing');
  return shown;
}

/** Numbers that look random and are the same each time. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test('forty steps through views, objects and companies, back, forward, reloaded and shared: the page is where its address says', async ({ enter, another }) => {
  test.slow();
  const keys = await enter('uma');
  await keys.inPane('inbox');
  const random = createRandom(20_261_123);
  const history = [await settle(keys.page)];
  const entries = await keys.page.evaluate(() => window.history.length);
  let at = 0;
  let isPending = false;
  const lists = { inbox: 'g i', calls: 'g c', contacts: 'g o', numbers: 'g n' };
  const isNorthwind = async () => (await keys.page.locator('[data-flow="companySwitch"]').getAttribute('data-company')) === 'northwind-motors';
  const narrowing: Readonly<Record<string, readonly (readonly [title: string, ...args: string[]])[]>> = {
    inbox: [['Show unread conversations only'], ['Show read and unread conversations']],
    calls: [['Search calls', 'missed'], ['Show all calls']],
    contacts: [['Sort contacts by newest'], ['Show subscribed contacts']],
    numbers: [['Show active numbers'], ['Show all numbers']],
  };
  const steps = {
    narrow: async () => {
      const kind = await keys.page.locator('[data-pane][data-focused="true"]').getAttribute('data-pane');
      const narrow = narrowing[kind ?? '']?.[random(2)];
      if (narrow) await keys.palette(...narrow);
    },
    view: async () => {
      const [kind, chord] = Object.entries(lists)[random(4)] ?? ['inbox', 'g i'];
      await keys.press(chord);
      await keys.inPane(kind);
    },
    cursor: async () => {
      const pane = keys.page.locator('[data-pane][data-focused="true"]');
      if ((await pane.locator('[data-row]').count()) > 0) await keys.press(random(2) === 0 ? 'j' : 'j j j');
    },
    object: async () => keys.palette('Go to contact', ((await isNorthwind()) ? ['dana whitfield', 'marcus lee'] : ['carson', 'valentina'])[random(2)] ?? ''),
    company: async () => keys.palette('Switch company', (await isNorthwind()) ? 'Harbor Freight' : 'Northwind'),
  };
  const seen = new Map<string, Shown>();
  for (let step = 0; step < 40; step += 1) {
    const what = random(8);
    const name = `step ${step}`;
    if (what === 0 && at > 0) {
      at -= 1;
      isPending = false;
      await keys.press('mod+[');
      await expect.poll(() => new URL(keys.page.url()).pathname + new URL(keys.page.url()).search, name).toBe(history[at]?.path);
      expect(await settle(keys.page), `${name}: back`).toEqual(history[at]);
    } else if (what === 1 && at < history.length - 1) {
      at += 1;
      isPending = false;
      await keys.press('mod+]');
      await expect.poll(() => new URL(keys.page.url()).pathname + new URL(keys.page.url()).search, name).toBe(history[at]?.path);
      expect(await settle(keys.page), `${name}: forward`).toEqual(history[at]);
    } else if (what === 2) {
      isPending = false;
      await keys.page.reload();
      expect(await settle(keys.page), `${name}: reloaded`).toEqual(history[at]);
    } else {
      const chosen = what === 3 ? 'company' : what === 4 ? 'object' : what === 5 ? 'cursor' : what === 6 ? 'narrow' : 'view';
      await steps[chosen]();
      const now = await settle(keys.page);
      const isAlong = chosen === 'cursor' || chosen === 'narrow';
      // A cursor that moves, or a list that is narrowed, takes the address along; a step has one of its own, also one that changes it a moment later.
      const isChanged = now.path !== history[at]?.path;
      const isStep = isChanged && (!isAlong || isPending);
      isPending = !isChanged && (!isAlong || isPending);
      if (isStep) history.splice(at + 1, Number.POSITIVE_INFINITY, now);
      else history[at] = now;
      if (isStep) at += 1;
      expect(await keys.page.evaluate(() => window.history.length), `${name}: ${chosen}`).toBe(Math.min(50, entries + history.length - 1));
    }
    seen.set(history[at]?.path ?? '', history[at] ?? (await settle(keys.page)));
  }

  const other = new Keyboard(await another());
  await other.page.goto(keys.page.url());
  const { signIn } = await import('./support/people.ts');
  await signIn(other, 'uma');
  for (const [path, shown] of [...seen].slice(-4)) {
    await other.page.goto(new URL(path, keys.page.url()).href);
    expect(await settle(other.page), `a link to ${path}`).toEqual(shown);
  }
});

test('a list that is narrowed and sorted is so again after a reload, by Back, and for whoever gets the link, after signing in too', async ({
  enter,
  another,
}) => {
  const keys = await enter('ana');
  const { page } = keys;
  const inbox = page.locator('[data-pane="inbox"]');
  const unread = (of: Page) => of.locator('[data-pane="inbox"]').getByRole('button', { name: 'Unread' });
  await keys.palette('Show unread conversations only');
  await expect(page).toHaveURL(/\/northwind-motors\/inbox(\/\d+)?\?unread=1$/);
  const all = inbox.locator('[data-row]');
  await expect(async () => expect(await all.filter({ hasText: 'unread' }).count()).toBe(await all.count())).toPass();
  const rows = await all.count();
  await keys.press('g o');
  await keys.inPane('contacts');
  await keys.palette('Search contacts', 'lee');
  await expect(page).toHaveURL(/\?q=lee$/);
  await page.reload();
  await expect(page.locator('[data-pane="contacts"]').getByRole('textbox', { name: 'Search contacts' })).toHaveValue('lee');
  await keys.press('mod+[');
  await expect(unread(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(all).toHaveCount(rows);

  const other = await another();
  await other.goto(new URL('/northwind-motors/inbox?unread=1', page.url()).href);
  const { signIn } = await import('./support/people.ts');
  await signIn(new Keyboard(other), 'uma');
  await expect(unread(other)).toHaveAttribute('aria-pressed', 'true');
  await expect(other).toHaveURL(/\?unread=1$/);
  await other.goto(new URL('/northwind-motors/inbox?unread=perhaps&archived=1', page.url()).href);
  await expect(other.getByText('Part of this link can’t be read').first()).toBeVisible();
  await expect(other).toHaveURL(/\?archived=1$/);
});

for (const [who, beside] of [
  ['jo', ['calls', 'call', 'conversation']],
  ['beatriz', ['calls']],
] as const) {
  test(`a link to a view nobody has opened yet shows ${who} all of it that they may see`, async ({ enter }) => {
    const keys = await enter(who, { path: '/calls' });
    const panes = keys.page.locator('[data-view="calls"]:visible [data-pane]');
    await expect.poll(() => panes.evaluateAll((each) => each.map((pane) => pane.getAttribute('data-pane')))).toEqual(beside);
  });
}

test('a link to a conversation that the list does not have says so, until the cursor is moved', async ({ enter, page, stack }) => {
  const keys = await enter('jo');
  const { id } = (await listInbox(stack)).first;
  await stack.owner.updateTable('conversations').set({ is_archived: true }).where('id', '=', id).execute();
  await page.goto(new URL(`/northwind-motors/inbox/${id}`, page.url()).href);
  await keys.inPane('inbox');
  const pane = page.locator('[data-pane="conversation"]');
  await expect(pane.getByText('Not in list')).toBeVisible();
  await keys.press('j');
  await expect(pane.getByText('Not in list')).toBeHidden();
});

test('a link with a filter that its conversation does not match opens the conversation, and so does a reload', async ({ enter, page, stack }) => {
  const keys = await enter('jo');
  const { rows } = await listInbox(stack);
  const id = rows.find(({ unread_count: unread }) => unread === 0)?.id;
  // The one leaves others in the list, the other nobody.
  for (const query of ['?unread=1', '?q=nobody+is+called+so']) {
    await page.goto(new URL(`/northwind-motors/inbox/${id}${query}`, page.url()).href);
    for (const reloads of [0, 1]) {
      if (reloads > 0) await page.reload();
      await keys.inPane('inbox');
      await expect(page.locator('[data-pane="conversation"]').getByText('Not in list')).toBeVisible();
      await expect.poll(() => page.evaluate(() => window.location.search)).toBe(query);
      await expect(page).toHaveURL(new RegExp(`/inbox/${id}\\?`));
      expect((await listInbox(stack)).rows).toEqual(rows);
    }
  }
});

test('a command on a contact that the list does not have says on what it would act', async ({ enter, page, stack }) => {
  const keys = await enter('ana');
  const { id } = await stack.owner
    .selectFrom('contacts')
    .innerJoin('companies', 'companies.id', 'contacts.company_id')
    .where('companies.slug', '=', 'northwind-motors')
    .where('contacts.name', '=', 'Tom Haverford')
    .select('contacts.id')
    .executeTakeFirstOrThrow();
  await page.goto(new URL(`/northwind-motors/contacts/${id}`, page.url()).href);
  await keys.inPane('contacts');
  await expect(page.locator('[data-pane="contact"]').getByRole('heading', { name: 'Tom Haverford' })).toBeVisible();
  await keys.press('#');
  await expect(keys.flow('palette')).toContainText('Applies to 1 contact · Tom Haverford');
});

test('Back to a call marks its row again: it is in the list', async ({ enter, page }) => {
  const keys = await enter('ana');
  const calls = page.locator('[data-pane="calls"]').filter({ visible: true });
  const call = page.locator('[data-pane="call"]').filter({ visible: true });
  await keys.press('g c');
  await keys.inPane('calls');
  await keys.press('j');
  await expect(calls.locator('[data-cursor]')).toHaveAttribute('aria-rowindex', '3');
  const row = (await calls.locator('[data-cursor]').getAttribute('data-row')) ?? '';
  await expect(page).toHaveURL(new RegExp(`/calls/${row}$`));
  await keys.press('g i');
  await keys.inPane('inbox');
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/calls/${row}$`));
  await expect(calls.locator('[data-cursor]')).toHaveAttribute('data-row', row);
  await expect(call.getByText('Not in list')).toBeHidden();
});
