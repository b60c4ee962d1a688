/** `npm run screens -- http://localhost:4400`: photographs a fresh demo world (KEYLINE_SANDBOX_PER_MINUTE=0), in both themes, into docs/screens. */
import { mkdirSync } from 'node:fs';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { demoPassword } from '#sandbox/world/people.ts';
import { ensureChromium } from './lib/chromium.ts';

const base = process.argv[2] ?? 'http://localhost:4400';
const folder = 'docs/screens';
const themes = ['dark', 'light'] as const;

/** Waits until nothing moves any more: two equal pictures in a row. */
async function still(page: Page): Promise<void> {
  let before = await page.screenshot();
  for (let look = 0; look < 40; look += 1) {
    await page.waitForFunction(() => document.querySelector('[role="status"][aria-label="Loading"]') === null);
    const now = await page.screenshot();
    if (now.equals(before)) return;
    before = now;
  }
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(base);
  await page.waitForSelector('[data-flow="login"][data-state="anonymous"]');
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
}

async function command(page: Page, query: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.waitForSelector('[data-flow="palette"][data-state^="open"]', { state: 'attached' });
  await page.keyboard.press('Control+a');
  await page.keyboard.type(query);
}

async function photograph(context: BrowserContext, theme: string): Promise<void> {
  const page = await context.newPage();
  const take = async (name: string) => {
    await still(page);
    await page.screenshot({ path: `${folder}/${name}-${theme}.png` });
  };
  await signIn(page, 'mfa@northwind.example');
  await page.waitForSelector('[data-flow="login"][data-state="mfaRequired.code"]');
  await page.keyboard.type('419');
  await take('sign-in');
  await context.clearCookies();
  await signIn(page, 'ana@northwind.example');
  await page.waitForSelector('[data-flow="realtime"][data-state="open.live"]');
  await page.waitForSelector('[role="row"]');
  await command(page, 'Arrange for agents');
  await page.keyboard.press('Enter');
  await still(page);
  await page.keyboard.press('Home');
  await page.keyboard.press('r');
  await page.keyboard.type('Just your license and the title for the hatch. I’ll have the keys out front');
  await take('workspace');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Escape');
  for (const key of ['g', 'i', 'Home', 'x', 'Shift+J', 'Shift+J']) await page.keyboard.press(key);
  await command(page, 'ad');
  await take('palette');
  await page.keyboard.press('Escape');
  await command(page, '>silence a number');
  await page.keyboard.press('Enter');
  await page.keyboard.type('main');
  await take('argument');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await command(page, 'Arrange for administrators');
  await page.keyboard.press('Enter');
  await take('split');
  await page.close();
}

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: await ensureChromium() });
for (const colorScheme of themes) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme });
  await photograph(context, colorScheme);
  await context.close();
}
await browser.close();
