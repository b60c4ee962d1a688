/** Four charts of the same 400 days in one page: the calls as a line over its area, and the period before as a dashed line. */
import { startTheme } from '../../src/theme/index.ts';
import type { ChartMaker, Day } from './charts/maker.ts';
import { waitUntilDrawn } from './settle.ts';

startTheme();
const makers: Readonly<Record<string, ChartMaker>> = {
  keyline: (await import('./charts/keyline.tsx')).maker,
  uplot: (await import('./charts/uplot.ts')).maker,
  echarts: (await import('./charts/echarts.ts')).maker,
  recharts: (await import('./charts/recharts.tsx')).maker,
};
const found = document.getElementById('root');
if (!found) throw new Error('There is no place for a chart');
const root: HTMLElement = found;

const dayMs = 86_400_000;
const days = Array.from({ length: 400 }, (_, at): Day => {
  const wave = Math.sin(at / 9) * 40 + (at % 7 < 5 ? 60 : 15);
  return { at: new Date(Date.UTC(2025, 9, 1) + at * dayMs), value: Math.round(120 + wave + ((at * 7_919) % 23)), previous: Math.round(105 + wave) };
});

const bench = {
  names: (): string[] => Object.keys(makers),
  /** Mounts one, waits for the frame that shows it, and takes it away. */
  async mount(name: string): Promise<void> {
    const maker = makers[name];
    if (!maker) throw new Error(`No chart of ${name}`);
    root.replaceChildren();
    const place = document.createElement('div');
    root.append(place);
    await waitUntilDrawn();
    const unmount = maker.mount(days, place);
    while (!maker.isShown(place)) await new Promise((done) => setTimeout(done));
    await waitUntilDrawn();
    unmount();
  },
};
declare global {
  interface Window {
    readonly chartsBench: typeof bench;
  }
}
Object.assign(window, { chartsBench: bench });
