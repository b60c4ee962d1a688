/** Tables of 100,000 rows: mounting, the wheel, the cursor, memory. */
import type { Browser, CDPSession } from '@playwright/test';
import { measureTaskMs, type Opened, openPage, throttle } from '../lib/browser.ts';
import { watchFrames } from '../lib/frames.ts';
import { computePercentile, computeSpread, type Spread } from '../lib/stats.ts';
import { print, type Row } from '../lib/table.ts';

const contenders = [
  { who: 'keyline', name: 'ours' },
  { who: 'virtuoso', name: 'react-virtuoso' },
  { who: 'glide', name: 'glide-data-grid' },
  { who: 'tanstack', name: 'TanStack' },
  { who: 'ag', name: 'AG Grid' },
] as const;
const mounts = 20;
const wheelPixels = 50_000;
const stepPixels = 100;
const cursorSteps = 500;
const runs = 3;

async function measureHeapBytes(cdp: CDPSession): Promise<number> {
  for (let at = 0; at < 3; at += 1) await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize;
}

const wheel = (cdp: CDPSession, pixels: number): Promise<unknown> =>
  cdp.send('Input.synthesizeScrollGesture', { x: 600, y: 400, yDistance: -pixels, speed: stepPixels * 60, gestureSourceType: 'mouse', preventFling: true });

async function measureMounting({ page }: Opened): Promise<Spread> {
  const times: number[] = [];
  for (let at = 0; at < mounts + 4; at += 1) {
    times.push(await page.evaluate(() => window.tableBench.mount()));
    await page.evaluate(() => window.tableBench.unmount());
  }
  return computeSpread(times.slice(4));
}

/** Milliseconds the main thread worked (its own time, not the clock's) for 100 pixels of wheel. */
async function wheelStep({ page, cdp }: Opened): Promise<number> {
  const from = await page.evaluate(() => window.tableBench.scrolled());
  const spent = await measureTaskMs(cdp, () => wheel(cdp, wheelPixels));
  const to = await page.evaluate(() => window.tableBench.scrolled());
  return spent / ((to - from) / stepPixels);
}

/** Frames that are missed while something goes on. */
async function countMissed({ page }: Opened, work: () => Promise<unknown>): Promise<number> {
  const frames = await watchFrames(page);
  await work();
  return (await frames()).missed;
}

async function several<T>(times: number, measure: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let at = 0; at < times; at += 1) results.push(await measure());
  return results;
}

export async function measure(browser: Browser, free: Browser, url: string, who: string) {
  const address = `${url}/table.html?who=${who}`;
  const first = await openPage(free, address);
  const mount = await measureMounting(first);
  await first.close();

  const second = await openPage(browser, address);
  const { page, cdp } = second;
  const before = await measureHeapBytes(cdp);
  await page.evaluate(() => window.tableBench.mount());
  const heap = ((await measureHeapBytes(cdp)) - before) / 2 ** 20;
  await page.evaluate(() => window.tableBench.enliven());
  await wheel(cdp, 10_000);
  const steps = await several(runs, () => wheelStep(second));
  await throttle(cdp, 4);
  const wheelMissed = await several(runs, () => countMissed(second, () => wheel(cdp, wheelPixels)));
  const cursorMissed = await several(runs, () => countMissed(second, () => page.evaluate((count) => window.tableBench.steps(count), cursorSteps)));
  await second.close();
  const result = {
    mount,
    heap,
    step: { median: computePercentile(steps, 0.5), p95: Math.max(...steps) },
    wheelMissed: computePercentile(wheelMissed, 0.5),
    cursorMissed: computePercentile(cursorMissed, 0.5),
  };
  print(`  ${who}: ${JSON.stringify({ ...result, wheelMissed, cursorMissed })}`);
  return result;
}

/** Mounting, the wheel and the cursor, as they are and four times slowed; the heap over the data. */
export async function table(browser: Browser, url: string, free: Browser): Promise<Row[]> {
  const results: { name: string; result: Awaited<ReturnType<typeof measure>> }[] = [];
  for (const { who, name } of contenders) results.push({ name, result: await measure(browser, free, url, who) });
  const [ours, ...peers] = results;
  if (!ours) return [];
  type Times = 'mount' | 'step';
  type Counts = 'wheelMissed' | 'cursorMissed' | 'heap';
  const times = (work: string, of: Times, bar: { at: 'median' | 'p95'; most?: number; ratio?: number }): Row => ({
    work,
    ours: ours.result[of],
    peers: peers.map(({ name, result }) => ({ name, ...result[of] })),
    bar,
  });
  const counts = (work: string, of: Counts, most: number, unit = ''): Row => ({
    work,
    count: ours.result[of],
    unit,
    peers: peers.map(({ name, result }) => ({ name, count: result[of] })),
    most,
  });
  return [
    times('Table, 100,000 × 10: mount', 'mount', { at: 'median', ratio: 1 }),
    times('Table: main thread for a wheel step of 100 px', 'step', { at: 'median', most: 4 }),
    counts('Table, CPU slowed 4×: frames missed in 500 cursor steps', 'cursorMissed', 2),
    counts('Table, CPU slowed 4×: frames missed over a 50,000 px wheel', 'wheelMissed', 5),
    counts('Table: heap over the data', 'heap', 2, ' MB'),
  ];
}
