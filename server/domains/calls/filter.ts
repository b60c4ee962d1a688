/** Filters of calls (spec 1.7): conditions on `calls`, and the question to transcripts. */

import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { withoutValue } from '#contract/calls/enums.ts';
import type { CallFilter } from '#contract/calls/filters.ts';
import { normalisePhone } from '#contract/text/e164.ts';
import { extractDigits, isPhoneLike } from '#contract/text/phone.ts';
import { accessibleNumbers, limitToAccessibleNumbers } from '../../access/numbers.ts';
import type { Database } from '../../db/tables.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';
import { checkZone, getCompanyZone, toDayConditions } from '../../lists/dateRange.ts';
import { matchesSearch, searchWords } from '../../lists/textSearch.ts';
import type { CallResult } from './tables.ts';

/** Calls of the open company, narrowed. */
export type CallsQuery = SelectQueryBuilder<Database, 'calls', object>;

const results = new Set<string>(['none', 'answered', 'missed', 'voicemail', 'blocked'] satisfies CallResult[]);
const isResult = (word: string): word is CallResult => results.has(word);

/** Calls that the filter lets through, but for who called and for what was said. Refuses dates that are none. */
export async function narrowCalls(membership: Pick<Membership, 'companyId' | 'numberIds'>, filter: CallFilter): Promise<CallsQuery> {
  let calls: CallsQuery = currentTransaction()
    .selectFrom('calls')
    .where('calls.company_id', '=', companyId())
    .where(limitToAccessibleNumbers('calls.number_id', accessibleNumbers(membership, filter.numbers)));
  for (const condition of [...(await toDayConditions('calls.started_at', filter)), ...marks(filter)]) calls = calls.where(condition);
  const statuses = (filter.answerStatus ?? []).filter(isResult);
  if (statuses.length === 1) calls = calls.where('calls.result', '=', statuses[0] ?? 'none');
  else if (statuses.length > 1 && !filter.answerStatus?.includes('all')) calls = calls.where('calls.result', 'in', statuses);
  if (filter.tag_ids?.length) calls = calls.where(tagged(filter.tag_ids));
  if (filter.isTagged !== undefined) calls = calls.where(filter.isTagged ? isTagged() : sql<boolean>`not ${isTagged()}`);
  const { hour, weekday } = filter;
  if (hour === undefined && weekday === undefined) return calls;
  const zone = filter.tz ?? (await getCompanyZone());
  await checkZone(zone, 'tz');
  const local = sql`calls.started_at at time zone ${zone}`;
  if (hour !== undefined) calls = calls.where(sql<boolean>`extract(hour from ${local}) = ${hour}`);
  return weekday === undefined ? calls : calls.where(sql<boolean>`extract(isodow from ${local}) = ${weekday}`);
}

function marks(filter: CallFilter): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = [];
  const whether = (column: string, value: boolean | undefined) => {
    if (value !== undefined) conditions.push(value ? sql<boolean>`${sql.ref(column)}` : sql<boolean>`not ${sql.ref(column)}`);
  };
  whether(
    'calls.is_first_contact',
    filter.is_first_contact ?? (filter.callers === undefined || filter.callers === 'all' ? undefined : filter.callers === 'first'),
  );
  whether('calls.is_inbound', filter.isInbound);
  whether('calls.is_lead', filter.isLead);
  whether('calls.is_appointment', filter.isAppointment);
  if (filter.qualification !== undefined) conditions.push(sql<boolean>`calls.qualification = ${filter.qualification}`);
  if (filter.minDuration !== undefined) conditions.push(longerThan(filter.minDuration));
  if (filter.maxDuration !== undefined) conditions.push(sql<boolean>`calls.duration < ${filter.maxDuration}`);
  if (filter.answered_by) conditions.push(sql<boolean>`calls.answered_by = ${filter.answered_by}`);
  if (filter.hasAgent !== undefined) conditions.push(sql<boolean>`(coalesce(calls.answered_by, '') <> '') = ${filter.hasAgent}`);
  return [...conditions, ...origins(filter)];
}

/** Conditions on what a call was about and where it came from. */
function origins({ departments, outcomes, trafficSource, dniPools, geo, deviceType }: CallFilter): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = [];
  if (departments?.length) conditions.push(sql<boolean>`calls.department = any (${departments}::text[])`);
  if (outcomes?.length) conditions.push(sql<boolean>`calls.outcome = any (${outcomes}::text[])`);
  if (trafficSource === withoutValue) conditions.push(sql<boolean>`coalesce(calls.traffic_source, '') = ''`);
  else if (trafficSource !== undefined) conditions.push(sql<boolean>`calls.traffic_source = ${trafficSource}`);
  if (dniPools === withoutValue) conditions.push(sql<boolean>`calls.dni_pool_id is null`);
  else if (dniPools?.length) conditions.push(sql<boolean>`calls.dni_pool_id = any (${dniPools}::bigint[])`);
  if (geo === withoutValue) conditions.push(sql<boolean>`area_of(calls.recipient) is null`);
  else if (geo !== undefined) conditions.push(sql<boolean>`area_of(calls.recipient) = ${geo}`);
  if (deviceType !== undefined) conditions.push(sql<boolean>`calls.device_type = ${deviceType}`);
  return conditions;
}

/** Long calls are few and have an index of their own, which is found only where the condition says what the index does. */
const longIsMore = 300;
const longerThan = (seconds: number) =>
  seconds >= longIsMore ? sql<boolean>`(calls.duration > ${seconds} and calls.duration > ${sql.lit(longIsMore)})` : sql<boolean>`calls.duration > ${seconds}`;

/** Tagged itself, or its number is. */
const tagged = (ids: readonly number[]) => sql<boolean>`(
  calls.number_id = any (array(select number_id from number_tags where company_id = ${companyId()} and tag_id = any (${ids}::bigint[])))
  or exists (select from call_tags where call_tags.call_id = calls.id and call_tags.tag_id = any (${ids}::bigint[]))
)`;

/** Has a tag, its own or its number's. */
const isTagged = () => sql<boolean>`(
  calls.number_id = any (array(select number_id from number_tags where company_id = ${companyId()}))
  or exists (select from call_tags where call_tags.call_id = calls.id)
)`;

/** Up to so many outside numbers are looked up one by one; more are tried against the newest calls. */
const few = 500;

/** Callers of a filter: few numbers, to be looked up; or a condition on each call. */
export type CallerFilter = { readonly recipients: readonly string[] } | { readonly matches: RawBuilder<boolean> };

/** Reads who is meant: a whole number, its beginning (`+1415`, `415`), or a name of a contact. null: anybody. */
export async function findCallers(typed: string | undefined): Promise<CallerFilter | null> {
  const wanted = typed?.trim() ?? '';
  if (wanted === '') return null;
  const whole = normalisePhone(wanted);
  if (whole !== null) return { recipients: [whole] };
  return isPhoneLike(wanted) ? beginningWith(wanted) : named(wanted);
}

async function beginningWith(typed: string): Promise<CallerFilter> {
  const digits = extractDigits(typed);
  const beginnings = typed.startsWith('+') ? [`+${digits}`] : [`+1${digits}`, `+${digits}`];
  const found = await Promise.all(
    beginnings.map((beginning) =>
      sql<{ recipient: string }>`select find_callers(${companyId()}::bigint, ${beginning}, ${few + 1}) as recipient`.execute(currentTransaction()),
    ),
  );
  const recipients = [...new Set(found.flatMap(({ rows }) => rows.map((row) => row.recipient)))];
  if (found.every(({ rows }) => rows.length <= few)) return { recipients };
  return {
    matches: sql<boolean>`(${sql.join(
      beginnings.map((beginning) => sql`starts_with(calls.recipient, ${beginning})`),
      sql` or `,
    )})`,
  };
}

async function named(typed: string): Promise<CallerFilter> {
  const words = searchWords(typed);
  const rows = await currentTransaction()
    .selectFrom('contacts')
    .select('contacts.number')
    .where('contacts.company_id', '=', companyId())
    .where(matchesSearch('contacts.id', 'contacts', companyId(), words, few + 1))
    .execute();
  if (rows.length <= few) return { recipients: rows.map((row) => row.number) };
  const has = sql.join(
    words.map((word) => sql`strpos(held.search, ${word}) > 0`),
    sql` and `,
  );
  return {
    matches: sql<boolean>`exists (select from contacts held where held.company_id = ${companyId()} and held.number = calls.recipient and held.deleted_at is null and ${has} offset 0)`,
  };
}

/** The question of a text search as the database asks it: of one speaker's words where one is named. null: nothing is asked. Refuses words that are none. */
export async function toTextQuery({ q, speaker }: CallFilter): Promise<RawBuilder<unknown> | null> {
  const words = q?.trim() ?? '';
  if (words === '') return null;
  if (!/[\p{L}\p{N}]/u.test(words)) throw new AppError('invalid', { field: 'q', message: 'Enter letters or digits to search for' });
  const { rows } = await sql<{ question: string }>`select websearch_to_tsquery('english', ${words})::text as question`.execute(currentTransaction());
  const question = rows[0]?.question ?? '';
  if (question === '') throw new AppError('invalid', { field: 'q', message: `“${words}” is too common to search. Use a less common word.` });
  const weight = speaker === undefined ? '' : speaker === 'agent' ? ':A' : ':B';
  return sql`${question.replaceAll(/'(?:[^']|'')*'/g, (lexeme) => `${lexeme}${weight}`)}::tsquery`;
}
