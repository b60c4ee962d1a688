/** The table of results: on the terminal and as a page of docs. */
import type { Spread } from './stats.ts';

/** Times in ms: ours and the peers', and the figure to reach. */
interface TimeRow {
  readonly work: string;
  readonly ours: Spread;
  readonly peers: readonly ({ readonly name: string } & Spread)[];
  /** `most` in ms, `ratio` to the fastest peer, at the median or at p95. */
  readonly bar: { readonly at: 'median' | 'p95'; readonly most?: number; readonly ratio?: number };
}
/** Things counted: right answers (`least`), missed frames or megabytes (`most`). */
interface CountRow {
  readonly work: string;
  readonly count: number;
  readonly of?: number;
  readonly unit?: string;
  readonly peers: readonly { readonly name: string; readonly count: number }[];
  readonly least?: number;
  readonly most?: number;
}
export type Row = TimeRow | CountRow;

/** Says where the run stands, beside the table. */
export const print = (line: string): void => void process.stderr.write(`${line}\n`);

const formatFigure = (value: number): string => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));
const findBest = (row: TimeRow): number => Math.min(...row.peers.map((peer) => peer[row.bar.at]));

/** Checks whether a row reaches its figure. */
export function isReached(row: Row): boolean {
  if ('count' in row) return row.count >= (row.least ?? 0) && row.count <= (row.most ?? Number.POSITIVE_INFINITY);
  const { at, most = Number.POSITIVE_INFINITY, ratio } = row.bar;
  return row.ours[at] <= most && (ratio === undefined || row.peers.length === 0 || row.ours[at] <= ratio * findBest(row));
}

function formatBar(row: Row): string {
  if ('count' in row) return row.least === undefined ? `≤ ${row.most}${row.unit ?? ''}` : `≥ ${row.least}${row.of === undefined ? '' : ` of ${row.of}`}`;
  const { at, most, ratio } = row.bar;
  return `${at} ${[most === undefined ? '' : `≤ ${most} ms`, ratio === undefined ? '' : `≤ ${ratio}× best`].filter(Boolean).join(', ')}`;
}

function formatCells(row: Row): string[] {
  const mark = isReached(row) ? 'yes' : 'NO';
  if ('count' in row) {
    const written = (count: number) => `${Number.isInteger(count) ? count : count.toFixed(count < 10 ? 2 : 1)}${row.unit ?? ''}`;
    return [row.work, written(row.count), row.peers.map(({ name, count }) => `${name} ${written(count)}`).join(', '), '', formatBar(row), mark];
  }
  const { at } = row.bar;
  const ratio = row.peers.length === 0 ? '' : `${formatFigure(row.ours[at] / findBest(row))}×`;
  const peers = row.peers.map(({ name, median, p95 }) => `${name} ${formatFigure(median)} / ${formatFigure(p95)}`).join(', ');
  return [row.work, `${formatFigure(row.ours.median)} / ${formatFigure(row.ours.p95)}`, peers, ratio, formatBar(row), mark];
}

const head = ['Work (ms: median / p95)', 'Ours', 'Peers', 'To the best', 'To reach', 'Reached'];

/** The table as Markdown; it reads as well on a terminal. */
export function formatTable(rows: readonly Row[]): string {
  const lines = [head, ...rows.map(formatCells)];
  const widths = head.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)));
  const written = lines.map((line) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`);
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [written[0], rule, ...written.slice(1)].join('\n');
}
