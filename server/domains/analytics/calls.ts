/** The calls report (spec 1.7): calls by group and target. */
import { sql } from 'kysely';
import type { CallReportRow } from '#contract/analytics/entities.ts';
import { type ReportExportColumn, reportExportColumns } from '#contract/analytics/enums.ts';
import type { RouteQuery } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import { isDay } from '#contract/text/day.ts';
import { addDays, formatDay } from '#contract/text/time.ts';
import { isOwnOrShared } from '../../access/sharing.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import { checkDays } from '../../lists/dateRange.ts';
import { type ExportCaller, requestExport } from '../../lists/exports.ts';
import type { Reader } from '../companies/readers.ts';
import { pickFilter, type ReportFilter } from './filter.ts';
import { checkLength, findZone, type Period } from './period.ts';
import { readSums, type SumKey, type SumRow, selectReported } from './readSums.ts';
import { addSums, countedSums } from './sums.ts';

type Asked = RouteQuery<typeof routes.analytics.calls>;
type Query = Partial<Asked> & Pick<Asked, 'group'>;

/** Keys by which a report groups calls, for each pair of group and target (ENUM-099…108, AMB-38); `geo` has no target. */
const keysOf = {
  'number/day': ['number', 'day'],
  'number/tag/day': ['number', 'day'],
  'answered_by/day': ['answeredBy', 'day'],
  'day/hour': ['day', 'hour'],
  'hour/day': ['hour', 'day'],
  'trafficSource/day': ['trafficSource', 'day'],
  'dniPool/day': ['dniPool', 'day'],
  geo: ['geo'],
} as const satisfies Readonly<Record<string, readonly SumKey[]>>;
type Pair = keyof typeof keysOf;
const isPair = (pair: string): pair is Pair => Object.hasOwn(keysOf, pair);

/** Columns of a file that tell the rows of a pair apart. */
const keyColumns: Readonly<Record<Pair, readonly ReportExportColumn[]>> = {
  'number/day': ['number', 'numberLabel', 'day'],
  'number/tag/day': ['number', 'numberLabel', 'tag', 'day'],
  'answered_by/day': ['answeredBy', 'day'],
  'day/hour': ['day', 'hour'],
  'hour/day': ['hour', 'day'],
  'trafficSource/day': ['trafficSource', 'day'],
  'dniPool/day': ['dniPool', 'day'],
  geo: ['geo'],
};
const everyKeyColumn = new Set(Object.values(keyColumns).flat());

/** `number,tag` and `day` are the triple that the spec writes as number/tag/day. */
function toPair({ group, target }: Query): Pair {
  const pair = [group.replaceAll(',', '/'), ...(target === undefined ? [] : [target])].join('/');
  if (!isPair(pair)) throw new AppError('invalid', { field: 'group', message: `Group and target are one of: ${Object.keys(keysOf).join(', ')}` });
  return pair;
}

/** The days asked for, else the last thirty (CONST-016); with one end given, thirty days from there. */
async function readPeriod({ startDate, endDate, timezone, until }: Query): Promise<Period> {
  const zone = await findZone(timezone, 'timezone');
  const end = endDate ?? (startDate === undefined ? formatDay(zone.zone, Date.now()) : addDays(startDate, 29));
  const range = { start: startDate ?? addDays(end, -29), end };
  checkLength(range, 'endDate');
  if (until !== undefined && (!isDay(until.slice(0, 10)) || until.slice(0, 10) < range.start || until.slice(0, 10) > range.end))
    throw new AppError('invalid', { field: 'until', message: 'Use a time of one of the days asked for' });
  return { ...range, ...zone, until: until ?? null };
}

const readNumbers = () => currentTransaction().selectFrom('phone_numbers').select(['id', 'label', 'number']).where('company_id', '=', companyId()).execute();

/** The tags of numbers, of those asked for. */
const readNumberTags = (tagIds: readonly number[] | undefined) =>
  currentTransaction()
    .selectFrom('number_tags')
    .innerJoin('tags', 'tags.id', 'number_tags.tag_id')
    .select(['number_tags.number_id', 'tags.id', 'tags.name'])
    .where('number_tags.company_id', '=', companyId())
    .where(isOneOf(tagIds))
    .orderBy('tags.name')
    .execute();

const isOneOf = (tagIds: readonly number[] | undefined) =>
  tagIds === undefined || tagIds.length === 0 ? sql<boolean>`true` : sql<boolean>`tags.id = any (${tagIds}::bigint[])`;

/** Names of pools, by id; of none where no row has one. */
async function readPoolNames(rows: readonly SumRow[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(rows.flatMap(({ dniPool }) => dniPool ?? []))];
  if (ids.length === 0) return new Map();
  const pools = await currentTransaction().selectFrom('dni_pools').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(pools.map(({ id, name }) => [id, name]));
}

/** Puts names to numbers and pools. */
async function nameRows(reading: Promise<SumRow[]>): Promise<CallReportRow[]> {
  const [rows, numbers] = await Promise.all([reading, readNumbers()]);
  const byId = new Map(numbers.map((number) => [number.id, number]));
  const poolNames = await readPoolNames(rows);
  return rows.map(({ number: id, ...row }) => {
    const number = id === undefined ? undefined : byId.get(id);
    const dniPoolName = poolNames.get(row.dniPool ?? 0);
    return { ...row, ...(number === undefined ? {} : { number }), ...(dniPoolName === undefined ? {} : { dniPoolName }) };
  });
}

interface TagReport {
  readonly rows: readonly CallReportRow[];
  /** Calls with a tag of their own that their number does not have. */
  readonly own: readonly (CallReportRow & { readonly tag: { readonly id: number; readonly name: string } })[];
  /** Calls with any tag of their own, of numbers without one. */
  readonly ownOfBare: readonly CallReportRow[];
}

const numberDay = (row: CallReportRow) => `${row.number?.id} ${row.day}`;

/** A call counts under each of its tags, its own and its number's, as the search of calls finds it; without any, in its number's row without a tag. */
async function readTagRows(reader: Reader, filter: ReportFilter, period: Period): Promise<CallReportRow[]> {
  const day = sql<string>`(calls.started_at at time zone ${period.zone})::date::text`;
  // By its place: the same expression with another parameter is another one.
  const dayColumn = sql`4`;
  const readOwn = async (isOfBare: boolean) => {
    const calls = await selectReported(reader, filter, period);
    const tagged = calls
      .innerJoin('phone_numbers', 'phone_numbers.id', 'calls.number_id')
      .select(['phone_numbers.id as number_id', 'phone_numbers.label', 'phone_numbers.number', day.as('day')])
      .select(countedSums);
    return isOfBare
      ? tagged
          .where(sql<boolean>`exists (select from call_tags where call_tags.call_id = calls.id)`)
          .where(sql<boolean>`not exists (select from number_tags where number_tags.number_id = calls.number_id)`)
          .select([sql<number>`0`.as('tag_id'), sql<string>`''`.as('tag_name')])
          .groupBy(['phone_numbers.id', dayColumn])
          .execute()
      : tagged
          .innerJoin('call_tags', 'call_tags.call_id', 'calls.id')
          .innerJoin('tags', 'tags.id', 'call_tags.tag_id')
          .where(isOwnOrShared('tags'))
          .where(isOneOf(filter.tagIds))
          .where(sql<boolean>`not exists (select from number_tags where number_tags.number_id = calls.number_id and number_tags.tag_id = tags.id)`)
          .select(['tags.id as tag_id', 'tags.name as tag_name'])
          .groupBy(['phone_numbers.id', dayColumn, 'tags.id'])
          .execute();
  };
  const toRow = ({ number_id, label, number, tag_id, tag_name, ...row }: Awaited<ReturnType<typeof readOwn>>[number]) => ({
    ...row,
    number: { id: number_id, label, number },
    tag: { id: tag_id, name: tag_name },
  });
  const [rows, tags, own, ownOfBare] = await Promise.all([
    nameRows(readSums(reader, { filter, period, keys: ['number', 'day'] })),
    readNumberTags(filter.tagIds),
    readOwn(false),
    filter.tagIds?.length ? [] : readOwn(true),
  ]);
  return spreadTags(
    { rows, own: own.map(toRow), ownOfBare: ownOfBare.map(toRow) },
    Map.groupBy(tags, (tag) => tag.number_id),
    filter,
  );
}

/** A row for each tag of a number and day: its number's, then those of its calls alone; last the calls without any. */
function spreadTags(
  { rows, own, ownOfBare }: TagReport,
  byNumber: ReadonlyMap<number, readonly { readonly id: number; readonly name: string }[]>,
  { tagIds }: ReportFilter,
) {
  const others = Map.groupBy(own, numberDay);
  const bare = new Map(ownOfBare.map((row) => [numberDay(row), row]));
  return rows.flatMap((row) => {
    const tags = row.number === undefined ? undefined : byNumber.get(row.number.id);
    const ofNumber = (tags ?? []).map(({ id, name }) => ({ ...row, tag: { id, name } }));
    const ofCalls = others.get(numberDay(row)) ?? [];
    if (tags !== undefined || tagIds?.length) return [...ofNumber, ...ofCalls];
    const ownTagged = bare.get(numberDay(row));
    const without = ownTagged === undefined ? row : addSums(row, ownTagged, -1);
    return [...ofCalls, ...(without.calls > 0 ? [without] : [])];
  });
}

/** The report. Refuses pairs the spec does not name, and days that are none. */
export async function reportCalls(reader: Reader, query: Query) {
  const pair = toPair(query);
  checkDays(query);
  const period = await readPeriod(query);
  const filter = pickFilter(query);
  const data = await (pair === 'number/tag/day' ? readTagRows(reader, filter, period) : nameRows(readSums(reader, { filter, period, keys: keysOf[pair] })));
  return { data, meta: { startDate: period.start, endDate: period.end, timezone: period.zone } };
}

const isColumn = (name: string): name is ReportExportColumn => Object.hasOwn(reportExportColumns, name);

/** Has a file made of the report (RULE-135): its days are fixed now, its sums are those of when it is made. The columns asked for, else all that the pair has. */
export async function exportReport(caller: ExportCaller, query: Query) {
  const pair = toPair(query);
  checkDays(query);
  const { format, async: _async, columns, ...asked } = query;
  const period = await readPeriod(query);
  const known = (Object.keys(reportExportColumns) as ReportExportColumn[]).filter((column) => !everyKeyColumn.has(column) || keyColumns[pair].includes(column));
  const chosen = (columns ?? []).filter(isColumn);
  const strange = chosen.find((column) => !known.includes(column));
  if (strange !== undefined) throw new AppError('invalid', { field: 'columns', message: `This report has no column ${strange}. Columns: ${known.join(', ')}` });
  // Invalid filters are refused now: the job can't report them.
  await selectReported(caller.membership, pickFilter(query), period);
  const report = { ...asked, startDate: period.start, endDate: period.end, timezone: period.zone };
  const { message, id } = await requestExport('report', caller, {
    key: crypto.randomUUID(),
    columns: chosen.length > 0 ? chosen : known,
    tz: period.zone,
    format: format ?? 'csv',
    selection: JSON.stringify({ report }),
  });
  return { data: [], meta: { startDate: period.start, endDate: period.end, timezone: period.zone }, message, id };
}
