/**
 * Searching calls, newest first. Filters have indexes in that order. Words, and callers too many to be looked up, are first tried against the newest
 * calls, where a page of common ones is soon found; others are looked up in the index of all words, month by month.
 */

import { type RawBuilder, sql } from 'kysely';
import type { Call } from '#contract/calls/entities.ts';
import type { CallFilter } from '#contract/calls/filters.ts';
import type { RouteQuery } from '#contract/core/route.ts';
import { callExportColumns } from '#contract/exports/enums.ts';
import type { routes } from '#contract/index.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { type Position, readCursor, writeCursor } from '../../lists/cursors.ts';
import { findMoments, getCompanyZone, toDayConditions } from '../../lists/dateRange.ts';
import { type ExportCaller, requestExport } from '../../lists/exports.ts';
import { type Asking, checkOneCompany, namesOthers, type Reader, readEach } from '../companies/readers.ts';
import { type CallerFilter, type CallsQuery, findCallers, narrowCalls, toTextQuery } from './filter.ts';
import { loadCalls } from './queries.ts';

type Place = { readonly id: number; readonly position: string };
interface Slice {
  readonly after: Position | null;
  readonly limit: number;
  readonly offset: number;
}

/** So many of the newest calls are looked through for words. Fewer where nothing else is asked: of a word that does not fill a page there the index has few calls in some days. */
const triedCalls = { filtered: 400, plain: 250 } as const;
const triedOf = ({ isPlain }: Asked): number => triedCalls[isPlain ? 'plain' : 'filtered'];

const newestOf = (calls: CallsQuery, after: Position | null) =>
  (after ? calls.where(sql<boolean>`(calls.started_at, calls.id) < (${after.at}::timestamptz, ${after.id}::bigint)`) : calls)
    .select(['calls.id', 'calls.started_at'])
    .orderBy('calls.started_at', 'desc')
    .orderBy('calls.id', 'desc');

async function readPlaces(calls: CallsQuery, { after, limit, offset }: Slice): Promise<Place[]> {
  const found = await newestOf(calls, after).select(sql<string>`calls.started_at::text`.as('position')).limit(limit).offset(offset).execute();
  return found.map(({ id, position }) => ({ id, position }));
}

/** Search by words: the question, the calls it covers (plain ones of any day: the days are a condition on transcripts), and the whole filter. */
interface Asked {
  readonly calls: CallsQuery;
  readonly question: RawBuilder<unknown>;
  readonly filter: CallFilter;
  /** No filter that an index of calls answers. */
  readonly isPlain: boolean;
}

/** Newest calls of which something is written down. Without a filter that an index of calls answers, transcripts are read in their own order. */
async function newestSpoken(asked: Asked, after: Position | null) {
  const { calls, filter, isPlain } = asked;
  let spoken = calls.innerJoin('transcripts', 'transcripts.call_id', 'calls.id').where('transcripts.company_id', '=', companyId());
  const [at, id] = isPlain ? (['transcripts.started_at', 'transcripts.call_id'] as const) : (['calls.started_at', 'calls.id'] as const);
  if (isPlain) for (const condition of await toDayConditions(at, filter)) spoken = spoken.where(condition);
  return (after ? spoken.where(sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) < (${after.at}::timestamptz, ${after.id}::bigint)`) : spoken)
    .orderBy(at, 'desc')
    .orderBy(id, 'desc')
    .limit(triedOf(asked));
}

/** Those among the newest calls that say it, as many as a page needs. */
async function amongNewest(asked: Asked, { after, limit, offset }: Slice): Promise<Place[]> {
  const spoken = await newestSpoken(asked, after);
  const found = await currentTransaction()
    .selectFrom(spoken.select(['calls.id', 'calls.started_at', 'transcripts.words']).as('tried'))
    .select(['tried.id', sql<string>`tried.started_at::text`.as('position')])
    .where(sql<boolean>`tried.words @@ ${asked.question}`)
    .limit(limit + offset)
    .execute();
  return found.map(({ id, position }) => ({ id, position }));
}

/** Checks whether the newest calls are all there are. */
async function areAll(asked: Asked, after: Position | null): Promise<boolean> {
  const spoken = await newestSpoken(asked, after);
  const { count } = await currentTransaction()
    .selectFrom(spoken.select('calls.id').as('tried'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count < triedOf(asked);
}

/** So many calls that say it are looked at first where a filter may let few of them through, then each time four times as many. */
const firstLook = 250;

/** Calls that say it by the index of words, newest first, in growing looks until a page is full. `known`: those among the newest, which are the answer when there are no others. */
async function byWords(asked: Asked, { after, limit, offset }: Slice, known: readonly Place[]): Promise<readonly Place[]> {
  const { since, until } = await findMoments(asked.filter);
  const places: Place[] = [];
  let before = after;
  // Without another condition these rows are the page, and no month more than it needs is read.
  const first = asked.isPlain && asked.filter.caller === undefined ? limit + offset : firstLook;
  for (let most = first; ; most *= 4) {
    const { rows: said } = await sql<Place>`
      select call_id as id, started_at::text as position from newest_calls_saying(
        ${companyId()}::bigint, ${asked.question}, ${before ? sql`${before.at}::timestamptz` : until}, ${before?.id ?? null}::bigint, ${since}, ${most}::int
      )`.execute(currentTransaction());
    const passing = await asked.calls
      .where(sql<boolean>`calls.id = any (${said.map(({ id }) => id)}::bigint[])`)
      .select('calls.id')
      .execute();
    const passed = new Set(passing.map(({ id }) => id));
    places.push(...said.filter(({ id }) => passed.has(id)));
    const last = said.at(-1);
    if (places.length >= limit + offset || said.length < most || last === undefined) return places;
    // A common word, and a filter that lets few calls through: they may all have been looked at.
    if (most === first && !asked.isPlain && (await areAll(asked, after))) return known;
    before = { at: last.position, id: last.id };
  }
}

/** A page of calls that say it. */
async function readSaid(asked: Asked, slice: Slice): Promise<readonly Place[]> {
  const wanted = slice.limit + slice.offset;
  // Of callers too many to be looked up few may be among the newest: those who say it are fewer than those who call.
  const newest = asked.isPlain && asked.filter.caller !== undefined ? [] : await amongNewest(asked, slice);
  const places = newest.length >= wanted ? newest : await byWords(asked, slice, newest);
  return places.slice(slice.offset, wanted);
}

/** A condition on a call: it is among those, at most so many, in which this is said. */
export const matchesTranscript = (question: RawBuilder<unknown>, most: number | null = null) =>
  sql<boolean>`calls.id in (select find_calls_saying(${companyId()}::bigint, ${question}, ${most}::int))`;

/** No filter that an index of calls answers; callers too many to be looked up are none. */
const isPlain = (membership: Reader, filter: CallFilter, callers: CallerFilter | null): boolean =>
  membership.numberIds === null &&
  (callers === null || 'matches' in callers) &&
  [filter.numbers, filter.answerStatus, filter.tag_ids, filter.qualification, filter.answered_by, filter.is_first_contact].every(
    (asked) => asked === undefined,
  ) &&
  [
    filter.departments,
    filter.outcomes,
    filter.trafficSource,
    filter.dniPools,
    filter.geo,
    filter.deviceType,
    filter.hour,
    filter.weekday,
    filter.isTagged,
    filter.hasAgent,
  ].every((asked) => asked === undefined) &&
  [filter.callers, filter.isLead, filter.isAppointment].every((asked) => asked === undefined || asked === false || asked === 'all') &&
  (filter.minDuration ?? 0) < 300;

/** Calls that a filter lets through, but for what was said in them; `known`: its callers, where they were looked up already. */
export async function selectCalls(reader: Reader, filter: CallFilter, known?: CallerFilter | null): Promise<CallsQuery> {
  const [calls, callers] = [await narrowCalls(reader, filter), known === undefined ? await findCallers(filter.caller) : known];
  if (callers === null) return calls;
  return calls.where('matches' in callers ? callers.matches : sql<boolean>`calls.recipient = any (${[...callers.recipients]}::text[])`);
}

/** Places of the newest calls of a company that a search finds. */
async function findPlaces(reader: Reader, filter: CallFilter, slice: Slice): Promise<readonly Place[]> {
  const question = await toTextQuery(filter);
  const callers = await findCallers(filter.caller);
  const plain = question !== null && isPlain(reader, filter, callers);
  const calls = await selectCalls(reader, plain ? { ...filter, startDate: undefined, endDate: undefined } : filter, callers);
  return question === null ? readPlaces(calls, slice) : readSaid({ calls, question, filter, isPlain: plain }, slice);
}

/** The newer first. Positions are instants of one zone written alike, so that their letters have their order. */
const byNewest = (one: Place, other: Place): number => (one.position === other.position ? other.id - one.id : one.position < other.position ? 1 : -1);

const permission = 'activity.read';

/** A page of the calls of several companies: each finds its newest, and those of the page are read where they are. */
async function readSeveral(caller: Asking, filter: CallFilter, { after, limit, offset }: Slice): Promise<{ places: readonly Place[]; data: Call[] }> {
  const found = await readEach(caller, filter, permission, async (reader, asked) => {
    const places = await findPlaces(reader, asked, { after, limit: limit + offset, offset: 0 });
    return places.map((place) => ({ ...place, companyId: reader.companyId }));
  });
  const places = found
    .flat()
    .sort(byNewest)
    .slice(offset, offset + limit);
  const calls = new Map<number, Call>();
  for (const [id, here] of Map.groupBy(places, (place) => place.companyId)) {
    const read = () => loadCalls(here.map((place) => place.id));
    for (const call of await caller.services.tenancy.companyReading([id], caller.authUser.userId, read)) calls.set(call.id, { ...call, companyId: id });
  }
  return { places, data: places.flatMap(({ id }) => calls.get(id) ?? []) };
}

/**
 * A page of calls, by number or, at the same cost at any depth, by cursor; those of several companies where others than the open one are named. Opens the
 * transactions itself.
 */
export async function searchCalls(caller: Asking, query: RouteQuery<typeof routes.calls.search>) {
  const { authUser, membership, services } = caller;
  const { page, size, cursor, format: _format, async: _async, ...filter } = query;
  const after = readCursor(services.sealer, 'calls', membership.companyId, cursor);
  const slice = { after, limit: size + 1, offset: after ? 0 : (page - 1) * size };
  const { places, data } = namesOthers(membership, filter)
    ? await readSeveral(caller, filter, slice)
    : await services.tenancy.companyReading([membership.companyId], authUser.userId, async () => {
        const here = await findPlaces(membership, filter, slice);
        return { places: here, data: await loadCalls(here.slice(0, size).map((place) => place.id)) };
      });
  const last = places.slice(0, size).at(-1);
  const nextCursor = places.length > size && last ? writeCursor(services.sealer, 'calls', membership.companyId, { at: last.position, id: last.id }) : null;
  return { data: data.slice(0, size), meta: { currentPage: page, perPage: size, nextCursor } };
}

/** Nobody reads on to the end of so many. */
const mostCounted = 10_000;

/** Counts the calls a search finds, up to a maximum; those of several companies where others than the open one are named. Opens the transactions itself. */
export async function countCalls(caller: Asking, filter: CallFilter): Promise<{ total: number; isAtLeast: boolean }> {
  const counts = await readEach(caller, filter, permission, countOf);
  const total = counts.reduce((sum, each) => sum + each.total, 0);
  return { total: Math.min(total, mostCounted), isAtLeast: total >= mostCounted || counts.some(({ isAtLeast }) => isAtLeast) };
}

async function countOf(reader: Reader, filter: CallFilter): Promise<{ total: number; isAtLeast: boolean }> {
  const question = await toTextQuery(filter);
  const calls = await selectCalls(reader, filter);
  const counted = (question === null ? calls : calls.where(matchesTranscript(question, 2 * mostCounted))).select('calls.id').limit(mostCounted);
  const { total } = await currentTransaction()
    .selectFrom(counted.as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (question === null || total >= mostCounted) return { total, isAtLeast: total >= mostCounted };
  const said = await sql<{ count: number }>`select count(*) as count from find_calls_saying(${companyId()}::bigint, ${question}, ${2 * mostCounted})`.execute(
    currentTransaction(),
  );
  return { total, isAtLeast: (said.rows[0]?.count ?? 0) >= 2 * mostCounted };
}

/** Has a file made of all calls of the open company that a search finds, with every column (AMB-96): the words of each are checked now, the calls are those of when it is made. */
export async function exportSearch(caller: ExportCaller, query: RouteQuery<typeof routes.calls.search>) {
  const { page, size, cursor: _cursor, format, async: _async, ...search } = query;
  checkOneCompany(caller.membership, search);
  await toTextQuery(search);
  await selectCalls(caller.membership, search);
  const tz = search.tz ?? (await getCompanyZone());
  const { message, id } = await requestExport('calls', caller, {
    key: crypto.randomUUID(),
    columns: Object.keys(callExportColumns),
    tz,
    format: format ?? 'csv',
    selection: JSON.stringify({ search: { ...search, tz } }),
  });
  return { data: [], meta: { currentPage: page, perPage: size, nextCursor: null }, message, id };
}
