/**
 * Sums of calls by what they have in common. Where nothing is asked of each call they are read from what the database keeps, one row a number and day
 * (`call_days`) or one a day, and one a day and hour, answerer, source, pool, area (`call_parts`); else they are summed from the calls of these days.
 */
import { sql } from 'kysely';
import type { CallReportRow, CallSums } from '#contract/analytics/entities.ts';
import { withoutValue } from '#contract/calls/enums.ts';
import { addDays } from '#contract/text/time.ts';
import { accessibleNumbers, limitToAccessibleNumbers } from '../../access/numbers.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { type CallsQuery, toTextQuery } from '../calls/filter.ts';
import { matchesTranscript, selectCalls } from '../calls/search.ts';
import type { Reader } from '../companies/readers.ts';
import { asksOfNoCall, type ReportFilter, toCallFilter } from './filter.ts';
import type { Period } from './period.ts';
import { addedSums, addSums, countedSums, storedSums } from './sums.ts';

/** Keys that calls can share. */
export type SumKey = 'number' | 'day' | 'hour' | 'answeredBy' | 'trafficSource' | 'dniPool' | 'geo';

/** A row as it is read: a number by its id. */
export type SumRow = Omit<CallReportRow, 'number' | 'tag'> & { readonly number?: number };

/** Calls that a filter lets through in a period, and the keys they are grouped by, in the order of the rows. */
interface SumQuery {
  readonly filter: ReportFilter;
  readonly period: Period;
  readonly keys: readonly SumKey[];
}

/** Parts of which sums are kept, and how their key is read. */
const parts = {
  hour: ['hour', sql<number>`kept.key::int`.as('hour')],
  answeredBy: ['answered_by', sql<string | null>`kept.key`.as('answeredBy')],
  trafficSource: ['source', sql<string | null>`kept.key`.as('trafficSource')],
  dniPool: ['pool', sql<number | null>`kept.key::bigint`.as('dniPool')],
  geo: ['area', sql<string | null>`kept.key`.as('geo')],
} as const;
type Part = keyof typeof parts;
const isPart = (key: SumKey): key is Part => Object.hasOwn(parts, key);

const lastSource = sql<string | null>`nullif(calls.traffic_source, '')`;
const firstSource = sql<string | null>`coalesce(calls.first_traffic_source, ${lastSource})`;

/** Calls of a period that the filter lets through. */
export async function selectReported(reader: Reader, filter: ReportFilter, period: Period): Promise<CallsQuery> {
  const asked = toCallFilter(filter, period);
  const question = await toTextQuery(asked);
  let calls = await selectCalls(reader, asked);
  if (question !== null) calls = calls.where(matchesTranscript(question));
  if (filter.isQualified !== undefined) calls = calls.where(sql<boolean>`coalesce(calls.qualification = 1, false) = ${filter.isQualified}`);
  const { attributionModel, trafficSource } = filter;
  if (attributionModel === 'firstTouch' && trafficSource !== undefined)
    calls = calls.where(sql<boolean>`${firstSource} is not distinct from ${trafficSource === withoutValue ? null : trafficSource}`);
  if (period.until !== null) calls = calls.where(sql<boolean>`calls.started_at < ${period.until}::timestamp at time zone ${period.zone}`);
  return calls;
}

const positionsOf = (keys: readonly unknown[]) => sql.join(keys.map((_, at) => sql.raw(String(at + 1))));

/** From the calls themselves. */
async function readCounted(reader: Reader, { filter, period, keys }: SumQuery): Promise<SumRow[]> {
  const local = sql`calls.started_at at time zone ${period.zone}`;
  const expressions = {
    number: sql<number>`calls.number_id`.as('number'),
    day: sql<string>`(${local})::date::text`.as('day'),
    hour: sql<number>`extract(hour from ${local})::int`.as('hour'),
    answeredBy: sql<string | null>`nullif(calls.answered_by, '')`.as('answeredBy'),
    trafficSource: (filter.attributionModel === 'firstTouch' ? firstSource : lastSource).as('trafficSource'),
    dniPool: sql<number | null>`calls.dni_pool_id`.as('dniPool'),
    geo: sql<string | null>`area_of(calls.recipient)`.as('geo'),
  };
  const calls = await selectReported(reader, filter, period);
  const summed = calls.select(keys.map((key) => expressions[key])).select(countedSums);
  return keys.length === 0
    ? summed.execute()
    : summed
        .groupBy(sql`${positionsOf(keys)}`)
        .orderBy(sql`${positionsOf(keys)}`)
        .execute();
}

/** Days of the company's numbers, as they are kept. */
const selectDays = (reader: Reader, { filter, period }: Omit<SumQuery, 'keys'>) =>
  currentTransaction()
    .selectFrom('call_days')
    .where('call_days.company_id', '=', companyId())
    .where('call_days.day', '>=', period.start)
    .where('call_days.day', '<=', period.end)
    .where(limitToAccessibleNumbers('call_days.number_id', accessibleNumbers(reader, filter.number_ids)));

/** By number and day: one row of what is kept is one of the report. Its day goes first there. */
const readNumberDays = (reader: Reader, query: SumQuery): Promise<SumRow[]> =>
  selectDays(reader, query)
    .select(['call_days.number_id as number', 'call_days.day', ...storedSums])
    .orderBy('call_days.day')
    .orderBy('call_days.number_id')
    .execute();

/** By day or in all, over all numbers: one row a day is kept of them. */
function readWholeDays({ keys, period }: SumQuery): Promise<SumRow[]> {
  const days = currentTransaction()
    .selectFrom('call_parts as kept')
    .where('kept.company_id', '=', companyId())
    .where('kept.part', '=', 'day')
    .where('kept.day', '>=', period.start)
    .where('kept.day', '<=', period.end);
  return keys.length === 0
    ? days.select(addedSums('kept')).execute()
    : days.select(sql<string>`kept.day::text`.as('day')).select(addedSums('kept')).groupBy('kept.day').orderBy('kept.day').execute();
}

/** By number, by day, or in all. */
function readDays(reader: Reader, query: SumQuery): Promise<SumRow[]> {
  const { keys } = query;
  if (!keys.includes('number') && accessibleNumbers(reader, query.filter.number_ids) === null) return readWholeDays(query);
  const columns = { number: sql<number>`call_days.number_id`.as('number'), day: sql<string>`call_days.day::text`.as('day') };
  const summed = selectDays(reader, query)
    .select(keys.flatMap((key) => (key === 'number' || key === 'day' ? columns[key] : [])))
    .select(addedSums('call_days'));
  return keys.length === 0
    ? summed.execute()
    : summed
        .groupBy(sql`${positionsOf(keys)}`)
        .orderBy(sql`${positionsOf(keys)}`)
        .execute();
}

/** By one thing calls have in common. Those without it are what is left of their days: only the others are kept. */
async function readParts(query: SumQuery, part: Part): Promise<SumRow[]> {
  const { keys, period } = query;
  const [stored, column] = parts[part];
  const byDay = keys.includes('day');
  const columns = keys.map((each) => (each === 'day' ? sql<string>`kept.day::text`.as('day') : column));
  const read = currentTransaction()
    .selectFrom('call_parts as kept')
    .where('kept.company_id', '=', companyId())
    .where('kept.part', '=', stored)
    .where('kept.day', '>=', period.start)
    .where('kept.day', '<=', period.end)
    .select(columns)
    .select(addedSums('kept'))
    .groupBy(sql`${positionsOf(keys)}`)
    .orderBy(sql`${positionsOf(keys)}`);
  if (part === 'hour') return read.execute();
  const [rows, left]: [SumRow[], SumRow[]] = await Promise.all([read.execute(), readWholeDays({ ...query, keys: byDay ? ['day'] : [] })]);
  const known = Map.groupBy(rows, (row) => row.day ?? '');
  const rest = left.map((day) => (known.get(day.day ?? '') ?? []).reduce((sum, row) => addSums(sum, row, -1), day));
  return [...rows, ...rest.filter(({ calls }) => calls > 0).map((row) => ({ ...row, [part]: null }))];
}

/** From what is kept, up to the end of the period; null where that does not tell it. */
function readStored(reader: Reader, query: SumQuery): Promise<SumRow[]> | null {
  const { filter, period, keys } = query;
  if (!period.isOwnZone || !asksOfNoCall(filter)) return null;
  const [part, ...others] = keys.filter(isPart);
  if (part === undefined) return keys.length === 2 && keys[0] === 'number' ? readNumberDays(reader, query) : readDays(reader, query);
  const isWhole = accessibleNumbers(reader, filter.number_ids) === null;
  return isWhole && others.length === 0 && !keys.includes('number') ? readParts(query, part) : null;
}

const keyOf = (row: SumRow, keys: readonly SumKey[]): string => JSON.stringify(keys.map((key) => row[key] ?? null));

/** Adds rows of other calls to those with the same keys. */
function mergeRows(rows: readonly SumRow[], more: readonly SumRow[], keys: readonly SumKey[]): SumRow[] {
  const merged = new Map(rows.map((row) => [keyOf(row, keys), row]));
  for (const row of more) {
    const before = merged.get(keyOf(row, keys));
    merged.set(keyOf(row, keys), before === undefined ? row : addSums(before, row));
  }
  return [...merged.values()];
}

/** The sums of a query. Up to a clock time: the days before it as they are kept, and its own day from the calls. */
export async function readSums(reader: Reader, query: SumQuery): Promise<SumRow[]> {
  const { period, keys } = query;
  if (period.until === null) return (await readStored(reader, query)) ?? readCounted(reader, query);
  const day = period.until.slice(0, 10);
  const partial = { ...query, period: { ...period, start: day, end: day } };
  if (day === period.start) return readCounted(reader, partial);
  const before = { ...query, period: { ...period, end: addDays(day, -1), until: null } };
  return mergeRows((await readStored(reader, before)) ?? (await readCounted(reader, before)), await readCounted(reader, partial), keys);
}

/** The sums of all calls of a query. */
export async function readTotals(reader: Reader, filter: ReportFilter, period: Period): Promise<CallSums> {
  const [sums] = await readSums(reader, { filter, period, keys: [] });
  if (sums === undefined) throw new Error('A sum without a row');
  return sums;
}
