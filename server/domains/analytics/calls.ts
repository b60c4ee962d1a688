/**
 * The calls report. What only asks for numbers, tags and days of the company is read from the days that the database keeps, one row a number and
 * day; what asks more of each call (how long, how it ended, at which hour) is summed from the calls of these days.
 */
import { sql } from 'kysely';
import type { CallReportRow } from '#contract/analytics/entities.ts';
import type { RouteQuery } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import { addDays, daysBetween, formatDay } from '#contract/text/time.ts';
import { accessibleNumbers, limitToAccessibleNumbers } from '../../access/numbers.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';
import { checkDays, checkZone, getCompanyZone } from '../../lists/dateRange.ts';
import { type CallFilter, narrowCalls } from '../calls/filter.ts';
import { countedSums, storedSums } from './sums.ts';

type Query = RouteQuery<typeof routes.analytics.calls>;

/** Keys by which a report groups calls, for each pair of group and target (ENUM-099…104). */
const keysOf = {
  'number/day': ['number', 'day'],
  'number/tag/day': ['number', 'tag', 'day'],
  'answered_by/day': ['answeredBy', 'day'],
  'day/hour': ['day', 'hour'],
  'hour/day': ['hour', 'day'],
} as const;
type Pair = keyof typeof keysOf;
const isPair = (pair: string): pair is Pair => Object.hasOwn(keysOf, pair);

/** Filters of the spec over facts that a call does not carry: a report that passed over them would be wrong. */
const notTold = ['geo', 'attributionModel', 'trafficSource', 'dniPools'] as const;
const mostDays = 400;

function toPair(query: Query): Pair {
  const pair = `${query.group}/${query.target}`;
  if (!isPair(pair)) throw new AppError('invalid', { field: 'group', message: `Group and target are one of: ${Object.keys(keysOf).join(', ')}` });
  for (const field of notTold)
    if (query[field] !== undefined) throw new AppError('invalid', { field, message: 'This group and target combination isn’t supported yet' });
  return pair;
}

/** Days of a report, both included, and the zone they are days in. */
interface Period {
  readonly startDate: string;
  readonly endDate: string;
  readonly zone: string;
}

const lastDays = 30;

/** The days asked for, else the last thirty (CONST-016); with one end given, thirty days from there. */
function toPeriod({ startDate, endDate }: Query, zone: string): Period {
  const end = endDate ?? (startDate === undefined ? formatDay(zone, Date.now()) : addDays(startDate, lastDays - 1));
  const start = startDate ?? addDays(end, 1 - lastDays);
  if (daysBetween(start, end) >= mostDays) throw new AppError('invalid', { field: 'endDate', message: `At most ${mostDays} days at once` });
  return { startDate: start, endDate: end, zone };
}

/** True when the days the database keeps answer it: nothing is asked of each call. */
function isKept(
  pair: Pair,
  { company_id: _company, group: _group, target: _target, startDate: _start, endDate: _end, number_ids: _numbers, ...rest }: Query,
): boolean {
  return (pair === 'number/day' || pair === 'number/tag/day') && Object.values(rest).every((asked) => asked === undefined);
}

/** Filters of the search that no report has. */
const notAsked = {
  q: undefined,
  speaker: undefined,
  qualification: undefined,
  callers: undefined,
  maxDuration: undefined,
  caller: undefined,
  isInbound: undefined,
  isAppointment: undefined,
} as const;

/** The filters of the report as the search of calls knows them (AMB-92, AMB-93). */
const toCallFilter = (query: Query, { startDate, endDate, zone }: Period): CallFilter => ({
  company_id: query.company_id,
  startDate,
  endDate,
  tz: zone,
  numbers: query.number_ids,
  tag_ids: query.tagIds,
  companies: query.companies,
  businessUnits: query.businessUnits,
  answerStatus: query.answerStatus,
  minDuration: query.minDuration,
  is_first_contact: query.isFirstContact,
  answered_by: query.answered_by,
  isLead: query.isLead,
  ...notAsked,
});

/** A row as it is read: a number by its id. */
type Summed = Omit<CallReportRow, 'number' | 'tag'> & { readonly number?: number };

/** From the days that are kept: they are days in the company's zone. */
async function readKept(membership: Membership, query: Query, { startDate, endDate }: Omit<Period, 'zone'>): Promise<Summed[]> {
  return currentTransaction()
    .selectFrom('call_days')
    .select(['call_days.number_id as number', 'call_days.day', ...storedSums])
    .where('call_days.company_id', '=', companyId())
    .where('call_days.day', '>=', startDate)
    .where('call_days.day', '<=', endDate)
    .where(limitToAccessibleNumbers('call_days.number_id', accessibleNumbers(membership, query.number_ids)))
    .orderBy('call_days.day')
    .orderBy('call_days.number_id')
    .execute();
}

/** From the calls themselves. */
async function readCounted(membership: Membership, pair: Pair, query: Query, { startDate, endDate, zone }: Period): Promise<Summed[]> {
  const local = sql`calls.started_at at time zone ${zone}`;
  const expressions = {
    number: sql<number>`calls.number_id`.as('number'),
    day: sql<string>`(${local})::date::text`.as('day'),
    hour: sql<number>`extract(hour from ${local})::int`.as('hour'),
    answeredBy: sql<string | null>`calls.answered_by`.as('answeredBy'),
  };
  const keys = keysOf[pair].filter((key) => key !== 'tag');
  let calls = await narrowCalls(membership, toCallFilter(query, { startDate, endDate, zone }));
  if (query.isQualified !== undefined) calls = calls.where(sql<boolean>`coalesce(calls.qualification = 1, false) = ${query.isQualified}`);
  if (query.departments?.length) calls = calls.where(sql<boolean>`calls.department = any (${query.departments}::text[])`);
  if (query.outcomes?.length) calls = calls.where(sql<boolean>`calls.outcome = any (${query.outcomes}::text[])`);
  const positions = sql.join(keys.map((_, at) => sql.raw(String(at + 1))));
  return calls
    .select(keys.map((key) => expressions[key]))
    .select(countedSums)
    .groupBy(sql`${positions}`)
    .orderBy(sql`${positions}`)
    .execute();
}

const numbersOfCompany = () =>
  currentTransaction().selectFrom('phone_numbers').select(['id', 'label', 'number']).where('company_id', '=', companyId()).execute();

/** The tags of numbers, of those asked for. */
const tagsOfNumbers = (tagIds: readonly number[] | undefined) =>
  currentTransaction()
    .selectFrom('number_tags')
    .innerJoin('tags', 'tags.id', 'number_tags.tag_id')
    .select(['number_tags.number_id', 'tags.id', 'tags.name'])
    .where('number_tags.company_id', '=', companyId())
    .where(tagIds === undefined || tagIds.length === 0 ? sql<boolean>`true` : sql<boolean>`tags.id = any (${tagIds}::bigint[])`)
    .orderBy('tags.name')
    .execute();

/** Puts names to numbers, and a row for each tag of its number; a number without a tag has one row without. */
async function named(pair: Pair, query: Query, reading: Promise<Summed[]>): Promise<CallReportRow[]> {
  const [rows, numbers, tags] = await Promise.all([
    reading,
    pair.startsWith('number') ? numbersOfCompany() : [],
    pair === 'number/tag/day' ? tagsOfNumbers(query.tagIds) : [],
  ]);
  const byId = new Map(numbers.map((number) => [number.id, number]));
  const tagsById = Map.groupBy(tags, (tag) => tag.number_id);
  return rows.flatMap(({ number: id, ...row }) => {
    const number = id === undefined ? undefined : byId.get(id);
    const known = number === undefined ? row : { ...row, number };
    const own = id === undefined ? undefined : tagsById.get(id);
    return own === undefined ? [known] : own.map((tag) => ({ ...known, tag: { id: tag.id, name: tag.name } }));
  });
}

/** The report. Refuses pairs the spec does not name, filters over what calls do not carry, and days that are none. */
export async function reportCalls(membership: Membership, query: Query) {
  const pair = toPair(query);
  checkDays(query);
  const whole = query.startDate !== undefined && query.endDate !== undefined;
  if (whole && isKept(pair, query)) {
    // Days of the company's own zone, wherever that is: all is asked at once.
    const { startDate, endDate } = toPeriod(query, 'UTC');
    const [data, timezone] = await Promise.all([named(pair, query, readKept(membership, query, { startDate, endDate })), getCompanyZone()]);
    return { data, meta: { startDate, endDate, timezone } };
  }
  const own = await getCompanyZone();
  const zone = query.timezone ?? own;
  if (zone !== own) await checkZone(zone, 'timezone');
  const asked = zone === own ? { ...query, timezone: undefined } : query;
  const period = toPeriod(query, zone);
  const data = await named(pair, query, isKept(pair, asked) ? readKept(membership, query, period) : readCounted(membership, pair, query, period));
  return { data, meta: { startDate: period.startDate, endDate: period.endDate, timezone: zone } };
}
