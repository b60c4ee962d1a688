/** Palette matching without the palette: per keystroke, and whether the first hit is right. */
import type { Browser } from '@playwright/test';
import { openPage } from '../lib/browser.ts';
import { computeSpread, type Spread } from '../lib/stats.ts';
import { print, type Row } from '../lib/table.ts';

interface Result {
  readonly build: { readonly total: number; readonly longestBlock: number };
  readonly key: Spread;
  readonly right: { readonly right: number; readonly missed: readonly string[] };
  readonly untuned: Readonly<Record<string, number>>;
}

const each = 100;
/** cmdk's filter is a pass over all labels: one round of the twenty queries are its twenty repeats. */
const getRounds = (name: string): number => (name === 'cmdk filter' ? 1 : 20);
const contenders = ['keyline', 'uFuzzy', 'fuzzysort', 'cmdk filter'];

async function measure(browser: Browser, url: string, name: string, count: number): Promise<Result> {
  const { page, close } = await openPage(browser, `${url}/matching.html`);
  await page.evaluate((labels) => window.matchingBench.makeLabels(labels), count);
  const build = await page.evaluate((who) => window.matchingBench.build(who), name);
  const rounds = getRounds(name);
  if (rounds > 1) await page.evaluate(() => window.matchingBench.type(2));
  const times = await page.evaluate((many) => window.matchingBench.type(many), rounds);
  const right = await page.evaluate(() => window.matchingBench.right());
  const untuned = await page.evaluate((many) => window.matchingBench.untuned(many), name === 'cmdk filter' ? each / 5 : each);
  await close();
  print(`  ${name}, ${count} labels: ${JSON.stringify({ build, ...computeSpread(times), right, untuned })}`);
  const scale = name === 'cmdk filter' ? 5 : 1;
  return { build, key: computeSpread(times), right, untuned: Object.fromEntries(Object.entries(untuned).map(([kind, hits]) => [kind, hits * scale])) };
}

/** Rows for 50,000 and 200,000 labels. */
export async function matching(_: Browser, url: string, browser: Browser, counts: readonly number[] = [50_000, 200_000]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of counts) {
    const results = new Map<string, Result>();
    for (const name of contenders) results.set(name, await measure(browser, url, name, count));
    const ours = results.get('keyline');
    if (!ours) continue;
    const peers = [...results].filter(([name]) => name !== 'keyline');
    const labels = count.toLocaleString('en-US');
    rows.push({
      work: `Matching ${labels} labels, per keystroke`,
      ours: ours.key,
      peers: peers.map(([name, { key }]) => ({ name, ...key })),
      bar: { at: 'p95', ratio: 0.5 },
    });
    rows.push({
      work: `Matching ${labels} labels, longest block while the index is built`,
      ours: { median: ours.build.longestBlock, p95: ours.build.longestBlock },
      peers: [],
      bar: { at: 'p95', most: 50 },
    });
    rows.push({
      work: `Right first hit of 20 queries, ${labels} labels`,
      count: ours.right.right,
      of: 20,
      peers: peers.map(([name, { right }]) => ({ name, count: right.right })),
      least: 19,
    });
    for (const [kind, hits] of Object.entries(ours.untuned)) {
      rows.push({
        work: `Right first hit, ${kind}, ${labels} labels`,
        count: hits,
        of: each,
        peers: peers.map(([name, { untuned }]) => ({ name, count: untuned[kind] ?? 0 })),
        least: 95,
      });
    }
  }
  return rows;
}
