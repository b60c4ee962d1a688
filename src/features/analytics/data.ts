/** Figures of the dashboard in the cache: for none is it kept (RULE-263, CONST-101), each reading is a request. */
import { queryOptions } from '@tanstack/react-query';
import type { CallReportRow } from '#contract/analytics/entities.ts';
import type { CallQuery, CallQueryContext } from '#contract/text/callQuery.ts';
import { toCallParams } from '#contract/text/callSearch.ts';
import { type DateRange, formatRange, resolveUntil } from '#contract/text/dateRange.ts';
import { type ReportName, type ReportView, resolveCompared, resolveRange } from '#contract/text/reportSentence.ts';
import { formatClock } from '#contract/text/time.ts';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

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
}

/** The filter under the names of reports (AMB-92). */
export function toFilterParams(query: CallQuery, context: CallQueryContext, zone: string) {
  const { numbers, tag_ids, tz: _zone, ...same } = toCallParams(query, context, zone);
  return { ...same, ...(numbers === undefined ? {} : { number_ids: numbers }), ...(tag_ids === undefined ? {} : { tagIds: tag_ids }) };
}

/** Resolves a view on a day. */
export function createReportRequest(view: ReportView, context: CallQueryContext, zone: string, today: string): ReportRequest {
  const range = resolveRange(view.range, today);
  return { range, previous: resolveCompared(view.comparison, range), zone, filter: toFilterParams(view.query, context, zone) };
}

const toKey = ({ range, previous, filter }: ReportRequest) => [formatRange(range), previous === null ? null : formatRange(previous), JSON.stringify(filter)];
const uncached = { staleTime: 0, gcTime: 0 } as const;

export const createKpiQuery = (app: App, companyId: number, request: ReportRequest) =>
  queryOptions({
    ...uncached,
    queryKey: keys.of(companyId, 'analytics', 'kpi', ...toKey(request)),
    queryFn: ({ signal }) =>
      app.api.call('analytics.kpi', {
        companyId,
        query: {
          ...request.filter,
          currentRange: formatRange(request.range),
          ...(request.previous === null ? {} : { previousRange: formatRange(request.previous) }),
        },
        signal,
      }),
  });

export const createDashboardQuery = (app: App, companyId: number, { type, groupBy }: Pick<ReportView, 'type' | 'groupBy'>, request: ReportRequest) =>
  queryOptions({
    ...uncached,
    queryKey: keys.of(companyId, 'analytics', 'dashboard', type, groupBy, ...toKey(request)),
    queryFn: ({ signal }) =>
      app.api.call('analytics.dashboard', {
        companyId,
        query: {
          ...request.filter,
          type,
          groupBy,
          currentRange: formatRange(request.range),
          ...(request.previous === null ? {} : { previousRange: formatRange(request.previous) }),
        },
        signal,
      }),
  });

/** Rows of a report in its range, and in the one it is compared with. */
export interface ReportRows {
  readonly current: readonly CallReportRow[];
  readonly previous: readonly CallReportRow[] | null;
  /** Clock time of the previous range up to which like is compared with like; null: to its end. */
  readonly until: string | null;
}

/** Reports of the same pair are one reading: two charts share it. */
export const createReportQuery = (app: App, companyId: number, report: ChartReport, request: ReportRequest) => {
  const pair = reportPairs[report];
  return queryOptions({
    ...uncached,
    queryKey: keys.of(companyId, 'analytics', 'report', JSON.stringify(pair), ...toKey(request)),
    queryFn: async ({ signal }): Promise<ReportRows> => {
      const { range, previous, zone, filter } = request;
      const until = previous === null ? null : resolveUntil(range, previous, formatClock(zone, Date.now()));
      const read = async (days: DateRange, end: string | null) =>
        (
          await app.api.call('analytics.calls', {
            companyId,
            query: { ...filter, ...pair, startDate: days.start, endDate: days.end, ...(end === null ? {} : { until: end }) },
            signal,
          })
        ).data;
      const [current, before] = await Promise.all([read(range, null), previous === null ? null : read(previous, until)]);
      return { current, previous: before, until };
    },
  });
};
