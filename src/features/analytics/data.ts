/** Figures of the dashboard in the cache: for none is it kept (RULE-263, CONST-101), each reading is a request. */
import { queryOptions } from '@tanstack/react-query';
import type { CallReportRow } from '#contract/analytics/entities.ts';
import type { RouteReply } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import { type DateRange, formatRange, resolveUntil } from '#contract/text/dateRange.ts';
import { type ChartReport, type ReportRequest, reportPairs, toRangeParams } from '#contract/text/reportRequest.ts';
import type { ReportView } from '#contract/text/reportSentence.ts';
import { formatClock } from '#contract/text/time.ts';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

const toKey = ({ range, previous, filter, isAcrossCompanies }: ReportRequest) => [
  formatRange(range),
  previous === null ? null : formatRange(previous),
  JSON.stringify(filter),
  isAcrossCompanies,
];
/** The companies that are summed, those of the person, of which the server takes the ones whose reports they may see; all in days of one zone. */
const toCompanyParams = <Zone extends object>(app: App, { isAcrossCompanies }: ReportRequest, zone: Zone) =>
  isAcrossCompanies ? { companies: app.get().companies.map(({ id }) => id), ...zone } : {};
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
          ...toCompanyParams(app, request, { tz: request.zone }),
          ...toRangeParams(request),
        },
        signal,
      }),
  });

/** Calls of all companies whose reports the person may see. */
export const createCompaniesQuery = (app: App, companyId: number, view: ReportView, request: ReportRequest) =>
  queryOptions({
    ...uncached,
    queryKey: keys.of(companyId, 'analytics', 'companies', ...toKey(request)),
    queryFn: async ({ signal }): Promise<CompaniesReading> => ({
      view,
      request,
      compared: await app.api.call('analytics.companies', { query: toRangeParams(request), signal }),
    }),
  });

export const createDashboardQuery = (app: App, companyId: number, view: ReportView, request: ReportRequest) => {
  const { type, groupBy } = view;
  return queryOptions({
    ...uncached,
    queryKey: keys.of(companyId, 'analytics', 'dashboard', type, groupBy, ...toKey(request)),
    queryFn: async ({ signal }): Promise<CourseReading> => {
      const query = { ...request.filter, ...toCompanyParams(app, request, { tz: request.zone }), type, groupBy, ...toRangeParams(request) };
      return { view, request, course: await app.api.call('analytics.dashboard', { companyId, query, signal }) };
    },
  });
};

/** What figures were asked for: they may stand while others are on their way. */
interface Asked {
  readonly view: ReportView;
  readonly request: ReportRequest;
}
/** Calls of all companies. */
export interface CompaniesReading extends Asked {
  readonly compared: RouteReply<typeof routes.analytics.companies>;
}
/** Calls or items over time. */
export interface CourseReading extends Asked {
  readonly course: RouteReply<typeof routes.analytics.dashboard>;
}
/** Rows of a report in its range, and in the one it is compared with. */
export interface ReportRows extends Asked {
  readonly current: readonly CallReportRow[];
  readonly previous: readonly CallReportRow[] | null;
  /** Clock time of the previous range up to which like is compared with like; null: to its end. */
  readonly until: string | null;
}

/** Reports of the same pair are one reading: two charts share it. */
export const createReportQuery = (app: App, companyId: number, report: ChartReport, view: ReportView, request: ReportRequest) => {
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
            query: {
              ...filter,
              ...pair,
              ...toCompanyParams(app, request, { timezone: zone }),
              startDate: days.start,
              endDate: days.end,
              ...(end === null ? {} : { until: end }),
            },
            signal,
          })
        ).data;
      const [current, before] = await Promise.all([read(range, null), previous === null ? null : read(previous, until)]);
      return { view, request, current, previous: before, until };
    },
  });
};
