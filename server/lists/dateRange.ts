/** Days as people write them, the zones they are in, and the moments between two of them. */
import { type RawBuilder, sql } from 'kysely';
import { isDay } from '#contract/text/day.ts';
import { companyId, currentTransaction } from '../db/tenancy.ts';
import { AppError } from '../http/errors.ts';

/** From a first day to a last one; undefined: from the beginning, or until now. */
interface Days {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** Refuses what is no day, and an end before its start. */
export function checkDays({ startDate, endDate }: Days): void {
  for (const [field, day] of Object.entries({ startDate, endDate })) {
    if (day !== undefined && !isDay(day)) throw new AppError('invalid', { field, message: 'Use a date like 2026-03-05' });
  }
  if (startDate !== undefined && endDate !== undefined && endDate < startDate)
    throw new AppError('invalid', { field: 'endDate', message: 'The end is before the start' });
}

let known: ReadonlySet<string> | null = null;

/** The zones the database knows, in lower case. Read once: the list is made of files, and takes longer than most queries. */
async function zones(): Promise<ReadonlySet<string>> {
  if (known === null) {
    const { rows } = await sql<{ name: string }>`select lower(name) as name from pg_timezone_names`.execute(currentTransaction());
    known = new Set(rows.map(({ name }) => name));
  }
  return known;
}

/** The time zone of the open company. */
export async function getCompanyZone(): Promise<string> {
  return (await currentTransaction().selectFrom('companies').select('timezone').where('id', '=', companyId()).executeTakeFirstOrThrow()).timezone;
}

/** Refuses a time zone that the database does not know. */
export async function checkZone(zone: string, field: string): Promise<void> {
  if (!(await zones()).has(zone.toLowerCase())) throw new AppError('invalid', { field, message: 'A time zone such as America/New_York' });
}

/** Conditions on a column of instants: from the first moment of startDate to the last of endDate, in a zone. */
function between(column: string, { startDate, endDate }: Days, zone: string): RawBuilder<boolean>[] {
  const at = sql.ref(column);
  return [
    ...(startDate === undefined ? [] : [sql<boolean>`${at} >= ${startDate}::date::timestamp at time zone ${zone}`]),
    ...(endDate === undefined ? [] : [sql<boolean>`${at} < (${endDate}::date + 1)::timestamp at time zone ${zone}`]),
  ];
}

/** The same in the zone asked for, else the company's. Refuses what is no day, an end before the start, and a zone the database does not know. */
export async function toDayConditions(column: string, { tz, ...days }: Days & { readonly tz?: string | undefined }): Promise<RawBuilder<boolean>[]> {
  if (days.startDate === undefined && days.endDate === undefined) return [];
  checkDays(days);
  const zone = tz ?? (await getCompanyZone());
  await checkZone(zone, 'tz');
  return between(column, days, zone);
}

/** The two moments themselves: the first that counts, and the first that does not. Days and zone are taken as they are: `checkDays` and `checkZone` look at them before. */
export async function findMoments({ tz, startDate, endDate }: Days & { readonly tz?: string | undefined }): Promise<{
  readonly since: RawBuilder<unknown>;
  readonly until: RawBuilder<unknown>;
}> {
  const zone = tz ?? (await getCompanyZone());
  return {
    since: startDate === undefined ? sql`'-infinity'::timestamptz` : sql`(${startDate}::date::timestamp at time zone ${zone})`,
    until: endDate === undefined ? sql`'infinity'::timestamptz` : sql`((${endDate}::date + 1)::timestamp at time zone ${zone})`,
  };
}
