/** Charts as data: points with what each is called, its sum, the sum it is compared with, and the search that opens exactly its calls. Pure. */

import type { CallReportRow, CompanySums, DashboardBucket } from '../analytics/entities.ts';
import { longDurations } from '../analytics/enums.ts';
import { withoutValue } from '../calls/enums.ts';
import { type CallQuery, searchWeekdays } from './callQuery.ts';
import type { DateRange } from './dateRange.ts';
import { formatNumber } from './number.ts';
import { displayPhone } from './phone.ts';
import type { ChartReport } from './reportRequest.ts';
import type { ReportName, ReportView } from './reportSentence.ts';
import { addDays, addMonths, getWeekday } from './time.ts';

/** A point of a chart. `previous`: null where nothing is compared, or nothing is there to compare. `query`: null where no list has what it sums. */
export interface Point {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  readonly previous: number | null;
  readonly query: CallQuery | null;
  /** Company whose calls it sums, where it is not the selected one's. */
  readonly companySlug?: string;
  /** Values of the further columns of a table. */
  readonly cells?: readonly number[];
  /** Part of the change of all calls, -1 to 1 and beyond; in a chart of changes alone. */
  readonly share?: number | null;
  /** Instant of a point in time, and that at which its period is over. */
  readonly at?: Date;
  readonly until?: Date;
  /** Place in a grid of weekdays and hours. */
  readonly cell?: { readonly weekday: number; readonly hour: number };
}

/** Shapes of charts: a course over time, columns, bars with names, bars of rises and falls, a grid of weekdays and hours. */
type ChartKind = 'line' | 'columns' | 'bars' | 'changes' | 'grid';

/** True for a chart of bars with names, one under the other. */
export const hasBars = ({ kind }: Pick<Chart, 'kind'>): boolean => kind === 'bars' || kind === 'changes';

export interface Chart {
  readonly kind: ChartKind;
  readonly points: readonly Point[];
  /** Noun of what is counted, one and many. */
  readonly nouns: readonly [one: string, many: string];
  readonly tone: 'accent' | 'red';
  /** Further columns of its table. */
  readonly columns?: readonly string[];
}

const calls = ['call', 'calls'] as const;
const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** The view's own search over days, with what a point adds. */
const narrow = ({ query }: ReportView, { start, end }: DateRange, more: CallQuery = {}): CallQuery => ({
  ...query,
  span: { since: start, until: end },
  ...more,
});

/** Hour as a clock says it: `2 PM`. */
export const formatHour = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;

const dayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Day in words: `Mon, Mar 9`. */
const formatDayName = (day: string): string => dayFormat.format(new Date(day));

/** Days in words: `Mon, Mar 9 – Sun, Mar 15`; a single day once. */
export const formatRangeName = ({ start, end }: DateRange): string =>
  start === end ? formatDayName(start) : `${formatDayName(start)} – ${formatDayName(end)}`;

/** Days of a bucket, those of the range alone, and what else tells it. */
function readBucket(
  bucket: string,
  { start, end }: DateRange,
): { readonly days: DateRange; readonly at: Date; readonly label: string; readonly hour?: number } {
  if (bucket.includes('T')) {
    const [day = '', hour = '0'] = bucket.split('T');
    return {
      days: { start: day, end: day },
      at: new Date(`${bucket}:00:00Z`),
      label: `${formatDayName(day)}, ${formatHour(Number(hour))}`,
      hour: Number(hour),
    };
  }
  const isMonth = bucket.length === 7;
  const first = isMonth ? `${bucket}-01` : bucket;
  const last = isMonth ? addDays(addMonths(first, 1), -1) : first;
  const clip = (day: string) => (day < start ? start : day > end ? end : day);
  return { days: { start: clip(first), end: clip(last) }, at: new Date(first), label: isMonth ? monthFormat.format(new Date(first)) : formatDayName(first) };
}

/** Place of the point of a line whose period is not over at a moment (`2026-11-20 14:05`, in the zone of the points); -1 where all are. */
export function findOpenPoint(points: readonly Point[], now: string): number {
  const moment = new Date(`${now.replace(' ', 'T')}:00Z`);
  return points.findIndex(({ at, until }) => at !== undefined && until !== undefined && at <= moment && moment < until);
}

const nounsOf = { calls, messages: ['message', 'messages'], faxes: ['fax', 'faxes'], voicemails: ['voicemail', 'voicemails'] } as const;

interface BucketData {
  readonly data: readonly DashboardBucket[];
  readonly previous: readonly DashboardBucket[];
  readonly meta: { readonly comparedUntil: string | null };
}

/** True for a bucket that begins after the time up to which is compared. */
const isAfter = (bucket: string, until: string | null) => until !== null && bucket.replace('T', ' ') > until;

/** The course over time. */
export function createTimeChart(view: ReportView, range: DateRange, { data, previous, meta }: BucketData): Chart {
  const points = data.map(({ bucket, total }, at): Point => {
    const read = readBucket(bucket, range);
    const week = view.groupBy === 'week' ? { start: read.days.start, end: addDays(bucket, 6) > range.end ? range.end : addDays(bucket, 6) } : read.days;
    const before = previous[at];
    return {
      key: bucket,
      label: view.groupBy === 'week' ? `Week of ${read.label}` : read.label,
      value: total,
      previous: before === undefined || isAfter(before.bucket, meta.comparedUntil) ? null : before.total,
      query: view.type === 'calls' ? narrow(view, week, read.hour === undefined ? {} : { hour: read.hour }) : null,
      at: read.at,
      until: read.hour === undefined ? new Date(addDays(week.end, 1)) : new Date(read.at.getTime() + 3_600_000),
    };
  });
  return { kind: 'line', points, nouns: nounsOf[view.type], tone: 'accent' };
}

interface Group {
  readonly key: string;
  readonly label: string;
  readonly more: CallQuery;
}
type Grouping = (row: CallReportRow) => Group | null;

const named = (value: string | null | undefined, without: string, toMore: (value: string) => CallQuery, none: CallQuery): Group =>
  value == null ? { key: '', label: without, more: none } : { key: value, label: displayPhone(value), more: toMore(value) };

/** Groups of rows of each report with names, and the search of each. */
const groupings = {
  calls: ({ number }) => (number ? { key: String(number.id), label: number.label || displayPhone(number.number), more: { numbers: [number.number] } } : null),
  byForwardNumber: ({ answeredBy }) => named(answeredBy, 'No destination', (by) => ({ by }), { hasAgent: false }),
  byTag: ({ tag }) => (tag ? { key: String(tag.id), label: tag.name, more: { tags: [tag.name] } } : { key: '', label: 'No tag', more: { isTagged: false } }),
  byTrafficSource: ({ trafficSource }) => named(trafficSource, 'No source', (source) => ({ source }), { source: withoutValue }),
  byDniPool: ({ dniPool, dniPoolName }) =>
    dniPool == null
      ? { key: '', label: 'No pool', more: { pool: withoutValue } }
      : { key: String(dniPool), label: dniPoolName ?? `Pool ${dniPool}`, more: { pool: String(dniPool) } },
  byGeo: ({ geo }) => named(geo, 'Elsewhere', (area) => ({ area }), { area: withoutValue }),
} as const satisfies Partial<Record<ChartReport, Grouping>>;

const sumBy = (rows: readonly CallReportRow[], keyOf: (row: CallReportRow) => string | null, countOf: (row: CallReportRow) => number) => {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== null) sums.set(key, (sums.get(key) ?? 0) + countOf(row));
  }
  return sums;
};

interface ReportData {
  readonly current: readonly CallReportRow[];
  readonly previous: readonly CallReportRow[] | null;
  readonly until: string | null;
}

/** Points of bars: each group there is now or was before, the largest first. */
function createBars(view: ReportView, range: DateRange, { current, previous }: ReportData, group: Grouping): readonly Point[] {
  const groups = new Map([...current, ...(previous ?? [])].flatMap((row) => group(row) ?? []).map((each) => [each.key, each]));
  const keyOf = (row: CallReportRow) => group(row)?.key ?? null;
  const [sums, before] = [sumBy(current, keyOf, (row) => row.calls), previous && sumBy(previous, keyOf, (row) => row.calls)];
  return [...groups.values()]
    .map(
      ({ key, label, more }): Point => ({
        key,
        label,
        value: sums.get(key) ?? 0,
        previous: before && (before.get(key) ?? 0),
        query: narrow(view, range, more),
      }),
    )
    .sort((one, other) => other.value - one.value || (other.previous ?? 0) - (one.previous ?? 0) || one.label.localeCompare(other.label));
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);

function createHours(view: ReportView, range: DateRange, { current, previous }: ReportData): readonly Point[] {
  const sum = (rows: readonly CallReportRow[]) =>
    sumBy(
      rows,
      ({ hour }) => String(hour),
      (row) => row.missed,
    );
  const [sums, before] = [sum(current), previous && sum(previous)];
  return hours.map((hour) => ({
    key: String(hour),
    label: formatHour(hour),
    value: sums.get(String(hour)) ?? 0,
    previous: before && (before.get(String(hour)) ?? 0),
    query: narrow(view, range, { hour, results: ['missed'] }),
  }));
}

function createDurations(view: ReportView, range: DateRange, { current, previous }: ReportData): readonly Point[] {
  const sum = (rows: readonly CallReportRow[], seconds: (typeof longDurations)[number]) => rows.reduce((all, row) => all + row[`over${seconds}`], 0);
  return longDurations.map((seconds) => ({
    key: String(seconds),
    label: `Over ${seconds}s`,
    value: sum(current, seconds),
    previous: previous && sum(previous, seconds),
    query: narrow(view, range, { longer: Math.max(seconds, view.query.longer ?? 0) }),
  }));
}

/** Days of a range, with the sums of the days as far from the start before. */
function createDays(view: ReportView, range: DateRange, previousRange: DateRange | null, { current, previous, until }: ReportData): readonly Point[] {
  const sum = (rows: readonly CallReportRow[]) =>
    sumBy(
      rows,
      ({ day }) => day ?? null,
      (row) => row.calls,
    );
  const [sums, before] = [sum(current), previous && sum(previous)];
  const points: Point[] = [];
  for (let day = range.start, at = 0; day <= range.end; day = addDays(day, 1), at += 1) {
    const then = previousRange === null ? null : addDays(previousRange.start, at);
    const isCompared = then !== null && previousRange !== null && then <= previousRange.end && !isAfter(then, until);
    points.push({
      key: day,
      label: formatDayName(day),
      value: sums.get(day) ?? 0,
      previous: before && isCompared ? (before.get(then) ?? 0) : null,
      query: narrow(view, { start: day, end: day }, { callers: 'first' }),
      at: new Date(day),
      until: new Date(addDays(day, 1)),
    });
  }
  return points;
}

/** The grid of weekdays and hours; what it is compared with has no place in it. */
function createGrid(view: ReportView, range: DateRange, { current }: ReportData): readonly Point[] {
  const sums = sumBy(
    current,
    ({ day = '', hour = 0 }) => `${getWeekday(day)} ${hour}`,
    (row) => row.calls,
  );
  return searchWeekdays.flatMap((weekday, at) =>
    hours.map(
      (hour): Point => ({
        key: `${weekday} ${hour}`,
        label: `${weekdayNames[at]}, ${formatHour(hour)}`,
        value: sums.get(`${at} ${hour}`) ?? 0,
        previous: null,
        query: narrow(view, range, { weekday, hour }),
        cell: { weekday: at, hour },
      }),
    ),
  );
}

/** The chart of a report. */
export function createReportChart(
  report: ChartReport,
  view: ReportView,
  { range, previous: previousRange }: { readonly range: DateRange; readonly previous: DateRange | null },
  data: ReportData,
): Chart {
  switch (report) {
    case 'missedCalls':
      return { kind: 'columns', points: createHours(view, range, data), nouns: ['missed call', 'missed calls'], tone: 'red' };
    case 'byDuration':
      return { kind: 'bars', points: createDurations(view, range, data), nouns: calls, tone: 'accent' };
    case 'byUniqueCallers':
      return { kind: 'line', points: createDays(view, range, previousRange, data), nouns: ['first-time caller', 'first-time callers'], tone: 'accent' };
    case 'byDayTime':
      return { kind: 'grid', points: createGrid(view, range, data), nouns: calls, tone: 'accent' };
    default:
      return { kind: 'bars', points: createBars(view, range, data, groupings[report]), nouns: calls, tone: 'accent' };
  }
}

/** Things that calls have in common, each with the report whose rows tell them, and how it is called. */
const dimensions = [
  ['calls', 'Number', groupings.calls],
  ['byForwardNumber', 'Destination', groupings.byForwardNumber],
  ['byTag', 'Tag', groupings.byTag],
  ['byTrafficSource', 'Source', groupings.byTrafficSource],
  ['byDniPool', 'Pool', groupings.byDniPool],
  ['byGeo', 'Area', groupings.byGeo],
  ['missedCalls', 'Hour', ({ hour = 0 }) => ({ key: String(hour), label: formatHour(hour), more: { hour } })],
  ['missedCalls', 'Weekday', ({ day = '' }) => toWeekdayGroup(getWeekday(day))],
] as const satisfies readonly (readonly [report: ChartReport, name: string, group: Grouping])[];

function toWeekdayGroup(at: number): Group | null {
  const weekday = searchWeekdays[at];
  return weekday === undefined ? null : { key: weekday, label: weekdayNames[at] ?? weekday, more: { weekday } };
}

/** Reports whose rows a chart of changes is made of. */
export const changeReports: readonly ChartReport[] = [...new Set(dimensions.map(([report]) => report))];

const countCalls = (rows: readonly CallReportRow[]) => rows.reduce((sum, row) => sum + row.calls, 0);

/**
 * Makes the chart of a change between two periods: everything that calls have in common, by how much of the change it brought, the largest part first and
 * what went the other way last. Parts of one kind add up to the change, but for tags, of which a number may have several.
 */
export function createChangesChart(view: ReportView, range: DateRange, dataOf: (report: ChartReport) => ReportData): Chart {
  const all = dataOf('calls');
  const change = countCalls(all.current) - countCalls(all.previous ?? []);
  const direction = change < 0 ? -1 : 1;
  const points = dimensions.flatMap(([report, name, group]) => {
    const parts = createBars(view, range, dataOf(report), group);
    // Something that all calls have in common tells nothing.
    if (parts.length < 2) return [];
    return parts.map(
      (point): Point => ({
        ...point,
        key: `${name} ${point.key}`,
        label: `${name}: ${point.label}`,
        share: change === 0 || point.previous === null ? null : (point.value - point.previous) / change,
      }),
    );
  });
  const getChange = ({ value, previous }: Point) => value - (previous ?? 0);
  const changed = points.filter((point) => point.previous !== null && getChange(point) !== 0);
  return { kind: 'changes', points: changed.sort((one, other) => direction * (getChange(other) - getChange(one))), nouns: calls, tone: 'accent' };
}

/** The companies beside each other, the one with the most calls first. */
export function createCompaniesChart(view: ReportView, range: DateRange, companies: readonly CompanySums[]): Chart {
  const points = companies.map(
    ({ companyId, companyName, companySlug, current, previous }): Point => ({
      key: String(companyId),
      label: companyName,
      value: current.calls,
      previous: previous?.calls ?? null,
      query: narrow(view, range),
      companySlug,
      cells: [current.answered, current.missed, current.firstTime, current.leads],
    }),
  );
  points.sort((one, other) => other.value - one.value || one.label.localeCompare(other.label));
  return { kind: 'bars', points, nouns: calls, tone: 'accent', columns: ['Answered', 'Missed', 'First-time', 'Leads'] };
}

const formatCount = (count: number, [one, many]: Chart['nouns']) => `${formatNumber(count)} ${count === 1 ? one : many}`;

/** A point as it is spoken: `Mon, Mar 9: 42 calls, 38 before`. */
export const formatPoint = ({ nouns }: Chart, { label, value, previous, share }: Point): string =>
  `${label}: ${formatCount(value, nouns)}${previous === null ? '' : `, ${formatNumber(previous)} before`}${share == null ? '' : `, ${formatShare(share)} of the change`}`;

/** Part of a change: `62%`, `−4%` where it went the other way. */
export const formatShare = (share: number): string => `${share < 0 ? '−' : ''}${Math.round(Math.abs(share) * 100)}%`;

/** Difference to what is compared with, with its sign. */
export function formatDifference({ value, previous }: Pick<Point, 'value' | 'previous'>): string {
  if (previous === null) return '–';
  const change = value - previous;
  return change === 0 ? '0' : `${change > 0 ? '+' : '−'}${formatNumber(Math.abs(change))}`;
}

/** A chart in one sentence, for who does not see it. */
export function formatChart(title: string, chart: Chart): string {
  if (chart.kind === 'changes') {
    const [first] = chart.points;
    return first === undefined ? `${title}: nothing` : `${title}, ${chart.points.length} parts. First: ${formatPoint(chart, first)}`;
  }
  const top = chart.points.reduce<Point | null>((best, point) => (best === null || point.value > best.value ? point : best), null);
  if (top === null || top.value === 0) return `${title}: nothing in this period`;
  return `${title}, ${chart.points.length} points. Most: ${formatPoint(chart, top)}`;
}

/** Charts of the overview, in their order. */
export const overviewReports: readonly ReportName[] = ['overTime', 'calls', 'missedCalls', 'byDayTime', 'byDuration', 'byTag', 'byGeo'];
