/** The dashboard (CALL-148): sums by hour, day, week or month of two ranges; and the key figures of two ranges (CALL-149). */
import { sql } from 'kysely';
import type { CallKpi, DashboardBucket } from '#contract/analytics/entities.ts';
import type { DashboardGroup, DashboardType } from '#contract/analytics/enums.ts';
import type { RouteQuery } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import { countDays, type DateRange, maxHourlyDays } from '#contract/text/dateRange.ts';
import { addDays, addMonths, getWeekday } from '#contract/text/time.ts';
import { accessibleNumbers, limitToAccessibleNumbers } from '../../access/numbers.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Reader } from '../companies/readers.ts';
import { asksOfNoCall, pickFilter, type ReportFilter } from './filter.ts';
import { type Comparison, type Period, readComparison } from './period.ts';
import { readSums, readTotals } from './readSums.ts';
import { addSums, emptySums, pickSums } from './sums.ts';

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Bucket of a day, or of its hour. */
function toBucket(groupBy: DashboardGroup, day: string, hour: number | undefined): string {
  if (groupBy === 'hour') return `${day}T${twoDigits(hour ?? 0)}`;
  if (groupBy === 'week') return addDays(day, -getWeekday(day));
  return groupBy === 'month' ? day.slice(0, 7) : day;
}

/** Every bucket of a range, those without anything too, so that a chart has no gap it does not tell. */
function listBuckets(groupBy: DashboardGroup, { start, end }: DateRange): string[] {
  if (groupBy === 'month') {
    const months: string[] = [];
    for (let month = start.slice(0, 7); month <= end.slice(0, 7); month = addMonths(`${month}-01`, 1).slice(0, 7)) months.push(month);
    return months;
  }
  const days = Array.from({ length: countDays({ start, end }) }, (_, at) => addDays(start, at));
  if (groupBy !== 'hour') return [...new Set(days.map((day) => toBucket(groupBy, day, undefined)))];
  return days.flatMap((day) => Array.from({ length: 24 }, (_, hour) => toBucket(groupBy, day, hour)));
}

async function readCallBuckets(reader: Reader, filter: ReportFilter, groupBy: DashboardGroup, period: Period): Promise<DashboardBucket[]> {
  const rows = await readSums(reader, { filter, period, keys: groupBy === 'hour' ? ['day', 'hour'] : ['day'] });
  const summed = new Map<string, typeof emptySums>();
  for (const row of rows) {
    const bucket = toBucket(groupBy, row.day ?? '', row.hour);
    summed.set(bucket, addSums(summed.get(bucket) ?? emptySums, row));
  }
  return listBuckets(groupBy, period).map((bucket) => {
    const sums = pickSums(summed.get(bucket) ?? emptySums);
    return { bucket, total: sums.calls, inbound: sums.inbound, outbound: sums.calls - sums.inbound, sums };
  });
}

const itemTypes = { messages: 'message', faxes: 'fax', voicemails: 'voicemail' } as const;

/** Items of a range by day and hour: from what is kept, or from the items where days of another zone or a clock time are asked for. */
async function readItemHours(reader: Reader, type: (typeof itemTypes)[keyof typeof itemTypes], numberIds: readonly number[] | undefined, period: Period) {
  const numbers = accessibleNumbers(reader, numberIds);
  if (period.isOwnZone && period.until === null)
    return currentTransaction()
      .selectFrom('item_hours')
      .where('company_id', '=', companyId())
      .where('type', '=', type)
      .where('day', '>=', period.start)
      .where('day', '<=', period.end)
      .where(limitToAccessibleNumbers('number_id', numbers))
      .select([sql<string>`day::text`.as('day'), 'hour', sql<number>`sum(inbound)`.as('inbound'), sql<number>`sum(outbound)`.as('outbound')])
      .groupBy(['day', 'hour'])
      .execute();
  const local = sql`created_at at time zone ${period.zone}`;
  return currentTransaction()
    .selectFrom('items')
    .where('company_id', '=', companyId())
    .where('type', '=', type)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`coalesce(delivery_state, '') not in ('held', 'scheduled', 'canceled')`)
    .where(limitToAccessibleNumbers('number_id', numbers))
    .where(sql<boolean>`created_at >= ${period.start}::date::timestamp at time zone ${period.zone}`)
    .where(sql<boolean>`created_at < ${period.until ?? `${addDays(period.end, 1)} 00:00`}::timestamp at time zone ${period.zone}`)
    .select([
      sql<string>`(${local})::date::text`.as('day'),
      sql<number>`extract(hour from ${local})::int`.as('hour'),
      sql<number>`count(*) filter (where is_inbound)`.as('inbound'),
      sql<number>`count(*) filter (where not is_inbound)`.as('outbound'),
    ])
    .groupBy(sql`1, 2`)
    .execute();
}

async function readItemBuckets(reader: Reader, type: Exclude<DashboardType, 'calls'>, filter: ReportFilter, groupBy: DashboardGroup, period: Period) {
  const rows = await readItemHours(reader, itemTypes[type], filter.number_ids, period);
  const summed = new Map<string, { inbound: number; outbound: number }>();
  for (const { day, hour, inbound, outbound } of rows) {
    const bucket = toBucket(groupBy, day, hour);
    const before = summed.get(bucket) ?? { inbound: 0, outbound: 0 };
    summed.set(bucket, { inbound: before.inbound + inbound, outbound: before.outbound + outbound });
  }
  return listBuckets(groupBy, period).map((bucket): DashboardBucket => {
    const { inbound, outbound } = summed.get(bucket) ?? { inbound: 0, outbound: 0 };
    return { bucket, total: inbound + outbound, inbound, outbound };
  });
}

const toRange = (range: DateRange) => ({ start: range.start, end: range.end });
const toMeta = ({ current, previous }: Comparison) => ({
  currentRange: toRange(current),
  previousRange: previous && toRange(previous),
  comparedUntil: previous?.until ?? null,
  timezone: current.zone,
});

type DashboardQuery = RouteQuery<typeof routes.analytics.dashboard>;

/** The dashboard. Refuses filters over calls where other items are asked for, and hours of too many days. */
export async function readDashboard(reader: Reader, query: Partial<DashboardQuery> & Pick<DashboardQuery, 'type' | 'groupBy'>) {
  const { type, groupBy } = query;
  const filter = pickFilter(query);
  if (type !== 'calls' && !asksOfNoCall(filter))
    throw new AppError('invalid', { field: 'type', message: `Filters other than numbers apply to calls. Leave them out for ${type}.` });
  const comparison = await readComparison(query);
  const { current, previous } = comparison;
  for (const [field, range] of Object.entries({ currentRange: current, previousRange: previous }))
    if (groupBy === 'hour' && range !== null && countDays(range) > maxHourlyDays)
      throw new AppError('invalid', { field, message: `By hour, up to ${maxHourlyDays} days at once` });
  const read = (period: Period) =>
    type === 'calls' ? readCallBuckets(reader, filter, groupBy, period) : readItemBuckets(reader, type, filter, groupBy, period);
  const [data, before] = await Promise.all([read(current), previous === null ? [] : read(previous)]);
  return { data, previous: before, meta: toMeta(comparison) };
}

/** The key figures of two ranges. */
export async function readKpi(reader: Reader, query: Partial<RouteQuery<typeof routes.analytics.kpi>>): Promise<CallKpi> {
  const filter = pickFilter(query);
  const comparison = await readComparison(query);
  const { current, previous } = comparison;
  const [sums, before] = await Promise.all([readTotals(reader, filter, current), previous === null ? null : readTotals(reader, filter, previous)]);
  return { current: sums, previous: before, meta: toMeta(comparison) };
}
