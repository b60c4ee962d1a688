/** The dashboard: key figures and charts of a period, and each report alone. One filter narrows all of them. */
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { reportTitles } from '#commands/analytics/commands.ts';
import type { AnalyticsTypes } from '#commands/analytics/types.ts';
import { type MailPace, mailPacePhrase } from '#contract/reportMails/enums.ts';
import { type CallQueryContext, findMissingName, formatCallQuery } from '#contract/text/callQuery.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import {
  type Chart,
  changeReports,
  createChangesChart,
  createCompaniesChart,
  createReportChart,
  createTimeChart,
  formatPoint,
  formatRangeName,
  overviewReports,
  type Point,
} from '#contract/text/reportChart.ts';
import { type ChartReport, createReportRequest, isChartReport, type ReportRequest, reportPairs } from '#contract/text/reportRequest.ts';
import { formatComparison, formatReportRange, formatReportSentence, isOfCalls, type ReportName, type ReportView } from '#contract/text/reportSentence.ts';
import { getZoneLabel } from '#contract/text/zones.ts';
import { getReason, namesOwnThings, userEvents } from '#machines/reportFilter/index.ts';
import { useApp, useAppState, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { toPlainError } from '../../api/errors.ts';
import { PaneBody, PaneHeader, type PaneProps, useRegisterPane, useView } from '../../panes/index.ts';
import { useFlow } from '../../panes/useFlow.ts';
import { useCallContext } from '../../shared/callContext.ts';
import { FilterBar, type FilterChip } from '../../table/index.ts';
import { announce, EmptyState, ErrorState, LoadingLine, SkeletonRows } from '../../ui/index.ts';
import { ChartFigure, getShownPoints } from './ChartFigure.tsx';
import css from './Dashboard.module.css';
import {
  type CompaniesReading,
  type CourseReading,
  createCompaniesQuery,
  createDashboardQuery,
  createKpiQuery,
  createReportQuery,
  type ReportRows,
} from './data.ts';
import { KpiTiles } from './KpiTiles.tsx';
import { createMailsQuery } from './mails.ts';
import { getToday, reportFlows } from './reportFlow.ts';
import { reportViews } from './reportViews.ts';

const title = 'Dashboard';
/** Bars of a chart among others; alone it has more. */
const maxBars = { among: 8, alone: 40 } as const;
const heights = { among: 190, alone: 320 } as const;

export function DashboardPane(props: PaneProps) {
  const companyId = useCompanyId();
  return companyId === null ? <PaneHeader title={title} /> : <Dashboard key={companyId} {...props} companyId={companyId} />;
}

/** The chips, each with the command its press runs. */
function createChips(view: ReportView, hasCompanies: boolean): FilterChip[] {
  const compared = formatComparison(view.comparison);
  const filter = formatCallQuery(view.query);
  return [
    {
      id: 'reports.choose',
      label: view.report === 'overTime' ? `${capitalize(view.type)} over time` : reportTitles[view.report],
      active: view.report !== 'overview',
    },
    { id: 'reports.range', label: capitalize(formatReportRange(view.range)), active: 'days' in view.range },
    { id: 'reports.compare', label: compared === null ? 'No comparison' : `vs ${compared}`, active: compared !== null },
    ...(view.report === 'overTime' ? [{ id: 'reports.group', label: `By ${view.groupBy}`, active: view.groupBy !== 'day' }] : []),
    { id: 'reports.filter', label: filter === '' ? 'All calls' : filter, active: filter !== '' },
    ...(hasCompanies && view.report !== 'byCompany'
      ? [{ id: 'reports.companies', label: view.isAcrossCompanies ? 'All companies' : 'This company', active: view.isAcrossCompanies === true }]
      : []),
  ];
}

/** Why a filter that an address or a favorite brought does not fit several companies; null where it does. */
function findNarrowness(view: ReportView): string | null {
  if (view.report === 'byCompany' && formatCallQuery(view.query) !== '') return 'A filter applies within one company. Clear it to compare companies';
  return view.isAcrossCompanies && namesOwnThings(view) ? 'Numbers, tags and pools belong to one company. Clear the filter to sum all companies' : null;
}

type ChartHandles = AnalyticsTypes['handles']['charts'];

interface OpenProps {
  readonly paneId: string;
  readonly companyId: number;
}

function Dashboard({ paneId, companyId }: OpenProps) {
  const app = useApp();
  const commands = useCommands();
  const view = useView(reportViews, companyId);
  const flow = useFlow(reportFlows, companyId, { userEvents, getReason });
  const { context, isKnown, readAgain } = useCallContext(companyId);
  const { actor } = flow.entry;
  const today = getToday(app);
  useEffect(() => actor.send({ type: 'day.began', today }), [actor, today]);
  const filter = formatCallQuery(view.query);
  const hasCompanies = useAppState(({ companies }) => companies.length > 1);
  const missing = findNarrowness(view) ?? (isKnown ? findMissingName(view.query, context) : null);
  const charts = useRef<ChartHandles | null>(null);
  useRegisterPane(paneId, () => ({
    scopes: ['dashboard'],
    subject: view.report === 'overview' ? null : reportTitles[view.report],
    flows: { reportFilter: flow.flow },
    handles: { send: { reportFilter: (event) => actor.send(event) }, ...(charts.current === null ? {} : { charts: charts.current }) },
  }));
  const setHandles = (handles: ChartHandles | null) => {
    charts.current = handles;
  };
  return (
    <>
      <PaneHeader title={title} detail={view.report === 'overview' ? undefined : reportTitles[view.report]} />
      <FilterBar
        chips={createChips(view, hasCompanies)}
        onPress={(id, args) => commands.run(id, args)}
        clear={filter === '' ? undefined : { keys: commands.keys('reports.clearFilter'), onClear: () => commands.run('reports.clearFilter') }}
      />
      <PaneBody>
        {missing !== null && <MissingName what={missing} readAgain={readAgain} onClear={() => commands.run('reports.clearFilter')} />}
        {missing === null && isKnown && (
          <Figures key={view.report} companyId={companyId} view={view} context={context} today={today} onHandles={setHandles} state={flow.state} />
        )}
        {missing === null && !isKnown && <SkeletonRows />}
      </PaneBody>
    </>
  );
}

function MissingName({ what, readAgain, onClear }: { readonly what: string; readonly readAgain: (() => void) | null; readonly onClear: () => void }) {
  if (readAgain) return <ErrorState action={{ title: 'Try again', onAct: readAgain }}>Couldn’t load tags, so this report can’t run.</ErrorState>;
  return (
    <EmptyState icon="filter" action={{ title: 'Clear report filter', onAct: onClear }}>
      {what}.
    </EmptyState>
  );
}

interface FiguresProps {
  readonly companyId: number;
  readonly view: ReportView;
  readonly context: CallQueryContext;
  readonly today: string;
  /** Name of the filter's state. */
  readonly state: string;
  /** Hands out how commands reach the charts; null once they are gone. */
  readonly onHandles: (handles: ChartHandles | null) => void;
}

/** Charts as they are drawn, the first one on top. A chart that is still asked for, or failed, is null. */
interface ShownChart {
  readonly report: ReportName;
  readonly title: string;
  readonly note: string | null;
  readonly chart: Chart | null;
}

const notes: Partial<Record<ReportName, string>> = {
  byGeo: 'By area code of the caller’s phone, not the caller’s location',
  byTag: 'A call counts under each of its tags',
  byDayTime: 'By weekday and hour',
  byCompany: 'Companies whose reports you can see',
  changes: 'Largest part first. Kinds overlap: each call has a number, an hour and more.',
};

type ReportResult = UseQueryResult<ReportRows>;

/** Combines several readings. One function for all: its result is made again only when a reading changed. */
const combineReports = (results: ReportResult[]) => ({
  data: results.map(({ data }) => data ?? null),
  error: results.find(({ isError, data }) => isError && data === undefined)?.error ?? null,
  isFetching: results.some(({ isFetching }) => isFetching),
  refetch: () => {
    for (const result of results) void result.refetch();
  },
});

/** Makes charts of what was read once: each is drawn anew where it is another, and only then. */
function createOnce<T extends object>(make: (read: T, report: ReportName) => Chart): (read: T | null | undefined, report: ReportName) => Chart | null {
  const made = new WeakMap<T, Map<ReportName, Chart>>();
  return (read, report) => {
    if (!read) return null;
    const known = made.get(read) ?? new Map<ReportName, Chart>();
    made.set(read, known);
    const chart = known.get(report) ?? make(read, report);
    known.set(report, chart);
    return chart;
  };
}
const toTimeChart = createOnce(({ view, request, course }: CourseReading) => createTimeChart(view, request.range, course));
const toCompaniesChart = createOnce(({ view, request, compared }: CompaniesReading) => createCompaniesChart(view, request.range, compared.data));
const toReportChart = createOnce((rows: ReportRows, report) => {
  if (!isChartReport(report)) throw new Error(`${report} has no rows`);
  return createReportChart(report, rows.view, rows.request, rows);
});
const noRows = { current: [], previous: [], until: null } as const;
const isSamePair = (one: ChartReport, other: ChartReport) => JSON.stringify(reportPairs[one]) === JSON.stringify(reportPairs[other]);

/** The charts of a view: those of the overview, or the one report. */
function useCharts(companyId: number, view: ReportView, request: ReportRequest) {
  const app = useApp();
  const shown: readonly ReportName[] = view.report === 'overview' ? overviewReports : [view.report];
  const hasTime = shown.includes('overTime');
  const reports = view.report === 'changes' ? changeReports : shown.filter(isChartReport);
  // Reports of the same pair are one reading.
  const pairs = reports.filter((report, at) => reports.findIndex((each) => isSamePair(each, report)) === at);
  const time = useQuery({ ...createDashboardQuery(app, companyId, view, request), enabled: hasTime, placeholderData: (before) => before });
  const companies = useQuery({
    ...createCompaniesQuery(app, companyId, view, request),
    enabled: view.report === 'byCompany',
    placeholderData: (before) => before,
  });
  const read = useQueries({
    queries: pairs.map((report) => ({
      ...createReportQuery(app, companyId, report, view, request),
      placeholderData: (before: ReportRows | undefined) => before,
    })),
    combine: combineReports,
  });
  const { data } = read;
  const charts = shown.map((report): ShownChart => {
    const find = (of: ChartReport) => data[pairs.findIndex((each) => isSamePair(each, of))] ?? null;
    const isWhole = changeReports.every((each) => find(each) !== null);
    const changes = report === 'changes' && isWhole ? createChangesChart(view, request.range, (of) => find(of) ?? noRows) : null;
    const chart = { overTime: toTimeChart(time.data, report), changes, byCompany: toCompaniesChart(companies.data, report), overview: null };
    return {
      report,
      title: report === 'overTime' ? `${capitalize(view.type)} by ${view.groupBy}` : reportTitles[report],
      note: notes[report] ?? null,
      chart: isChartReport(report) ? toReportChart(find(report), report) : chart[report],
    };
  });
  return {
    charts,
    until: time.data?.course.meta.comparedUntil ?? data[0]?.until ?? null,
    totals: view.report === 'byCompany' ? companies.data?.compared.meta : undefined,
    error: read.error ?? (hasTime && time.data === undefined ? time.error : null) ?? (companies.data === undefined ? companies.error : null),
    isFetching: read.isFetching || time.isFetching || companies.isFetching,
    refetch: () => {
      void time.refetch();
      if (view.report === 'byCompany') void companies.refetch();
      read.refetch();
    },
  };
}

/** Position of the cursor: a chart, and a point in it. */
interface Cursor {
  readonly chart: number;
  readonly point: number;
}

function Figures({ companyId, view, context, today, onHandles, state }: FiguresProps) {
  const app = useApp();
  const commands = useCommands();
  const zone = app.get().company?.timezone ?? 'UTC';
  const request = createReportRequest(view, context, zone, today);
  const isOverCompanies = view.report === 'byCompany';
  const hasOwnFigures = !isOverCompanies && isOfCalls(view);
  const kpi = useQuery({
    ...createKpiQuery(app, companyId, request),
    enabled: hasOwnFigures,
    placeholderData: (before) => before,
  });
  const pace = useQuery(createMailsQuery(app, companyId)).data?.find(({ sentence }) => sentence === formatReportSentence(view))?.pace;
  const { charts, totals, until, error, isFetching, refetch } = useCharts(companyId, view, request);
  const [cursor, setCursor] = useState<Cursor | null>(null);
  // Keys come faster than the page is drawn: each moves on from where the one before it led.
  const latest = useRef<Cursor | null>(null);
  const [tables, setTables] = useState<ReadonlySet<ReportName>>(new Set());
  const isAlone = view.report !== 'overview';
  const pointsOf = (at: number): readonly Point[] => {
    const chart = charts[at]?.chart;
    if (!chart) return [];
    return tables.has(charts[at]?.report ?? 'overview') ? chart.points : getShownPoints(chart, isAlone ? maxBars.alone : maxBars.among);
  };
  const place = (next: Cursor) => {
    latest.current = next;
    setCursor(next);
  };
  const speak = (next: Cursor) => {
    const chart = charts[next.chart];
    const point = pointsOf(next.chart)[next.point];
    const isSameChart = next.chart === latest.current?.chart;
    place(next);
    if (chart?.chart && point) announce(`${isSameChart ? '' : `${chart.title}. `}${formatPoint(chart.chart, point)}`);
  };
  const getTarget = () => {
    const now = latest.current;
    const point = now === null ? undefined : pointsOf(now.chart)[now.point];
    if (view.isAcrossCompanies) throw new Error('Calls open for one company. Choose “This company” first, or compare companies.');
    if (point === undefined) {
      // Nothing is marked: all calls of the days.
      if (!isOfCalls(view)) throw new Error('Only calls open as a list');
      return { query: { ...view.query, span: { since: request.range.start, until: request.range.end } } };
    }
    if (point.query === null) throw new Error('Only calls open as a list');
    if (point.value === 0) throw new Error('No calls at this point');
    return { query: point.query, companySlug: point.companySlug };
  };
  useEffect(() => {
    onHandles({
      move: (to) => {
        const now = latest.current;
        const at = now?.chart ?? 0;
        if (to === 'nextChart' || to === 'previousChart') {
          const next = now === null ? 0 : Math.min(Math.max(at + (to === 'nextChart' ? 1 : -1), 0), charts.length - 1);
          if (now === null || next !== at) speak({ chart: next, point: findFirst(charts[next]?.chart, pointsOf(next)) });
          return;
        }
        const points = pointsOf(at);
        if (points.length === 0) return;
        const step = to === 'nextPoint' ? 1 : -1;
        speak({ chart: at, point: now === null ? findFirst(charts[at]?.chart, points) : Math.min(Math.max(now.point + step, 0), points.length - 1) });
      },
      openChart: () => {
        const chart = charts[latest.current?.chart ?? 0];
        if (chart) commands.run('reports.choose', { report: chart.report });
      },
      getTarget,
      toggleTable: () => {
        const chart = charts[latest.current?.chart ?? 0];
        if (!chart) return;
        const next = new Set(tables);
        if (!next.delete(chart.report)) next.add(chart.report);
        setTables(next);
        announce(next.has(chart.report) ? `${chart.title} as a table` : `${chart.title} as a chart`);
      },
    });
    return () => onHandles(null);
  });
  const failed = error ?? (kpi.isError && kpi.data === undefined ? kpi.error : null);
  const retry = () => {
    refetch();
    void kpi.refetch();
  };
  if (failed) return <ErrorState action={{ title: 'Try again', onAct: retry }}>{toPlainError(failed).message}</ErrorState>;
  const isLoading = charts.some(({ chart }) => chart === null);
  return (
    <div className={css.dashboard} data-pane-focus tabIndex={0} role="region" aria-label="Charts" data-flow="reportFilter" data-state={state}>
      <LoadingLine active={!isLoading && (isFetching || kpi.isFetching)} silent />
      {kpi.data && hasOwnFigures && <KpiTiles kpi={kpi.data} />}
      {totals && <KpiTiles kpi={totals} />}
      <About request={request} until={until} pace={pace} zone={isOverCompanies ? 'each company’s time zone' : getZoneLabel(request.zone)} />
      {isLoading ? (
        <SkeletonRows rows={8} />
      ) : (
        <div className={css.charts}>
          {charts.map(
            ({ report, title: name, note, chart }, at) =>
              chart && (
                <ChartFigure
                  key={report}
                  title={name}
                  note={note}
                  chart={chart}
                  most={isAlone ? maxBars.alone : maxBars.among}
                  height={isAlone ? heights.alone : heights.among}
                  zone={request.zone}
                  cursor={cursor?.chart === at ? (pointsOf(at)[cursor.point] ?? null) : null}
                  hasCursor={cursor?.chart === at}
                  isTable={tables.has(report)}
                  isWide={isAlone || report === 'overTime'}
                  onPick={(point) => {
                    place({ chart: at, point: pointsOf(at).indexOf(point) });
                    commands.run('reports.openCalls');
                  }}
                />
              ),
          )}
        </div>
      )}
    </div>
  );
}

/** Start of the cursor: the newest point of a course, the first bar. */
const findFirst = (chart: Chart | null | undefined, points: readonly Point[]): number => (chart?.kind === 'line' ? Math.max(0, points.length - 1) : 0);

interface AboutProps {
  readonly request: ReportRequest;
  readonly until: string | null;
  readonly zone: string;
  /** Pace at which this report is mailed to the user. */
  readonly pace: MailPace | undefined;
}

/** Context of the figures: the days, their time zone, and how far the comparison goes. */
function About({ request: { range, previous, isAcrossCompanies }, until, zone, pace }: AboutProps) {
  return (
    <p className={css.about}>
      <span className={css.key}>{formatRangeName(range)}</span>
      {previous !== null && (
        <span className={css.key} data-line="before">
          {`${formatRangeName(previous)}${until === null ? '' : `, through ${formatUntil(until)} to match today`}`}
        </span>
      )}
      <span>{`Days in ${zone}`}</span>
      {isAcrossCompanies && <span>{notes.byCompany}</span>}
      {pace && <span>{`Mailed to you ${mailPacePhrase[pace]}`}</span>}
    </p>
  );
}

const clockFormat = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
const formatUntil = (until: string) => clockFormat.format(new Date(`${until.replace(' ', 'T')}:00Z`));
