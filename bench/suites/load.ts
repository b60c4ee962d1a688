/** First load: bytes of JavaScript before the first row, and the time to it, with nothing in the cache and on reload. A production build, a warm server. */
import type { Browser, Page } from '@playwright/test';
import { maxFirstLoadBytes, measureFirstLoad } from '../../scripts/size.ts';
import { createFresh, openSignedIn, startProduct } from '../lib/product.ts';
import { computeSpread } from '../lib/stats.ts';
import type { Row } from '../lib/table.ts';

const repeats = 20;

/** Milliseconds from navigation until the first rows are painted, and what came by then. */
async function waitForFirstRow(page: Page): Promise<{ readonly at: number; readonly scripts: number }> {
  await page.waitForFunction(() => performance.getEntriesByName('keyline:shown').length > 0);
  await page.waitForSelector('[data-pane="inbox"] [role="row"] [role="gridcell"]', { state: 'attached' });
  return page.evaluate(() => {
    const at = performance.getEntriesByName('keyline:shown')[0]?.startTime ?? Number.NaN;
    const asked = performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('.js') && entry.startTime < at);
    return { at, scripts: asked.reduce((sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0), 0) };
  });
}

/** Measures. */
export async function load(browser: Browser): Promise<Row[]> {
  const product = await startProduct();
  try {
    const first = await openSignedIn(browser, product.url, 'uma@northwind.example');
    const cold: number[] = [];
    const again: number[] = [];
    let scripts = 0;
    for (let repeat = 0; repeat < repeats + 2; repeat += 1) {
      const context = await createFresh(browser, first);
      const page = await context.newPage();
      await page.goto(product.url);
      const opened = await waitForFirstRow(page);
      scripts = Math.max(scripts, opened.scripts);
      // Waits for the modules loaded after the first rows: a user reloads with them present.
      await page.waitForFunction(() => performance.getEntriesByName('keyline:ready').length > 0);
      await page.reload();
      const reloaded = await waitForFirstRow(page);
      await context.close();
      // The first two warm the server up.
      if (repeat < 2) continue;
      cold.push(opened.at);
      again.push(reloaded.at);
    }
    return [
      { work: 'JavaScript of the inbox, gzip', count: measureFirstLoad() / 1_000, unit: ' kB', peers: [], most: maxFirstLoadBytes / 1_000 },
      { work: 'JavaScript asked for before the first row, as sent', count: scripts / 1_000, unit: ' kB', peers: [], most: maxFirstLoadBytes / 1_000 },
      { work: 'First row after navigation, nothing in the cache', ours: computeSpread(cold), peers: [], bar: { at: 'median', most: 800 } },
      { work: 'First row on reload', ours: computeSpread(again), peers: [], bar: { at: 'median', most: 300 } },
    ];
  } finally {
    await product.close();
  }
}
