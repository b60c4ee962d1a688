/** Reports over calls (spec 1.7 Analytics, 2.7 Dashboard). */
import * as z from 'zod/mini';
import { callFilters } from '../calls/filters.ts';
import { route } from '../core/route.ts';
import { createEnumListSchema, createListSchema, Id, IdList } from '../core/schema.ts';
import { AsyncFlag, exportReply } from '../exports/entities.ts';
import { exportFormats } from '../exports/enums.ts';
import { parseRange } from '../text/dateRange.ts';
import { CallKpi, CallReportRow, CallSums, CompanySums, ComparisonMeta, DashboardBucket } from './entities.ts';
import { dashboardGroups, dashboardTypes, reportExportColumns } from './enums.ts';
import { reportFilters } from './filters.ts';

/** Two days as AMB-116 has them. */
const Range = z.string().check(
  z.maxLength(24),
  z.refine((text) => parseRange(text) !== null, 'Use two days like 2026-03-01..2026-03-31'),
);

const reportColumns = Object.keys(reportExportColumns) as [string, ...string[]];

export const routes = {
  calls: route('GET /analytics/calls', {
    access: 'analytics.read',
    company: 'query.company_id',
    query: {
      company_id: z.optional(Id),
      group: z.string().check(z.maxLength(40)),
      target: z.optional(z.string().check(z.maxLength(40))),
      startDate: callFilters.startDate,
      endDate: callFilters.endDate,
      timezone: callFilters.tz,
      /** Ours: counts up to this clock time of `timezone`, as a comparison with a range that goes on needs it. */
      until: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2} (?:[01]\d|2[0-3]):[0-5]\d$/, 'A day and time like 2026-03-05 09:30'))),
      ...reportFilters,
      format: z.optional(z.enum(exportFormats)),
      async: AsyncFlag,
      columns: z.optional(createEnumListSchema(reportColumns)),
    },
    reply: z.object({
      data: z.array(CallReportRow),
      meta: z.object({ startDate: z.string(), endDate: z.string(), timezone: z.string() }),
      ...exportReply,
    }),
    // An export is written down: the handler opens the transaction each of the two needs.
    callsProvider: true,
    spec: 'CALL-001',
    variants: ['CALL-002'],
    summary:
      'Calls summed by group and target: number/day, number,tag/day, answered_by/day, day/hour, hour/day, trafficSource/day, dniPool/day or geo; the last 30 days unless startDate and endDate (days in timezone, else in the company’s) say otherwise; of several companies where companies or businessUnits name them, each in its own days. With format, async and columns it is a file, and the reply’s text is shown as a notice',
  }),
  dashboard: route('GET /dashboard', {
    access: 'analytics.read',
    company: 'query.companyId',
    query: {
      companyId: z.optional(Id),
      groupBy: z._default(z.enum(dashboardGroups), 'day'),
      tz: callFilters.tz,
      type: z._default(z.enum(dashboardTypes), 'calls'),
      currentRange: z.optional(Range),
      previousRange: z.optional(Range),
      ...reportFilters,
    },
    reply: z.object({ data: z.array(DashboardBucket), previous: z.array(DashboardBucket), meta: ComparisonMeta }),
    callsProvider: true,
    spec: 'CALL-148',
    summary:
      'Sums of calls, messages, faxes or voicemails by hour, day, week or month (AMB-117), of the last 30 days unless currentRange says otherwise, and of previousRange beside them. Filters but number_ids, companies and businessUnits are of calls alone',
  }),
  companies: route('GET /analytics/companies', {
    access: 'session',
    query: {
      currentRange: z.optional(Range),
      previousRange: z.optional(Range),
      businessUnits: z.optional(IdList),
    },
    reply: createListSchema(CompanySums, z.object({ total: z.number(), current: CallSums, previous: z.nullable(CallSums) })),
    spec: 'ours',
    summary:
      'Sums of the calls of all companies whose reports the person may see, by name and in all; of those organizations where some are named; ranges as in CALL-149, in days of each company',
    perMinute: 60,
  }),
  kpi: route('GET /companies/{companyId}/calls/kpi', {
    access: 'analytics.read',
    company: 'path.companyId',
    params: { companyId: Id },
    query: { currentRange: z.optional(Range), previousRange: z.optional(Range), tz: callFilters.tz, ...reportFilters },
    reply: CallKpi,
    callsProvider: true,
    spec: 'CALL-149',
    summary:
      'Sums of the calls of two ranges such as 2026-03-01..2026-03-31 (AMB-116). While the current one goes on, the previous one is summed up to the same clock time of the same day of it',
  }),
};
