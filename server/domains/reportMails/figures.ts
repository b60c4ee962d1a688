/** Figures of a report that is mailed: the same reading, grouping and words as the dashboard's. Runs in the open transaction of the company, as the person. */
import * as z from 'zod/mini';
import { reportFilters } from '#contract/analytics/filters.ts';
import { findMissingName } from '#contract/text/callQuery.ts';
import { type DateRange, resolveUntil } from '#contract/text/dateRange.ts';
import { listKeyFigures } from '#contract/text/keyFigures.ts';
import { type Chart, changeReports, createChangesChart, createReportChart, createTimeChart, formatRangeName } from '#contract/text/reportChart.ts';
import { type ChartReport, createReportRequest, isChartReport, type ReportRequest, reportPairs, toRangeParams } from '#contract/text/reportRequest.ts';
import { isOfCalls, parseReportSentence, type ReportView } from '#contract/text/reportSentence.ts';
import { addDays, formatClock, formatDay } from '#contract/text/time.ts';
import { limitToAccessibleNumbers } from '../../access/numbers.ts';
import { isOwnOrShared } from '../../access/sharing.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';
import { getCompanyZone } from '../../lists/dateRange.ts';
import { reportCalls } from '../analytics/calls.ts';
import { readDashboard, readKpi } from '../analytics/dashboard.ts';

const Filters = z.object(reportFilters);

/** Presets that are over before today; the others are mailed up to yesterday, so that every day in a mail is whole. */
const finished: ReadonlySet<string> = new Set(['yesterday', 'lastMonth', 'lastYear']);

/** Figures of a report: its days, key figures, and the rows of its chart. */
export interface Figures {
  readonly days: string;
  readonly daysBefore: string | null;
  readonly keyFigures: ReturnType<typeof listKeyFigures> | null;
  readonly chart: Chart | null;
}

/** Names that reports tell numbers and tags by: of numbers the person works. */
async function readContext({ numberIds }: Pick<Membership, 'numberIds'>) {
  const numbers = await currentTransaction()
    .selectFrom('phone_numbers')
    .select(['id', 'label', 'number'])
    .where('company_id', '=', companyId())
    .where('status', '<>', 2)
    .where(limitToAccessibleNumbers('id', numberIds))
    .orderBy('id')
    .execute();
  const tags = await currentTransaction().selectFrom('tags').select(['id', 'name']).where(isOwnOrShared('tags')).orderBy('id').execute();
  return { numbers, tags };
}

interface Reading {
  readonly membership: Membership;
  readonly view: ReportView;
  readonly request: ReportRequest;
  readonly filter: z.output<typeof Filters>;
  readonly now: Date;
}

async function readRows({ membership, request: { range, previous, zone }, filter, now }: Reading, report: ChartReport) {
  const until = previous === null ? null : resolveUntil(range, previous, formatClock(zone, now));
  const read = async (days: DateRange, end: string | null) =>
    (
      await reportCalls(membership, {
        ...filter,
        ...reportPairs[report],
        startDate: days.start,
        endDate: days.end,
        ...(end === null ? {} : { until: end }),
      })
    ).data;
  return { current: await read(range, null), previous: previous === null ? null : await read(previous, until), until };
}

/** The chart of a view; the overview has that of its numbers. */
async function readChart(reading: Reading): Promise<Chart | null> {
  const { membership, view, request, filter } = reading;
  if (view.report === 'changes') {
    const rows = new Map<ChartReport, Awaited<ReturnType<typeof readRows>>>();
    for (const report of changeReports) rows.set(report, await readRows(reading, report));
    return createChangesChart(view, request.range, (report) => rows.get(report) ?? { current: [], previous: [], until: null });
  }
  if (view.report === 'overTime') {
    const { type, groupBy } = view;
    return createTimeChart(view, request.range, await readDashboard(membership, { ...filter, ...toRangeParams(request), type, groupBy }));
  }
  const report = isChartReport(view.report) ? view.report : 'calls';
  return createReportChart(report, view, request, await readRows(reading, report));
}

async function readAll(reading: Reading): Promise<Figures> {
  const { membership, view, request, filter } = reading;
  return {
    days: formatRangeName(request.range),
    daysBefore: request.previous === null ? null : formatRangeName(request.previous),
    keyFigures: isOfCalls(view) ? listKeyFigures(await readKpi(membership, { ...filter, ...toRangeParams(request) })) : null,
    chart: await readChart(reading),
  };
}

/** The figures of a report, or why there are none: it names a number or tag that is gone, or asks for what no report tells. */
export async function readFigures(membership: Membership, sentence: string, now: Date): Promise<Figures | { readonly fault: string }> {
  const context = await readContext(membership);
  const read = parseReportSentence(sentence, context);
  if (!read.ok) return { fault: read.message };
  const view = read.value;
  const missing = findMissingName(view.query, context);
  if (missing !== null) return { fault: missing };
  const zone = await getCompanyZone();
  const today = formatDay(zone, now);
  const isOver = 'preset' in view.range && finished.has(view.range.preset);
  const request = createReportRequest(view, context, zone, isOver ? today : addDays(today, -1));
  return readAll({ membership, view, request, filter: Filters.parse(request.filter), now }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'invalid') return { fault: error.message };
    throw error;
  });
}
