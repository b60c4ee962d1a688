/** Draws charts with Observable Plot, in our tokens. Comes with the pane: no code of it is needed before. */

import * as Plot from '@observablehq/plot';
import { formatNumber } from '#contract/text/number.ts';
import { type Chart, findOpenPoint, formatDifference, formatHour, type Point } from '#contract/text/reportChart.ts';

/** Size of a chart in pixels, its moment (`2026-11-20 14:05`, in its zone), and the point that has the cursor. `isPointed`: the mouse or a finger is over it, and finds its points. */
interface PlotOptions {
  readonly width: number;
  readonly height: number;
  readonly now: string;
  readonly cursor: Point | null;
  readonly isPointed: boolean;
}

const ghost = 'var(--ink-3)';
const ink = 'var(--ink)';
const color = ({ tone }: Chart) => `var(--${tone})`;

/** Something to compare with is there. */
const hasPrevious = (points: readonly Point[]) => points.some(({ previous }) => previous !== null);

/** Counts are whole: a scale of few has no more ticks than counts. */
function countAxis(points: readonly Point[]) {
  const most = Math.max(1, ...points.flatMap(({ value, previous }) => [value, previous ?? 0]));
  return { grid: true, label: null, domain: [0, most], nice: true, ticks: Math.min(4, most), tickSize: 0, tickFormat: 's' } as const;
}

/** Points that have something to be compared with; a mark at zero says nothing. */
const listCompared = (points: readonly Point[]) => points.filter(({ previous }) => previous !== null && previous > 0);

/** A period that is not over yet is drawn apart: it would look like a fall. */
function drawLine(chart: Chart, { width, height, now, cursor, isPointed }: PlotOptions) {
  const points = [...chart.points];
  const open = findOpenPoint(points, now);
  const closed = open === -1 ? points : points.slice(0, open);
  const running = open === -1 ? [] : points.slice(Math.max(0, open - 1), open + 1);
  const x = (point: Point) => point.at;
  return Plot.plot({
    width,
    height,
    marginLeft: 44,
    marginRight: 16,
    marginBottom: 36,
    x: { type: 'utc', label: null, tickSize: 4 },
    y: countAxis(points),
    marks: [
      Plot.areaY(closed, { x, y: 'value', fill: color(chart), fillOpacity: 0.12 }),
      ...(hasPrevious(points)
        ? [
            Plot.lineY(
              points.filter(({ previous }) => previous !== null),
              { x, y: 'previous', stroke: ghost, strokeDasharray: '3 3', strokeWidth: 1.5 },
            ),
          ]
        : []),
      Plot.lineY(closed, { x, y: 'value', stroke: color(chart), strokeWidth: 2 }),
      Plot.lineY(running, { x, y: 'value', stroke: color(chart), strokeWidth: 2, strokeDasharray: '1 4', strokeLinecap: 'round' }),
      ...(closed.length === 1 ? [Plot.dot(closed, { x, y: 'value', fill: color(chart), r: 3 })] : []),
      Plot.dot(running.slice(-1), { x, y: 'value', fill: 'var(--pane)', stroke: color(chart), strokeWidth: 1.5, r: 3 }),
      cursor === null ? null : Plot.ruleX([cursor], { x, stroke: 'var(--edge)' }),
      cursor === null ? null : Plot.dot([cursor], { x, y: 'value', fill: color(chart), stroke: 'var(--pane)', strokeWidth: 2, r: 5 }),
      isPointed ? Plot.dot(points, Plot.pointerX({ x, y: 'value', stroke: color(chart), r: 4 })) : null,
    ],
  });
}

function drawColumns(chart: Chart, { width, height, cursor, isPointed }: PlotOptions) {
  const points = [...chart.points];
  return Plot.plot({
    width,
    height,
    marginLeft: 44,
    marginRight: 8,
    marginBottom: 26,
    x: {
      type: 'band',
      domain: points.map(({ key }) => key),
      label: null,
      tickSize: 0,
      tickFormat: (key: string) => (Number(key) % 6 === 0 ? formatHour(Number(key)) : ''),
      padding: 0.25,
    },
    y: countAxis(points),
    marks: [
      Plot.barY(points, { x: 'key', y: 'value', fill: color(chart), fillOpacity: (point: Point) => (cursor === null || point === cursor ? 0.9 : 0.55), rx: 2 }),
      ...(hasPrevious(points) ? [Plot.tickY(listCompared(points), { x: 'key', y: 'previous', stroke: ghost, strokeWidth: 2 })] : []),
      cursor === null ? null : Plot.ruleX([cursor], { x: 'key', stroke: 'var(--edge)' }),
      cursor === null ? null : Plot.barY([cursor], { x: 'key', y: 'value', fill: 'none', stroke: ink, strokeWidth: 1.5, rx: 2 }),
      isPointed ? Plot.dot(points, Plot.pointerX({ x: 'key', y: 'value', r: 0 })) : null,
    ],
  });
}

/** Pixels of a bar with its gap. */
export const barHeight = 26;

/** Names are cut at so many letters: their column takes no more than a third of the chart. */
const cut = (label: string, width: number) => {
  const letters = Math.max(8, Math.floor(width / 3 / 7));
  return label.length > letters ? `${label.slice(0, letters - 1)}…` : label;
};

/** Frame of bars with their names at the left, and room for a number at the end of each. */
function frameBars(points: readonly Point[], { width, height }: PlotOptions) {
  const labels = new Map(points.map(({ key, label }) => [key, cut(label, width)]));
  const longest = Math.max(0, ...[...labels.values()].map((label) => label.length));
  return {
    width,
    height,
    marginLeft: Math.min(width / 3, 14 + longest * 7),
    marginRight: 48,
    marginTop: 4,
    marginBottom: 4,
    y: { type: 'band', domain: points.map(({ key }) => key), label: null, tickSize: 0, tickFormat: (key: string) => labels.get(key) ?? '', padding: 0.3 },
  } as const;
}

function drawBars(chart: Chart, options: PlotOptions) {
  const points = [...chart.points];
  const { cursor, isPointed } = options;
  return Plot.plot({
    ...frameBars(points, options),
    x: { axis: null, zero: true },
    marks: [
      Plot.barX(points, { y: 'key', x: 'value', fill: color(chart), fillOpacity: (point: Point) => (cursor === null || point === cursor ? 0.9 : 0.55), rx: 2 }),
      ...(hasPrevious(points) ? [Plot.tickX(listCompared(points), { y: 'key', x: 'previous', stroke: ghost, strokeWidth: 2 })] : []),
      cursor === null ? null : Plot.barX([cursor], { y: 'key', x: 'value', fill: 'none', stroke: ink, strokeWidth: 1.5, rx: 2 }),
      Plot.text(points, {
        y: 'key',
        x: (point: Point) => Math.max(point.value, point.previous ?? 0),
        text: (point: Point) => formatNumber(point.value),
        textAnchor: 'start',
        dx: 6,
        fill: 'var(--ink-2)',
      }),
      isPointed ? Plot.dot(points, Plot.pointerY({ y: 'key', x: 'value', r: 0 })) : null,
    ],
  });
}

/** Rises to the right of a line, falls to the left. */
function drawChanges(chart: Chart, options: PlotOptions) {
  const points = [...chart.points];
  const { cursor, isPointed } = options;
  const change = ({ value, previous }: Point) => value - (previous ?? 0);
  const amount = { y: 'key', x: change, text: formatDifference, fill: 'var(--ink-2)' };
  return Plot.plot({
    ...frameBars(points, options),
    x: { axis: null, zero: true, insetLeft: points.some((point) => change(point) < 0) ? 48 : 0 },
    marks: [
      Plot.barX(points, { y: 'key', x: change, fill: color(chart), fillOpacity: (point: Point) => (cursor === null || point === cursor ? 0.9 : 0.55), rx: 2 }),
      cursor === null ? null : Plot.barX([cursor], { y: 'key', x: change, fill: 'none', stroke: ink, strokeWidth: 1.5, rx: 2 }),
      Plot.text(
        points.filter((point) => change(point) > 0),
        { ...amount, textAnchor: 'start', dx: 6 },
      ),
      Plot.text(
        points.filter((point) => change(point) < 0),
        { ...amount, textAnchor: 'end', dx: -6 },
      ),
      Plot.ruleX([0], { stroke: 'var(--edge)' }),
      isPointed ? Plot.dot(points, Plot.pointerY({ y: 'key', x: change, r: 0 })) : null,
    ],
  });
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function drawGrid(chart: Chart, { width, height, cursor, isPointed }: PlotOptions) {
  const points = [...chart.points];
  const most = Math.max(1, ...points.map(({ value }) => value));
  const [x, y] = [(point: Point) => point.cell?.hour ?? 0, (point: Point) => weekdays[point.cell?.weekday ?? 0]];
  return Plot.plot({
    width,
    height,
    marginLeft: 40,
    marginRight: 8,
    marginTop: 4,
    marginBottom: 26,
    x: { type: 'band', label: null, tickSize: 0, tickFormat: (hour: number) => (hour % 6 === 0 ? formatHour(hour) : ''), padding: 0.08 },
    y: { type: 'band', domain: weekdays, label: null, tickSize: 0, padding: 0.08 },
    marks: [
      Plot.cell(points, { x, y, fill: 'var(--raise)', rx: 2 }),
      Plot.cell(points, { x, y, fill: color(chart), fillOpacity: (point: Point) => (point.value === 0 ? 0 : 0.12 + (0.88 * point.value) / most), rx: 2 }),
      cursor === null ? null : Plot.cell([cursor], { x, y, fill: 'none', stroke: ink, strokeWidth: 2, rx: 2 }),
      isPointed ? Plot.dot(points, Plot.pointer({ x, y, r: 0 })) : null,
    ],
  });
}

const draw = { line: drawLine, columns: drawColumns, bars: drawBars, changes: drawChanges, grid: drawGrid } as const;

/** Draws a chart. Where it is pointed at, its element carries the point nearest to the mouse as `value`. */
export function drawChart(chart: Chart, options: PlotOptions): (SVGSVGElement | HTMLElement) & { value?: unknown } {
  const element = draw[chart.kind](chart, options);
  element.setAttribute('aria-hidden', 'true');
  element.removeAttribute('role');
  // A style sheet of its own in each chart makes the browser look at the styles of the whole page; ours says the same.
  for (const sheet of element.querySelectorAll('style')) sheet.remove();
  return element;
}
