/** Charts of 400 days beside their peers, in turns in the same page. */
import type { Browser } from '@playwright/test';
import { measureTaskMs, openPage } from '../lib/browser.ts';
import { computeSpread } from '../lib/stats.ts';
import type { Row } from '../lib/table.ts';

const rounds = 30;
const warmUps = 5;
const peers = [
  { who: 'uplot', name: 'uPlot', ratio: 1.6 },
  { who: 'echarts', name: 'ECharts', ratio: 0.8 },
  { who: 'recharts', name: 'Recharts', ratio: 0.5 },
] as const;

/** Main thread's time of mounting each, in turns: drawn, laid out and painted. */
export async function charts(_: Browser, url: string, free: Browser): Promise<Row[]> {
  const { page, cdp, close } = await openPage(free, `${url}/charts.html`);
  const names = await page.evaluate(() => window.chartsBench.names());
  const times = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds + warmUps; round += 1)
    for (const name of names) {
      const taken = await measureTaskMs(cdp, () => page.evaluate((who) => window.chartsBench.mount(who), name));
      if (round >= warmUps) times.get(name)?.push(taken);
    }
  await close();
  const ours = computeSpread(times.get('keyline') ?? []);
  return peers.map(({ who, name, ratio }) => ({
    work: `Chart of 400 days with the period before: main thread to mount, beside ${name}`,
    ours,
    peers: [{ name, ...computeSpread(times.get(who) ?? []) }],
    bar: { at: 'median', ratio },
  }));
}
