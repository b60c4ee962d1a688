/** The line to the sockets breaks while texts arrive: the app notices, comes back by itself, and misses nothing. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Busy, startBusy } from './arrivals.ts';
import type { Fault } from './proxy.ts';
import { openTab, type Tab } from './tab.ts';

const isLong = process.env.FAULTS === 'long';
/** Texts that arrive before and after the fault is noticed. */
const lot = isLong ? 250 : 60;

let busy: Busy;
const tabs: Tab[] = [];

beforeAll(async () => {
  busy = await startBusy();
});
afterAll(() => busy.server.close());
afterEach(async () => {
  for (const tab of tabs.splice(0)) await tab.close();
});

const open = async () => {
  const tab = await openTab(busy.server, busy.agent, busy.companyId);
  tabs.push(tab);
  return tab;
};
/** Live again with everything, none twice, in order, without fetching the screen anew; the milliseconds it took. */
async function hasAll(tab: Tab, ids: readonly number[]): Promise<number> {
  const started = Date.now();
  await vi.waitFor(() => expect([tab.state(), tab.items.length]).toEqual(['open.live', ids.length]), { timeout: 30_000, interval: 10 });
  expect(tab.items).toEqual(ids);
  expect(tab.fetchedAnew()).toBe(0);
  return Date.now() - started;
}

const broken: readonly (readonly [string, Fault])[] = [
  ['is cut', { kind: 'cut', way: 'answers', after: 0 }],
  ['is reset in the middle of a frame', { kind: 'reset', way: 'answers', after: 300 }],
  ['leads nowhere', { kind: 'refuse' }],
];
const more: readonly (readonly [string, Fault])[] = [
  ['is cut in the middle of a frame', { kind: 'cut', way: 'answers', after: 700 }],
  ['is reset', { kind: 'reset', way: 'asked', after: 0 }],
];

describe('the line to the sockets', () => {
  test.each(isLong ? [...broken, ...more] : broken)('%s while texts arrive: they are all there once it is whole', async (_, fault) => {
    const tab = await open();
    const before = await busy.arrive(20);
    await hasAll(tab, before);
    const noticed = tab.hasNoticed();
    await tab.line.break(fault);
    const missed = await busy.arrive(lot);
    await noticed;
    const more = await busy.arrive(lot);
    await tab.line.mend();
    await hasAll(tab, [...before, ...missed, ...more]);
    const after = await busy.arrive(10);
    await hasAll(tab, [...before, ...missed, ...more, ...after]);
  });

  test('is whole again before calls get through: the channel is joined once it can be', async () => {
    const tab = await open();
    const before = await busy.arrive(10);
    await hasAll(tab, before);
    const noticed = tab.hasNoticed();
    await tab.calls.break({ kind: 'refuse' });
    busy.server.services.realtime.endSubscriptions(busy.agent.person.id);
    await noticed;
    await vi.waitFor(() => expect(tab.state()).toBe('open.unavailable'), { timeout: 20_000, interval: 10 });
    const missed = await busy.arrive(20);
    await tab.calls.mend();
    await hasAll(tab, [...before, ...missed]);
  });

  test('stalls for a moment: what waits comes in its order', async () => {
    const tab = await open();
    await tab.line.break({ kind: 'stall' });
    const ids = await busy.arrive(100);
    expect(tab.items).toEqual([]);
    await tab.line.mend();
    expect(await hasAll(tab, ids)).toBeLessThan(5_000);
  });

  test('is slow: everything comes', async () => {
    const tab = await open();
    await tab.line.break({ kind: 'slow', bytesPerSecond: 20_000 });
    const ids = await busy.arrive(100);
    await hasAll(tab, ids);
  });
});
