/** A table of 100,000 rows and 10 columns; `?who=` says whose. */
import { type CallRow, createRows } from '../lib/data.ts';
import { waitUntilDrawn } from './settle.ts';

/** A mounted table. */
interface Mounted {
  /** Moves the cursor a row down, as its key would, and keeps it in view. */
  step(): void;
  /** Returns the scrolling element. */
  scroller(): Element | null;
  /** Chooses rows and lets rows arrive and change four times a second, where the table can. */
  enliven(): () => void;
  unmount(): void;
}
export interface TableMaker {
  mount(rows: readonly CallRow[], root: HTMLElement): Mounted;
  /** Checks whether the first row is on screen. */
  isShown(root: HTMLElement): boolean;
}

const whose: Record<string, () => Promise<{ maker: TableMaker }>> = {
  keyline: () => import('./table/keyline.tsx'),
  virtuoso: () => import('./table/virtuoso.tsx'),
  glide: () => import('./table/glide.tsx'),
  tanstack: () => import('./table/tanstack.tsx'),
  ag: () => import('./table/ag.tsx'),
};
const load = whose[new URLSearchParams(location.search).get('who') ?? ''];
const root = document.getElementById('root');
if (!load || !root) throw new Error('Whose table?');
const { maker } = await load();
const rows = createRows(100_000);
let mounted: Mounted | null = null;

const listShown = async (): Promise<void> => {
  const channel = new MessageChannel();
  while (!maker.isShown(root)) {
    await new Promise<void>((done) => {
      channel.port1.onmessage = () => done();
      channel.port2.postMessage(null);
    });
  }
};

const bench = {
  /** Milliseconds from render to the frame that shows the first row. */
  async mount(): Promise<number> {
    await waitUntilDrawn();
    const started = performance.now();
    mounted = maker.mount(rows, root);
    await listShown();
    await waitUntilDrawn();
    return performance.now() - started;
  },
  async unmount(): Promise<void> {
    mounted?.unmount();
    mounted = null;
    await waitUntilDrawn();
  },
  enliven: (): void => void mounted?.enliven(),
  /** Moves the cursor once a frame, so many times. */
  steps(count: number): Promise<void> {
    return new Promise((done) => {
      let left = count;
      const frame = () => {
        if (left === 0) return done();
        left -= 1;
        mounted?.step();
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    });
  },
  scrolled: (): number => mounted?.scroller()?.scrollTop ?? -1,
  text: (): string => document.body.innerText.slice(0, 300),
};
type TableBench = typeof bench;
declare global {
  interface Window {
    readonly tableBench: TableBench;
  }
}
Object.assign(window, { tableBench: bench });
