/** Palettes in the browser: real keys, from the key to the last change of the page. */
import type { Browser, Page } from '@playwright/test';
import { openPage, throttle } from '../lib/browser.ts';
import { queries } from '../lib/queries.ts';
import { computeSpread } from '../lib/stats.ts';
import { print, type Row } from '../lib/table.ts';

const contenders = [
  { who: 'keyline', name: 'ours', count: 50_000 },
  { who: 'cmdk', name: 'cmdk (10,000)', count: 10_000 },
  { who: 'capped', name: 'cmdk capped at 50 (10,000)', count: 10_000 },
  { who: 'kbar', name: 'kbar (10,000)', count: 10_000 },
] as const;
const opens = 25;

async function press(page: Page, key: string): Promise<number | null> {
  await page.keyboard.press(key);
  return page.evaluate(() => window.paletteBench.settled());
}
const present = (times: readonly (number | null)[]): number[] => times.flatMap((time) => time ?? []);

async function open(page: Page, repeats: number): Promise<number[]> {
  const times: (number | null)[] = [];
  for (let at = 0; at < repeats + 3; at += 1) {
    times.push(await press(page, 'F2'));
    await press(page, 'Escape');
  }
  return present(times.slice(3));
}

/** Types these queries letter by letter into the open palette, clearing it between them. */
async function type(page: Page, texts: readonly string[]): Promise<number[]> {
  const times: (number | null)[] = [];
  await press(page, 'F2');
  for (const text of texts) {
    for (const letter of text) times.push(await press(page, letter === ' ' ? 'Space' : letter));
    await page.keyboard.press('Control+a');
    await press(page, 'Backspace');
  }
  await press(page, 'Escape');
  return present(times);
}

const texts = queries.map(({ text }) => text);
const some = [0, 1, 7, 11, 13, 19].map((at) => texts[at] ?? '');
const one = texts.slice(0, 1);

export async function measure(browser: Browser, url: string, { who, count }: (typeof contenders)[number]) {
  const { page, cdp, close } = await openPage(browser, `${url}/palette.html?who=${who}&count=${count}`);
  const isSlow = who === 'cmdk';
  await type(page, one);
  const opened = await open(page, opens);
  const keys = await type(page, isSlow ? some.slice(0, 3) : some);
  await throttle(cdp, 4);
  const openedSlow = await open(page, isSlow ? 5 : opens);
  const keysSlow = await type(page, isSlow ? some.slice(0, 2) : some);
  await close();
  const result = { open: computeSpread(opened), key: computeSpread(keys), openSlow: computeSpread(openedSlow), keySlow: computeSpread(keysSlow) };
  print(`  ${who}: ${JSON.stringify(result)} (${keys.length} keys)`);
  return result;
}

/** Opening and typing, as it is and four times slowed. */
export async function palette(_: Browser, url: string, free: Browser): Promise<Row[]> {
  const results: { name: string; result: Awaited<ReturnType<typeof measure>> }[] = [];
  for (const each of contenders) results.push({ name: each.name, result: await measure(free, url, each) });
  const [ours, ...peers] = results;
  if (!ours) return [];
  const row = (work: string, of: keyof typeof ours.result, bar: { at: 'median' | 'p95'; most: number }): Row => ({
    work,
    ours: ours.result[of],
    peers: peers.map(({ name, result }) => ({ name, ...result[of] })),
    bar,
  });
  return [
    row('Palette, 50,000 entries: open', 'open', { at: 'median', most: 8 }),
    row('Palette, 50,000 entries: key to settled', 'key', { at: 'p95', most: 8 }),
    row('Palette, CPU slowed 4×: open', 'openSlow', { at: 'median', most: 32 }),
    row('Palette, CPU slowed 4×: key to settled', 'keySlow', { at: 'p95', most: 20 }),
  ];
}
