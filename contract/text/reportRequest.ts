/** Request of a report on the wire: the pair of its calls, its days, its filter. */
import type { CallQuery, CallQueryContext } from './callQuery.ts';
import { toCallParams } from './callSearch.ts';
import { type DateRange, formatRange } from './dateRange.ts';
import { type ReportName, type ReportView, resolveCompared, resolveRange } from './reportSentence.ts';

/** Pair of group and target of a report, with a filter of its own (RULE-127…134, AMB-37). */
export const reportPairs = {
  calls: { group: 'number', target: 'day' },
  byForwardNumber: { group: 'answered_by', target: 'day' },
  byTag: { group: 'number,tag', target: 'day' },
  byUniqueCallers: { group: 'number', target: 'day', isFirstContact: true },
  byDayTime: { group: 'day', target: 'hour' },
  missedCalls: { group: 'hour', target: 'day' },
  byDuration: { group: 'number', target: 'day' },
  byTrafficSource: { group: 'trafficSource', target: 'day' },
  byDniPool: { group: 'dniPool', target: 'day' },
  byGeo: { group: 'geo' },
} as const;
export type ChartReport = keyof typeof reportPairs;

/** True for a report that is one chart of one pair. */
export const isChartReport = (report: ReportName): report is ChartReport => Object.hasOwn(reportPairs, report);

/** Days of a view, and its filter as parameters. */
export interface ReportRequest {
  readonly range: DateRange;
  readonly previous: DateRange | null;
  readonly zone: string;
  readonly filter: ReturnType<typeof toFilterParams>;
  /** All companies are summed, in days of `zone`. */
  readonly isAcrossCompanies: boolean;
}

/** The filter under the names of reports (AMB-92). */
export function toFilterParams(query: CallQuery, context: CallQueryContext, zone: string) {
  const { numbers, tag_ids, tz: _zone, ...same } = toCallParams(query, context, zone);
  return { ...same, ...(numbers === undefined ? {} : { number_ids: numbers }), ...(tag_ids === undefined ? {} : { tagIds: tag_ids }) };
}

/** Resolves a view on a day. */
export function createReportRequest(view: ReportView, context: CallQueryContext, zone: string, today: string): ReportRequest {
  const range = resolveRange(view.range, today);
  const { query, comparison, isAcrossCompanies = false } = view;
  return { range, previous: resolveCompared(comparison, range), zone, filter: toFilterParams(query, context, zone), isAcrossCompanies };
}

/** The ranges of a request under their names on the wire. */
export const toRangeParams = ({ range, previous }: Pick<ReportRequest, 'range' | 'previous'>) => ({
  currentRange: formatRange(range),
  ...(previous === null ? {} : { previousRange: formatRange(previous) }),
});
