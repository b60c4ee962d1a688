/** Enumerations of reports (enums.tsv, AMB-39); codes as the wire and addresses carry them. */

/** Kinds of items that the dashboard sums (ENUM-077, AMB-91). */
export const dashboardTypes = ['calls', 'messages', 'faxes', 'voicemails'] as const;
export type DashboardType = (typeof dashboardTypes)[number];

/** ENUM-078…087, in the order of RULE-124. */
export const datePresets = ['custom', 'recent', 'today', 'yesterday', 'last7days', 'last30days', 'thisMonth', 'lastMonth', 'thisYear', 'lastYear'] as const;
export type DatePreset = (typeof datePresets)[number];

/** ENUM-088…093. */
export const comparisonPeriods = ['previousPeriod', 'oneMonthAgo', 'threeMonthsAgo', 'sixMonthsAgo', 'oneYearAgo', 'custom'] as const;
export type ComparisonPeriod = (typeof comparisonPeriods)[number];

/** Widths of a bucket of the dashboard. */
export const dashboardGroups = ['hour', 'day', 'week', 'month'] as const;
export type DashboardGroup = (typeof dashboardGroups)[number];

/** ENUM-109…112: a call of more than so many seconds is long. */
export const longDurations = [30, 90, 120, 300] as const;

/** Columns of an export of a report, and how the file heads them. */
export const reportExportColumns = {
  number: 'Number',
  numberLabel: 'Number label',
  tag: 'Tag',
  answeredBy: 'Answered by',
  trafficSource: 'Source',
  dniPool: 'Pool',
  geo: 'Area',
  day: 'Day',
  hour: 'Hour',
  calls: 'Calls',
  inbound: 'Inbound',
  answered: 'Answered',
  missed: 'Missed',
  voicemail: 'Voicemail',
  blocked: 'Blocked',
  firstTime: 'First-time callers',
  leads: 'Leads',
  appointments: 'Appointments',
  qualified: 'Qualified',
  over30: 'Over 30 s',
  over90: 'Over 90 s',
  over120: 'Over 120 s',
  over300: 'Over 300 s',
  duration: 'Duration (s)',
  ringSeconds: 'Ring time (s)',
  value: 'Value',
} as const;
export type ReportExportColumn = keyof typeof reportExportColumns;
