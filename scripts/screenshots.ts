/**
 * `npm run screens -- http://localhost:4400`: photographs a fresh demo world (KEYLINE_SANDBOX_PER_MINUTE=0), in both themes, into docs/screens: a day's work
 * at 1440 pixels, and each view at 1440, 1024 and 480 into docs/screens/views. With `views` or `day` behind the address, these alone; with `catalog`, the screens of
 * the catalog (KEYLINE_CATALOG=1).
 */
import { mkdirSync } from 'node:fs';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import * as z from 'zod/mini';
import { places } from '#commands/index.ts';
import { demoPassword } from '#sandbox/world/people.ts';
import { ensureChromium } from './lib/chromium.ts';

const base = process.argv[2] ?? 'http://localhost:4400';
const folder = 'docs/screens';
const themes = ['dark', 'light'] as const;
const sizes = [
  [1440, 900],
  [1024, 768],
  [480, 800],
] as const;

/** Waits until nothing moves any more: two equal pictures in a row. */
async function waitUntilStill(page: Page): Promise<void> {
  let before = await page.screenshot();
  for (let look = 0; look < 40; look += 1) {
    await page.waitForFunction(() => [...document.querySelectorAll('[role="status"][aria-label="Loading"]')].every((line) => !line.checkVisibility()));
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

const active = '[data-flow="palette"] [role="option"][aria-selected="true"]';

/** Runs the command of this title; each argument is typed and given with Enter once the palette offers it. */
async function run(page: Page, title: string, ...args: readonly string[]): Promise<void> {
  await command(page, `>${title}`);
  await page.waitForSelector(`${active}:has-text("${title}")`);
  await page.keyboard.press('Enter');
  for (const arg of args) {
    await page.waitForSelector('[data-flow="palette"][data-state="open.asking"] input');
    await page.keyboard.press('Control+a');
    await page.keyboard.type(arg);
    await waitUntilStill(page);
    await page.keyboard.press('Enter');
  }
  await page.waitForSelector('[data-flow="palette"][data-state="closed"]', { state: 'attached' });
}

/** From the purchase of a number to a call of it: what the areas of calls look like. */
async function photographCalls(page: Page, take: (name: string) => Promise<void>, theme: string): Promise<void> {
  await run(page, 'Use layout for agents');
  await command(page, 'buy 800 ends PLUMB');
  await page.waitForSelector(`${active}:has-text("Buy numbers: 800 ends PLUMB")`);
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-flow="numberPurchase"][data-state="results"]');
  await take('purchase');
  for (const key of ['g', 'n']) await page.keyboard.press(key);
  await page.waitForSelector('[data-pane="numbers"] [role="row"]');
  await run(page, 'Edit a number’s call routing', 'Service');
  await run(page, 'Test call routing', 'Service', '+1 212 555 0188', 'sunday 18:05', '1');
  await run(page, 'Edit a number’s call routing', 'Service');
  await run(page, 'Edit routing as text');
  await take('routing');
  await run(page, 'Use layout for agents');
  for (const key of ['g', 'v']) await page.keyboard.press(key);
  await page.waitForSelector('[data-pane="live"][data-focused="true"] [role="grid"]');
  await run(page, 'Sandbox: Place many calls', '8');
  await page.waitForSelector('[data-pane="live"] [data-row]');
  await page.screenshot({ path: `${folder}/live-${theme}.png` });
  await run(page, 'Search calls', '"forty thousand miles"');
  await page.waitForSelector('[data-pane="calls"] [role="row"]:has-text("Dana Whitfield")');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-pane="call"][data-focused="true"]');
  for (const key of ['n', 'n', 'n']) await page.keyboard.press(key);
  await take('call');
}

/** Signs in as Ana; the first steps, once photographed, are a line. */
async function enter(page: Page): Promise<void> {
  await signIn(page, 'ana@northwind.example');
  await page.waitForSelector('[data-flow="realtime"][data-state="open.live"]');
  await page.waitForSelector('[data-pane][data-focused="true"]');
  await page.waitForSelector('footer button:has-text("First steps")');
  if ((await page.$('footer button[aria-expanded="true"]')) === null) return;
  await waitUntilStill(page);
  await page.screenshot({ path: `${folder}/first-steps-dark.png` });
  await run(page, 'Fold first steps');
}

/** Finds a command in the palette; false, with the palette closed, where the person has none of this title (a view of staff). */
async function isOffered(page: Page, title: string): Promise<boolean> {
  await command(page, `>${title}`);
  const found = await page.waitForSelector(`${active}:has-text("${title}")`, { timeout: 5_000 }).catch(() => null);
  if (found === null) await page.keyboard.press('Escape');
  return found !== null;
}

/** Each view, as it is at first. */
async function photographViews(context: BrowserContext, theme: string): Promise<void> {
  const page = await context.newPage();
  await enter(page);
  for (const { kind, title } of places) {
    await page.setViewportSize({ width: 1440, height: 900 });
    if (!(await isOffered(page, title))) continue;
    await page.keyboard.press('Enter');
    await page.waitForSelector(`[data-pane="${kind}"][data-focused="true"]`);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await waitUntilStill(page);
      await page.screenshot({ path: `${folder}/views/${kind}-${width}-${theme}.jpg`, type: 'jpeg', quality: 80 });
    }
  }
  await page.close();
}

async function photograph(context: BrowserContext, theme: string): Promise<void> {
  const page = await context.newPage();
  const take = async (name: string) => {
    await waitUntilStill(page);
    await page.screenshot({ path: `${folder}/${name}-${theme}.png` });
  };
  await signIn(page, 'mfa@northwind.example');
  await page.waitForSelector('[data-flow="login"][data-state="mfaRequired.code"]');
  await page.keyboard.type('419');
  await take('sign-in');
  await context.clearCookies();
  await enter(page);
  await command(page, 'Use layout for agents');
  await page.keyboard.press('Enter');
  await waitUntilStill(page);
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
  await command(page, '>mute number');
  await page.keyboard.press('Enter');
  await page.keyboard.type('main');
  await take('argument');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await command(page, 'Use layout for administrators');
  await page.keyboard.press('Enter');
  await take('split');
  await photographCalls(page, take, theme);
  await page.close();
}

const Mails = z.object({ data: z.array(z.object({ text: z.string() })) });

/** The code in the newest mail to an address, from the sandbox. */
async function readCode(to: string): Promise<string> {
  const sandbox = process.env.KEYLINE_SANDBOX_URL ?? 'http://localhost:4401';
  for (;;) {
    const { data } = Mails.parse(await (await fetch(`${sandbox}/mail/messages?${new URLSearchParams({ to })}`)).json());
    const code = /\b\d{6}\b/.exec(data[0]?.text ?? '')?.[0];
    if (code !== undefined) return code;
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Each screen of the catalog, of an account that just bought two numbers. */
async function photographCatalog(context: BrowserContext, theme: string): Promise<void> {
  const page = await context.newPage();
  const press = async (keys: string) => {
    for (const key of keys.split(' ')) await page.keyboard.press(key);
  };
  const take = async (name: string) => {
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await waitUntilStill(page);
      await page.screenshot({ path: `${folder}/views/catalog-${name}-${width}-${theme}.jpg`, type: 'jpeg', quality: 80 });
    }
  };
  const choose = async (title: string) => {
    await press('Control+k');
    await page.waitForSelector('[role="dialog"] input:focus');
    await page.keyboard.insertText(title);
    await page.waitForSelector(`[role="option"][aria-selected="true"]:has-text("${title}")`);
    await press('Enter');
  };
  await page.goto(`${base}/catalog`);
  await page.waitForSelector('[data-field="phone"]:focus');
  await take('signIn');
  await choose('Create account');
  await choose('Use an email');
  await page.waitForSelector('[data-field="email"]:focus');
  const email = `${theme}-${Date.now()}@example.com`;
  await page.keyboard.type(email);
  await press('Tab');
  await page.keyboard.type('umbrella lantern orbit');
  await press('Enter');
  await page.waitForSelector('[data-field="code"]:focus');
  await page.keyboard.type(await readCode(email));
  await page.waitForSelector('[data-flow="catalogActivation"][data-state="choosing"]');
  await press(']');
  await page.waitForSelector('[role="group"][aria-label="Offered numbers"] [role="option"]');
  await press('x j x Control+Enter');
  await page.waitForSelector('[data-flow="catalogActivation"][data-state="reviewing"]');
  await take('review');
  await press('Control+Enter');
  await page.waitForSelector('[data-usage]:has-text("2 active")');
  for (const path of await page.locator('nav[aria-label="Places"] a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))) {
    await page.goto(`${base}${path}`);
    await page.waitForSelector('[data-screen] h1');
    await take(path.split('/')[2] ?? 'numbers');
  }
  await page.close();
}

mkdirSync(`${folder}/views`, { recursive: true });
const browser = await chromium.launch({ executablePath: await ensureChromium() });
for (const colorScheme of themes) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme });
  const part = process.argv[3] ?? 'all';
  if (part === 'all' || part === 'views') await photographViews(context, colorScheme);
  await context.clearCookies();
  if (part === 'all' || part === 'day') await photograph(context, colorScheme);
  if (part === 'catalog') await photographCatalog(context, colorScheme);
  await context.close();
}
await browser.close();
