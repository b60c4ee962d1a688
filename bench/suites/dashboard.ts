/** The dashboard of the demo world: from its key to the frame that shows every chart; from a key of the filter to the frame that shows them anew. */
import type { Browser, Page } from '@playwright/test';
import { openSignedIn, startProduct } from '../lib/product.ts';
import { computeSpread } from '../lib/stats.ts';
import type { Row } from '../lib/table.ts';

const rounds = 20;
const warmUps = 3;
const charts = 7;

/** Milliseconds from the last of these keys to the last drawing of a chart, painted; and the longest task of the main thread meanwhile. */
async function press(page: Page, keys: readonly string[]): Promise<{ readonly ms: number; readonly task: number }> {
  const watch = await page.evaluateHandle((wanted) => {
    const state = { pressedAt: 0, paintedAt: 0, task: 0 };
    const drawn = new Set<Element>();
    addEventListener('keydown', () => void Object.assign(state, { pressedAt: performance.now() }), true);
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) if (startTime + duration > state.pressedAt) state.task = Math.max(state.task, duration);
    }).observe({ type: 'longtask' });
    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const svg of node.matches('svg') ? [node] : node.querySelectorAll('figure svg')) {
              const figure = svg.closest('figure');
              if (figure) drawn.add(figure);
            }
      if (drawn.size < wanted) return;
      requestAnimationFrame(() => setTimeout(() => Object.assign(state, { paintedAt: performance.now() })));
    });
    observer.observe(document.body, { subtree: true, childList: true });
    return { state, end: () => observer.disconnect() };
  }, charts);
  for (const key of keys) await page.keyboard.press(key);
  await page.waitForFunction(({ state }) => state.paintedAt > 0 && performance.now() - state.paintedAt > 250, watch);
  return watch.evaluate(({ state, end }) => {
    end();
    return { ms: state.paintedAt - state.pressedAt, task: state.task };
  });
}

/** Measures. */
export async function dashboard(browser: Browser): Promise<Row[]> {
  const product = await startProduct();
  try {
    const page = await openSignedIn(browser, product.url, 'ana@northwind.example');
    await page.waitForFunction(() => performance.getEntriesByName('keyline:ready').length > 0);
    const opened: number[] = [];
    const stepped: number[] = [];
    const tasks: number[] = [];
    for (let round = 0; round < rounds + warmUps; round += 1) {
      const open = await press(page, ['g', 'd']);
      const step = await press(page, ['[']);
      const back = await press(page, [']']);
      await page.keyboard.press('g');
      await page.keyboard.press('i');
      await page.waitForSelector('[data-pane="inbox"] [role="row"]');
      if (round < warmUps) continue;
      opened.push(open.ms);
      stepped.push(step.ms, back.ms);
      tasks.push(open.task, step.task, back.task);
    }
    return [
      { work: `Dashboard: key to ${charts} charts painted`, ours: computeSpread(opened), peers: [], bar: { at: 'median', most: 400 } },
      { work: 'Dashboard: key that steps the period, to all charts painted anew', ours: computeSpread(stepped), peers: [], bar: { at: 'median', most: 100 } },
      { work: 'Dashboard: the longest task of each key (none under 50 ms is seen)', ours: computeSpread(tasks), peers: [], bar: { at: 'p95', most: 50 } },
    ];
  } finally {
    await product.close();
  }
}
