/** Fixtures of every browser test: a stack of its own, a person at the keyboard, and the simulated outside world. */
import { test as base, type Page } from '@playwright/test';
import { Keyboard } from './support/keyboard.ts';
import { openSession, type Who } from './support/people.ts';
import { anyHour, hurried, type Stack, type StackOptions, startStack } from './support/stack.ts';

export { expect } from '@playwright/test';
export { Keyboard } from './support/keyboard.ts';
export { code, password, people } from './support/people.ts';
export type { Stack } from './support/stack.ts';

interface Fixtures {
  readonly stack: Stack;
  readonly keys: Keyboard;
  /** Opens the app at an address, signed in; the keyboard of that page, once a key acts at once. Signing in by keyboard is what tests of it do (`signIn`). */
  readonly enter: (who: Who, given?: { readonly path?: string; readonly page?: Page }) => Promise<Keyboard>;
  /** A second browser: cookies and storage of its own. */
  readonly another: () => Promise<Page>;
}

export const test = base.extend<StackOptions & Fixtures>({
  pace: [hurried, { option: true }],
  textingHours: [anyHour, { option: true }],
  isDemo: [false, { option: true }],
  hasCatalog: [false, { option: true }],
  stack: async ({ pace, textingHours, isDemo, hasCatalog }, use) => {
    const stack = await startStack({ pace, textingHours, isDemo, hasCatalog });
    await use(stack);
    await stack.close();
  },
  // A context that closes its pages itself takes half a second for it. What a failed test shows is still to be read.
  page: async ({ page }, use, info) => {
    await use(page);
    if (info.errors.length === 0) await page.close();
  },
  keys: async ({ page }, use) => use(new Keyboard(page)),
  enter: async ({ page, stack }, use) => {
    await use(async (who, given = {}) => {
      const keys = new Keyboard(given.page ?? page);
      await openSession(keys.page.context(), stack.url, who);
      await keys.page.goto(`${stack.url}${given.path ?? '/'}`);
      await keys.state('companySwitch', 'idle');
      await keys.settled();
      return keys;
    });
  },
  another: async ({ browser }, use) => {
    const made: Page[] = [];
    await use(async () => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      made.push(page);
      return page;
    });
    for (const page of made) await page.context().close();
  },
});
