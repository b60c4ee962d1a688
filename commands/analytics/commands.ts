/** Commands over the dashboard and its reports: what is summed, of which days, and with which it is compared. */
import { comparisonPeriods, dashboardGroups, dashboardTypes, datePresets } from '#contract/analytics/enums.ts';
import { exportFormats } from '#contract/exports/enums.ts';
import type { CallQuery } from '#contract/text/callQuery.ts';
import type { ReportComparison, ReportName, ReportRange, ReportView } from '#contract/text/reportSentence.ts';
import type { UserEvent } from '#machines/reportFilter/index.ts';
import { getQueryContext } from '../calls/filters.ts';
import { arg, type Option } from '../core/args.ts';
import { type Command, type CommandDefinition, command } from '../core/command.ts';
import { createDayArg } from '../core/dayArg.ts';
import { checkEvent } from '../core/flowCommand.ts';
import type { Parsed } from '../core/parsed.ts';
import { loadReaders, readWith } from '../core/readers.ts';
import type { Context } from '../core/types.ts';

const anywhere = { group: 'Reports', scopes: ['workspace'], permission: 'analytics.read', quiet: true } as const satisfies Partial<
  CommandDefinition<Record<never, never>>
>;
const inPane = { ...anywhere, scopes: ['dashboard'] } as const;
const check = (type: UserEvent['type']) => (context: Context) => checkEvent(context, 'reportFilter', type);

/** Titles of reports, as lists show them. */
export const reportTitles: Readonly<Record<ReportName, string>> = {
  overview: 'Overview',
  overTime: 'Over time',
  calls: 'Calls by number',
  byForwardNumber: 'Calls by destination',
  byTag: 'Calls by tag',
  byUniqueCallers: 'First-time callers',
  byDayTime: 'Busiest hours',
  missedCalls: 'Missed calls by hour',
  byDuration: 'Calls by duration',
  byTrafficSource: 'Calls by source',
  byDniPool: 'Calls by pool',
  byGeo: 'Calls by area',
  changes: 'What changed',
  byCompany: 'Calls by company',
};

const presetTitles = {
  recent: 'Recent',
  today: 'Today',
  yesterday: 'Yesterday',
  last7days: 'Last 7 days',
  last30days: 'Last 30 days',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  thisYear: 'This year',
  lastYear: 'Last year',
} as const;
const presets = datePresets.filter((preset) => preset !== 'custom');

const comparisonTitles = {
  previousPeriod: 'Previous period',
  oneMonthAgo: 'One month ago',
  threeMonthsAgo: 'Three months ago',
  sixMonthsAgo: 'Six months ago',
  oneYearAgo: 'One year ago',
  matchingWeekdays: 'Matching weekdays',
} as const;
const periods = [...comparisonPeriods.filter((period) => period !== 'custom'), 'matchingWeekdays'] as const;

const typeTitles = { calls: 'Calls', messages: 'Messages', faxes: 'Faxes', voicemails: 'Voicemails' } as const;
const groupTitles = { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month' } as const;

const reportArg = arg.one('Report', Object.keys(reportTitles) as ReportName[], reportTitles);

const rangeArg = arg.list({
  label: 'Period',
  options: () => presets.map((preset): Option<ReportRange> => ({ value: { preset }, id: preset, title: presetTitles[preset] })),
});

const comparisonArg = arg.list({
  label: 'Compare with',
  options: (): readonly Option<ReportComparison>[] => [
    ...periods.map((period) => ({ value: { period }, id: period, title: comparisonTitles[period] })),
    { value: null, id: 'none', title: 'No comparison' },
  ],
});

function toDays({ since, until }: { readonly since: string; readonly until: string }) {
  if (until < since) throw new Error('The end is before the start');
  return { days: { start: since, end: until } };
}

/** Reads a filter: a search of calls without days, which the report has. */
function parseFilter(text: string, context: Context): Parsed<CallQuery> {
  return readWith(({ parseCallQuery }): Parsed<CallQuery> => {
    const read = parseCallQuery(text, getQueryContext(context));
    if (!read.ok) return { ok: false, error: read.faults[0]?.message ?? 'Can’t read this filter' };
    return read.value.span === undefined ? read : { ok: false, error: 'Remove the dates. Use “Change period” to set them.' };
  });
}

function parseSentence(text: string, context: Context): Parsed<ReportView> {
  return readWith(({ parseReportSentence }): Parsed<ReportView> => {
    const read = parseReportSentence(text, getQueryContext(context));
    return read.ok ? read : { ok: false, error: read.message };
  });
}

const chooseCommands: readonly Command[] = [
  command({
    ...anywhere,
    id: 'reports.choose',
    title: 'Show report',
    keywords: ['dashboard', 'analytics', 'chart', 'by number', 'by tag', 'by destination', 'by source', 'by area'],
    icon: 'chart',
    args: { report: reportArg },
    run: async ({ args, services }) => services.reports.change({ type: 'report.chosen', report: args.report }),
  }),
  command({
    ...anywhere,
    id: 'reports.explain',
    title: 'Show what changed',
    keywords: ['why did it fall', 'why', 'explain', 'change', 'drop', 'rise', 'compare', 'contribution', 'analytics'],
    icon: 'chart',
    run: async ({ services }) => services.reports.change({ type: 'report.chosen', report: 'changes' }),
  }),
  command({
    ...anywhere,
    id: 'reports.compareCompanies',
    title: 'Compare companies',
    keywords: ['board', 'all companies', 'organization', 'calls by company', 'missed', 'analytics', 'dashboard'],
    icon: 'building',
    run: async ({ services }) => services.reports.change({ type: 'report.chosen', report: 'byCompany' }),
  }),
  command({
    ...anywhere,
    id: 'reports.read',
    title: 'Describe report',
    keywords: ['ask for', 'sentence', 'analytics', 'chart', 'missed calls by hour', 'calls by tag'],
    icon: 'chart',
    args: { sentence: arg.text({ label: 'Report', hint: 'missed calls by hour last 30 days vs matching weekdays', parse: parseSentence }) },
    run: async ({ args, services }) => services.reports.change({ type: 'sentence.read', view: args.sentence }),
  }),
  command({
    ...anywhere,
    id: 'reports.showType',
    title: 'Chart items over time',
    keywords: ['calls', 'messages', 'faxes', 'voicemails', 'filter type'],
    icon: 'chart',
    args: { type: arg.one('Items', dashboardTypes, typeTitles) },
    run: async ({ args, services }) => services.reports.change({ type: 'type.chosen', itemType: args.type }),
  }),
  command({
    ...inPane,
    id: 'reports.group',
    title: 'Change chart interval',
    keywords: ['hour', 'day', 'week', 'month', 'interval'],
    icon: 'calendar',
    available: check('group.chosen'),
    args: { by: arg.one('Group by', dashboardGroups, groupTitles) },
    run: async ({ args, services }) => services.reports.change({ type: 'group.chosen', groupBy: args.by }),
  }),
];

const periodCommands: readonly Command[] = [
  command({
    ...inPane,
    id: 'reports.range',
    title: 'Change period',
    keywords: ['date range', 'last 7 days', 'this month', 'preset'],
    icon: 'calendar',
    available: check('range.chosen'),
    args: { range: rangeArg },
    run: async ({ args, services }) => services.reports.change({ type: 'range.chosen', range: args.range }),
  }),
  command({
    ...inPane,
    id: 'reports.between',
    title: 'Set report dates',
    keywords: ['between two', 'custom', 'date range', 'period'],
    icon: 'calendar',
    available: check('range.chosen'),
    args: { since: createDayArg('From'), until: createDayArg('To') },
    run: async ({ args, services }) => services.reports.change({ type: 'range.chosen', range: toDays(args) }),
  }),
  command({
    ...inPane,
    id: 'reports.previousPeriod',
    title: 'Previous period',
    keywords: ['back', 'earlier'],
    icon: 'arrow-left',
    available: check('period.stepped'),
    run: async ({ services }) => services.reports.change({ type: 'period.stepped', by: -1 }),
  }),
  command({
    ...inPane,
    id: 'reports.nextPeriod',
    title: 'Next period',
    keywords: ['forward', 'later'],
    icon: 'arrow-right',
    available: check('period.stepped'),
    run: async ({ services }) => services.reports.change({ type: 'period.stepped', by: 1 }),
  }),
  command({
    ...inPane,
    id: 'reports.compare',
    title: 'Compare with period',
    keywords: ['comparison', 'last year', 'previous', 'matching weekdays', 'versus'],
    icon: 'split-horizontal',
    available: check('comparison.chosen'),
    args: { comparison: comparisonArg },
    run: async ({ args, services }) => services.reports.change({ type: 'comparison.chosen', comparison: args.comparison }),
  }),
  command({
    ...inPane,
    id: 'reports.compareBetween',
    title: 'Compare with two dates',
    keywords: ['comparison', 'custom', 'versus'],
    icon: 'split-horizontal',
    available: check('comparison.chosen'),
    args: { since: createDayArg('From'), until: createDayArg('To') },
    run: async ({ args, services }) => services.reports.change({ type: 'comparison.chosen', comparison: toDays(args) }),
  }),
];

const filterCommands: readonly Command[] = [
  command({
    ...inPane,
    id: 'reports.filter',
    title: 'Filter report',
    keywords: ['narrow', 'tag', 'number', 'missed', 'leads', 'duration', 'source'],
    icon: 'filter',
    available: check('filter.changed'),
    args: {
      line: arg.text({
        label: 'Filter',
        hint: 'missed tag:ads longer:60 number:"Google ads"',
        initial: async (_context, services) => {
          const [{ query }, { formatCallQuery }] = await Promise.all([services.reports.shown(), loadReaders()]);
          return formatCallQuery(query);
        },
        parse: parseFilter,
      }),
    },
    run: async ({ args, services }) => services.reports.change({ type: 'filter.changed', query: args.line }),
  }),
  command({
    ...inPane,
    id: 'reports.clearFilter',
    title: 'Clear report filter',
    keywords: ['all calls', 'reset'],
    icon: 'filter',
    available: check('filter.cleared'),
    run: async ({ services }) => services.reports.change({ type: 'filter.cleared' }),
  }),
];

const companyCommands: readonly Command[] = [
  command({
    ...inPane,
    id: 'reports.companies',
    title: 'Choose report companies',
    keywords: ['all companies', 'across', 'sum', 'total', 'organization', 'this company'],
    icon: 'building',
    available: (context) => (context.companies.length > 1 ? check('companies.chosen')(context) : { reason: 'You’re in one company only' }),
    args: { companies: arg.one('Companies', ['own', 'all'] as const, { own: 'This company', all: 'All companies' }) },
    run: async ({ args, services }) => services.reports.change({ type: 'companies.chosen', companies: args.companies }),
  }),
];

const createMove = (id: 'nextPoint' | 'previousPoint' | 'nextChart' | 'previousChart', title: string, icon: string): Command =>
  command({
    ...inPane,
    id: `reports.${id}`,
    title,
    keywords: ['move', 'chart'],
    icon,
    repeats: true,
    run: async ({ services }) => services.reports.move(id),
  });

const chartCommands: readonly Command[] = [
  createMove('nextPoint', 'Next point', 'arrow-right'),
  createMove('previousPoint', 'Previous point', 'arrow-left'),
  createMove('nextChart', 'Next chart', 'arrow-down'),
  createMove('previousChart', 'Previous chart', 'arrow-up'),
  command({
    ...inPane,
    id: 'reports.openCalls',
    title: 'Open calls behind point',
    keywords: ['calls of', 'drill down', 'list', 'bar'],
    icon: 'phone',
    run: async ({ services }) => services.reports.openCalls(),
  }),
  command({
    ...inPane,
    id: 'reports.openChart',
    title: 'Expand chart',
    keywords: ['open alone', 'report', 'large', 'zoom'],
    icon: 'chart',
    run: async ({ services }) => services.reports.openChart(),
  }),
  command({
    ...inPane,
    id: 'reports.toggleTable',
    title: 'Toggle chart table',
    keywords: ['figures', 'rows', 'numbers'],
    icon: 'rows',
    run: async ({ services }) => services.reports.toggleTable(),
  }),
  command({
    ...inPane,
    id: 'reports.export',
    title: 'Export report',
    permission: 'exports.read',
    keywords: ['download', 'spreadsheet', 'csv', 'excel', 'xlsx'],
    icon: 'download',
    ownOnly: true,
    changes: false,
    quiet: false,
    args: { format: arg.one('Format', exportFormats, { xlsx: 'Spreadsheet (XLSX)', csv: 'CSV (formulas escaped)' }) },
    run: async ({ args, services }) => services.reports.exportReport(args.format),
  }),
];

/** Commands over the dashboard. */
export const reportCommands: readonly Command[] = [...chooseCommands, ...periodCommands, ...filterCommands, ...companyCommands, ...chartCommands];
