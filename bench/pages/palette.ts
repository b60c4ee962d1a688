/** A palette that F2 opens; `?who=` says whose, `?count=` over how many entries. */
import { createLabels } from '../lib/data.ts';
import { waitUntilSettled, watchKeys } from './settle.ts';

/** Mounts a palette over the labels; it is ready when the promise is. */
export type MountPalette = (labels: ReturnType<typeof createLabels>, root: HTMLElement) => Promise<void>;

const whose: Record<string, () => Promise<{ mount: MountPalette }>> = {
  keyline: () => import('./palette/keyline.tsx'),
  cmdk: () => import('./palette/cmdk.tsx'),
  capped: () => import('./palette/capped.tsx'),
  kbar: () => import('./palette/kbar.tsx'),
};

const asked = new URLSearchParams(location.search);
const root = document.getElementById('root');
const load = whose[asked.get('who') ?? ''];
if (!root || !load) throw new Error('Whose palette?');
const { mount } = await load();
await mount(createLabels(Number(asked.get('count') ?? 50_000)), root);
watchKeys();

const bench = { settled: waitUntilSettled, first: () => document.querySelector('[role="option"]')?.textContent ?? '' };
type PaletteBench = typeof bench;
declare global {
  interface Window {
    readonly paletteBench: PaletteBench;
  }
}
Object.assign(window, { paletteBench: bench });
