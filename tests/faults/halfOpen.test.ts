/** A line that swallows everything and says nothing: a laptop that slept, a router that forgot. The app finds out by itself. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Busy, startBusy } from './arrivals.ts';
import { openTab } from './tab.ts';

let busy: Busy;

beforeAll(async () => {
  busy = await startBusy();
});
afterAll(() => busy.server.close());

/** SAFETY.md, Realtime. */
const noticedMs = 40_000;
const caughtUpMs = 5_000;

test('500 texts arrive while the line is half open: noticed within 40 s, caught up within 5 s, none missed, none twice', async () => {
  const tab = await openTab(busy.server, busy.agent, busy.companyId);
  const before = await busy.arrive(10);
  await vi.waitFor(() => expect(tab.items).toEqual(before));
  const started = Date.now();
  const noticed = tab.hasNoticed();
  await tab.line.break({ kind: 'forgotten' });
  const missed = await busy.arrive(500);
  expect(tab.items).toEqual(before);
  await noticed;
  expect(Date.now() - started).toBeLessThan(noticedMs);
  const found = Date.now();
  await vi.waitFor(() => expect([tab.state(), tab.items.length]).toEqual(['open.live', 510]), { timeout: 30_000, interval: 20 });
  expect(Date.now() - found).toBeLessThan(caughtUpMs);
  expect(tab.items).toEqual([...before, ...missed]);
  await tab.close();
});

test.runIf(process.env.FAULTS === 'long')(
  'the network is gone for two minutes, half open all the while: everything is there soon after',
  { timeout: 300_000 },
  async () => {
    const tab = await openTab(busy.server, busy.agent, busy.companyId);
    await tab.line.break({ kind: 'halfOpen' });
    const ids: number[] = [];
    for (const until = Date.now() + 120_000; Date.now() < until; ) {
      ids.push(...(await busy.arrive(10)));
      await new Promise((done) => setTimeout(done, 1_000));
    }
    expect(tab.state()).toBe('open.unavailable');
    await tab.line.mend();
    // So many are not told one by one: all that is on screen is fetched anew.
    await vi.waitFor(() => expect([tab.state(), tab.fetchedAnew() > 0]).toEqual(['open.live', true]), { timeout: 20_000, interval: 20 });
    expect(tab.items).toEqual([]);
    const [next] = await busy.arrive(1);
    await vi.waitFor(() => expect(tab.items).toEqual([next]), { timeout: 5_000, interval: 20 });
    await tab.close();
  },
);
