/**
 * A report as one line of text: `missed calls by hour last 30 days vs matching weekdays`. Reading and printing; what is printed reads back as the same
 * report. What is left of the line between the report and its days is a search of calls.
 */
import { type ComparisonPeriod, type DashboardGroup, type DashboardType, type DatePreset, dashboardGroups } from '../analytics/enums.ts';
import { type CallQuery, type CallQueryContext, formatCallQuery, parseCallQuery } from './callQuery.ts';
import { type DateRange, formatRange, parseRange, resolveComparison, resolveMatchingWeekdays, resolvePreset } from './dateRange.ts';

/** Reports by name (ENUM-099…108, AMB-38), and four of ours: all at a glance, the course over time, what a change between two periods is made of, and the companies beside each other. */
export const reportNames = [
  'overview',
  'overTime',
  'calls',
  'byForwardNumber',
  'byTag',
  'byUniqueCallers',
  'byDayTime',
  'missedCalls',
  'byDuration',
  'byTrafficSource',
  'byDniPool',
  'byGeo',
  'changes',
  'byCompany',
] as const;
export type ReportName = (typeof reportNames)[number];

/** Days of a report: a preset, which moves with today, or two days. */
export type ReportRange = { readonly preset: Exclude<DatePreset, 'custom'> } | { readonly days: DateRange };

/** Range that a report is compared with. */
export type ReportComparison = { readonly period: Exclude<ComparisonPeriod, 'custom'> | 'matchingWeekdays' } | { readonly days: DateRange } | null;

/** A report as a person asks for it. */
export interface ReportView {
  readonly report: ReportName;
  /** Items and width of a bucket of the course over time. */
  readonly type: DashboardType;
  readonly groupBy: DashboardGroup;
  readonly query: CallQuery;
  readonly range: ReportRange;
  readonly comparison: ReportComparison;
  /** Sums all companies whose reports the person may see; else the open one alone. */
  readonly isAcrossCompanies?: true;
}

/** The dashboard at first: calls of the last 30 days (RULE-122, RULE-123). */
export const initialReportView: ReportView = {
  report: 'overview',
  type: 'calls',
  groupBy: 'day',
  query: {},
  range: { preset: 'last30days' },
  comparison: { period: 'previousPeriod' },
};

/** True for a report of calls: the course over time may be one of other items. */
export const isOfCalls = ({ report, type }: Pick<ReportView, 'report' | 'type'>): boolean => report !== 'overTime' || type === 'calls';

const reportPhrases = {
  overview: 'dashboard',
  calls: 'calls by number',
  byForwardNumber: 'calls by destination',
  byTag: 'calls by tag',
  byUniqueCallers: 'first-time callers by day',
  byDayTime: 'calls by weekday and hour',
  missedCalls: 'missed calls by hour',
  byDuration: 'calls by duration',
  byTrafficSource: 'calls by source',
  byDniPool: 'calls by pool',
  byGeo: 'calls by area',
  changes: 'what changed',
  byCompany: 'calls by company',
} as const satisfies Record<Exclude<ReportName, 'overTime'>, string>;

const presetPhrases = {
  recent: 'recent',
  today: 'today',
  yesterday: 'yesterday',
  last7days: 'last 7 days',
  last30days: 'last 30 days',
  thisMonth: 'this month',
  lastMonth: 'last month',
  thisYear: 'this year',
  lastYear: 'last year',
} as const satisfies Record<Exclude<DatePreset, 'custom'>, string>;

const comparisonPhrases = {
  previousPeriod: 'previous period',
  oneMonthAgo: 'one month ago',
  threeMonthsAgo: 'three months ago',
  sixMonthsAgo: 'six months ago',
  oneYearAgo: 'one year ago',
  matchingWeekdays: 'matching weekdays',
} as const;

const acrossPhrase = 'across companies';

/** Words of a report, as a sentence begins. */
const formatReport = ({ report, type, groupBy, isAcrossCompanies }: Pick<ReportView, 'report' | 'type' | 'groupBy' | 'isAcrossCompanies'>): string =>
  `${report === 'overTime' ? `${type} by ${groupBy}` : reportPhrases[report]}${isAcrossCompanies ? ` ${acrossPhrase}` : ''}`;

/** The same report of the open company, or of all. Companies beside each other are all of them anyway. */
export function setAcrossCompanies({ isAcrossCompanies: _before, ...view }: ReportView, isAcross: boolean): ReportView {
  return isAcross && view.report !== 'byCompany' ? { ...view, isAcrossCompanies: true } : view;
}

/** Words of the days of a report. */
export const formatReportRange = (range: ReportRange): string => ('preset' in range ? presetPhrases[range.preset] : formatRange(range.days));

/** Words of what a report is compared with, null where it is with nothing. */
export const formatComparison = (comparison: ReportComparison): string | null => {
  if (comparison === null) return null;
  return 'period' in comparison ? comparisonPhrases[comparison.period] : formatRange(comparison.days);
};

/** Writes a report as a line. */
export function formatReportSentence(view: ReportView): string {
  const compared = formatComparison(view.comparison);
  return [formatReport(view), formatCallQuery(view.query), formatReportRange(view.range), compared === null ? '' : `vs ${compared}`]
    .filter((part) => part !== '')
    .join(' ');
}

const types = ['calls', 'messages', 'faxes', 'voicemails'] as const satisfies readonly DashboardType[];

/** Beginnings of a sentence, the longest first: `calls by weekday and hour` is not `calls by week`. */
const beginnings: readonly (readonly [phrase: string, view: Pick<ReportView, 'report' | 'type' | 'groupBy'>])[] = [
  ...reportNames
    .filter((report) => report !== 'overTime')
    .map((report) => [reportPhrases[report], { report, type: 'calls' as const, groupBy: 'day' as const }] as const),
  ...types.flatMap((type) => dashboardGroups.map((groupBy) => [`${type} by ${groupBy}`, { report: 'overTime' as const, type, groupBy }] as const)),
].sort(([one], [other]) => other.length - one.length);

const startsWith = (text: string, phrase: string) => text.toLowerCase().startsWith(phrase) && /^(?:\s|$)/.test(text.slice(phrase.length));
const endsWith = (text: string, phrase: string) => text.toLowerCase().endsWith(phrase) && /(?:^|\s)$/.test(text.slice(0, text.length - phrase.length));

/** The result of reading a sentence. */
type SentenceResult = { readonly ok: true; readonly value: ReportView } | { readonly ok: false; readonly message: string };

const fail = (message: string): SentenceResult => ({ ok: false, message });
const rangeHint = 'Use last 7 days, this month, or two days like 2026-03-01..2026-03-31';

function readComparison(text: string): ReportComparison | undefined {
  const days = parseRange(text);
  if (days !== null) return { days };
  const found = (Object.keys(comparisonPhrases) as (keyof typeof comparisonPhrases)[]).find((period) => comparisonPhrases[period] === text.toLowerCase());
  return found === undefined ? undefined : { period: found };
}

/** Takes the days from the end of a line. */
function takeRange(text: string): { readonly rest: string; readonly range: ReportRange | null } {
  const [, before = '', last = ''] = /^(.*?)(\S*)$/s.exec(text) ?? [];
  const days = parseRange(last);
  if (days !== null) return { rest: before.trim(), range: { days } };
  const presets = Object.keys(presetPhrases) as (keyof typeof presetPhrases)[];
  const preset = presets.find((each) => endsWith(text, presetPhrases[each]));
  return preset === undefined ? { rest: text, range: null } : { rest: text.slice(0, text.length - presetPhrases[preset].length).trim(), range: { preset } };
}

/** Place of the last `vs` that is no part of a word or of quoted words; -1 for none. */
function findComparison(body: string): number {
  const places = [...body.matchAll(/(?<=^| )vs /gi)].map(({ index }) => index);
  return places.findLast((at) => (body.slice(0, at).split('"').length - 1) % 2 === 0) ?? -1;
}

/** Reads a sentence. Days and comparison may be left out: the last 30 days, with nothing. */
export function parseReportSentence(text: string, context?: CallQueryContext): SentenceResult {
  const line = text.trim().replace(/\s+/g, ' ');
  const [phrase, begun] = beginnings.find(([each]) => startsWith(line, each)) ?? [];
  if (phrase === undefined || begun === undefined) return fail('Begin with a report like calls by day, missed calls by hour or calls by tag');
  const after = line.slice(phrase.length).trim();
  const isAcross = startsWith(after, acrossPhrase);
  const body = isAcross ? after.slice(acrossPhrase.length).trim() : after;
  const at = findComparison(body);
  const isCompared = at >= 0;
  const comparison = isCompared ? readComparison(body.slice(at + 3).trim()) : null;
  if (comparison === undefined)
    return fail(`“${body.slice(at + 3)}” is nothing to compare with. Use previous period, one month ago, matching weekdays or two days.`);
  const { rest, range } = takeRange(isCompared ? body.slice(0, at).trim() : body);
  const read = parseCallQuery(rest, context);
  if (!read.ok) return fail(read.faults[0]?.message ?? 'Can’t read this filter');
  if (read.value.span !== undefined) return fail(rangeHint);
  // A change is one from something.
  const compared = comparison === null && begun.report === 'changes' ? initialReportView.comparison : comparison;
  const view = { ...begun, query: read.value, range: range ?? initialReportView.range, comparison: compared };
  return { ok: true, value: setAcrossCompanies(view, isAcross) };
}

/** Days of a range today. */
export const resolveRange = (range: ReportRange, today: string): DateRange => ('days' in range ? range.days : resolvePreset(range.preset, today));

/** Days of what is compared with, null where nothing is. */
export function resolveCompared(comparison: ReportComparison, range: DateRange): DateRange | null {
  if (comparison === null) return null;
  if ('days' in comparison) return comparison.days;
  return comparison.period === 'matchingWeekdays' ? resolveMatchingWeekdays(range) : resolveComparison(comparison.period, range);
}
