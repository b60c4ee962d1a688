/** The server of an installation is killed while somebody has the app open: the page says so, and is live again by itself. */
import type { Page } from '@playwright/test';
import { routes } from '#contract/index.ts';
import { findMagicNumber } from '#sandbox/carrier/magic.ts';
import { type Installation, kill, prepareInstallation } from '#tests/faults/installation.ts';
import { test as base, expect, Keyboard } from './fixtures.ts';

const test = base.extend<{ readonly place: Installation }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
  place: async ({}, use) => {
    const place = await prepareInstallation();
    await place.start();
    await use(place);
    await place.close();
  },
});

/** Begins to write down the states of the connection. */
const noteStates = (page: Page) =>
  page.evaluate(() => {
    const shown = document.querySelector('[data-flow="realtime"]');
    const noted: (string | null)[] = [];
    Reflect.set(window, 'notedStates', noted);
    const note = () => noted.push(shown?.getAttribute('data-state') ?? null);
    if (shown) new MutationObserver(note).observe(shown, { attributeFilter: ['data-state'] });
  });
const states = (page: Page): Promise<(string | null)[]> => page.evaluate(() => Reflect.get(window, 'notedStates'));

test('the server is killed: what happened meanwhile appears without a reload', async ({ place, page }) => {
  test.setTimeout(240_000);
  const { email, password, agent, line } = await place.company();
  const keys = new Keyboard(page);
  await page.goto(place.url);
  await keys.focused('email');
  await keys.type(email);
  await keys.press('enter');
  await keys.focused('password');
  await keys.type(password);
  await keys.press('enter');
  await keys.state('companySwitch', 'idle');
  await keys.state('realtime', 'open.live');
  await page.evaluate(() => Reflect.set(window, 'isTheSame', true));
  await noteStates(page);
  const [server] = place.processes().server;
  kill(server);
  // A server that is back at once leaves the page no time to be looked at while it is alone.
  await expect.poll(async () => (await states(page)).some((state) => state !== 'open.live')).toBe(true);
  await expect.poll(async () => (await fetch(`${place.url}/ready`).catch(() => null))?.status, { timeout: 60_000 }).toBe(200);
  const body = { numberId: line.id, recipient: findMagicNumber('Delivered'), message: 'Sent while you were away', clientId: 'while-away-0' };
  await agent.call(routes.messaging.send, { body, files: [] });
  await expect(page.locator('[data-pane="inbox"] [data-row]', { hasText: 'Sent while you were away' })).toBeVisible({ timeout: 30_000 });
  await expect(keys.flow('realtime')).toHaveAttribute('data-state', 'open.live', { timeout: 30_000 });
  expect(await page.evaluate(() => Reflect.get(window, 'isTheSame'))).toBe(true);
});
