/** Activity of a company, newest first: items of threads, and calls without one. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Activity } from '#contract/activity/entities.ts';
import type { activityFilters } from '#contract/activity/enums.ts';
import { accessibleNumbers, limitToAccessibleNumbers } from '../../access/numbers.ts';
import type { Database } from '../../db/tables.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import type { Membership } from '../../http/handlers.ts';
import { type Position, readCursor, writeCursor } from '../../lists/cursors.ts';
import { toDayConditions } from '../../lists/dateRange.ts';
import { createPageMeta } from '../../lists/pageMeta.ts';
import { searchWords } from '../../lists/textSearch.ts';
import type { Services } from '../../services.ts';
import { selectItems, toItem } from '../conversations/items.ts';
import type { ItemTypeName } from '../conversations/tables.ts';
import { findNamedNumbers, matchesContact } from './search.ts';

interface Query {
  readonly page: number;
  readonly per_page: number;
  readonly tz?: string | undefined;
  readonly filter?: readonly string[] | undefined;
  readonly numbers?: readonly number[] | undefined;
  readonly q?: string | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly cursor?: string | undefined;
}

const typeOf: Readonly<Record<(typeof activityFilters)[number], ItemTypeName>> = {
  checkCalls: 'call',
  checkVoicemails: 'voicemail',
  checkMessages: 'message',
  checkNotes: 'note',
  checkFaxes: 'fax',
};
const types: ReadonlyMap<string, ItemTypeName> = new Map(Object.entries(typeOf));

/** Selects the rows that match the request apart from its words, by conditions on `items` alone. */
async function narrowed(membership: Membership, query: Query) {
  const wanted = (query.filter ?? []).flatMap((name) => types.get(name) ?? []);
  let rows = currentTransaction()
    .selectFrom('items')
    .where('items.company_id', '=', companyId())
    .where('items.deleted_at', 'is', null)
    .where(limitToAccessibleNumbers('items.number_id', accessibleNumbers(membership, query.numbers)));
  if (wanted.length > 0) rows = rows.where('items.type', 'in', [...new Set(wanted)]);
  for (const condition of await toDayConditions('items.created_at', query)) rows = rows.where(condition);
  return rows;
}

type Items<O> = SelectQueryBuilder<Database, 'items', O>;

const places = ['items.id', sql<string>`items.created_at::text`.as('position')] as const;
type Place = { readonly id: number; readonly position: string };

const newestFirst = <O>(rows: Items<O>, after: Position | null) =>
  (after ? rows.where(sql<boolean>`(items.created_at, items.id) < (${after.at}::timestamptz, ${after.id}::bigint)`) : rows)
    .orderBy('items.created_at', 'desc')
    .orderBy('items.id', 'desc');

const onPage = ({ page, per_page: perPage }: Query, after: Position | null) => ({ limit: perPage + 1, offset: after ? 0 : (page - 1) * perPage });

function readPage(rows: Items<object>, query: Query, after: Position | null): Promise<Place[]> {
  const { limit, offset } = onPage(query, after);
  return newestFirst(rows.select(places), after).limit(limit).offset(offset).execute();
}

async function countAll(rows: Items<object>): Promise<number> {
  return Number((await rows.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total);
}

/** Counts rows, up to a maximum. */
async function countUpTo(rows: Items<object>): Promise<number> {
  const counted = currentTransaction().selectFrom(rows.select('items.id').limit(mostCounted).as('counted'));
  return Number((await counted.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total);
}

/** The matches of a search are counted up to here; nobody reads on to the end of so many. */
const mostCounted = 10_000;
/** Words that name many are tried against so many of the newest items at first, if some of the numbers have so many items. */
const triedRows = 10_000;
const worthTrying = 1_000;

const ofRecipients = (rows: Items<object>, recipients: readonly string[]) => rows.where(sql<boolean>`items.recipient = any (${recipients}::text[])`);

interface Matches {
  readonly chosen: readonly Place[];
  readonly total: number;
  /** There may be more than `total`. */
  readonly isAtLeast: boolean;
}

/** A page of those among the newest rows whose number the words name. */
function readNewest(rows: Items<object>, words: readonly string[], query: Query, after: Position | null): Promise<Place[]> {
  const newest = newestFirst(rows.select(['items.id', 'items.recipient', 'items.created_at']), after).limit(triedRows);
  const { limit, offset } = onPage(query, after);
  return currentTransaction()
    .selectFrom(newest.as('newest'))
    .select(['newest.id', sql<string>`newest.created_at::text`.as('position')])
    .where(matchesContact('newest.recipient', words))
    .orderBy('newest.created_at', 'desc')
    .orderBy('newest.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

async function search(rows: Items<object>, words: readonly string[], query: Query, after: Position | null): Promise<Matches> {
  const matches = async (recipients: readonly string[]): Promise<Matches> => {
    const found = ofRecipients(rows, recipients);
    const total = after?.total ?? (await countUpTo(found));
    return { chosen: await readPage(found, query, after), total, isAtLeast: total >= mostCounted };
  };
  const named = await findNamedNumbers(words, query.q ?? '');
  if (!named.many) return matches(named.recipients);
  const total = after?.total ?? (await countUpTo(ofRecipients(rows, named.recipients)));
  if (total >= worthTrying) {
    const chosen = await readNewest(rows, words, query, after);
    if (chosen.length > query.per_page) return { chosen, total, isAtLeast: true };
  }
  return matches((await findNamedNumbers(words, query.q ?? '', true)).recipients);
}

async function readAll(rows: Items<object>, query: Query, after: Position | null): Promise<Matches> {
  const [chosen, total] = await Promise.all([readPage(rows, query, after), after?.total ?? countAll(rows)]);
  return { chosen, total, isAtLeast: false };
}

/** A page of the activity list, by number or, at the same cost at any depth, by cursor. The count travels in the cursor: it is taken once. */
export async function listActivity(services: Services, membership: Membership, query: Query) {
  const after = readCursor(services.sealer, 'activity', membership.companyId, query.cursor);
  const rows = await narrowed(membership, query);
  const words = searchWords(query.q ?? '');
  const { chosen, total, isAtLeast } = words.length > 0 ? await search(rows, words, query, after) : await readAll(rows, query, after);
  const shown = chosen.slice(0, query.per_page);
  const last = shown.at(-1);
  return {
    data: await loadActivity(
      services,
      shown.map((row) => row.id),
    ),
    meta: {
      ...createPageMeta(query.page, query.per_page, total),
      ...(isAtLeast ? { isAtLeast } : {}),
      nextCursor:
        chosen.length > query.per_page && last
          ? writeCursor(services.sealer, 'activity', membership.companyId, { at: last.position, id: last.id, total })
          : null,
    },
  };
}

async function loadActivity(services: Services, ids: readonly number[]): Promise<Activity[]> {
  if (ids.length === 0) return [];
  const rows = await selectItems()
    .innerJoin('phone_numbers', 'phone_numbers.id', 'items.number_id')
    .leftJoin('contacts', (join) =>
      join.onRef('contacts.company_id', '=', 'items.company_id').onRef('contacts.number', '=', 'items.recipient').on('contacts.deleted_at', 'is', null),
    )
    .leftJoin('contact_phones', (join) =>
      join.onRef('contact_phones.company_id', '=', 'items.company_id').onRef('contact_phones.number', '=', 'items.recipient'),
    )
    .leftJoin('contacts as merged', (join) => join.onRef('merged.id', '=', 'contact_phones.contact_id').on('merged.deleted_at', 'is', null))
    .select([
      'phone_numbers.label',
      'phone_numbers.number',
      sql<number | null>`coalesce(contacts.id, merged.id)`.as('contact_id'),
      sql<string | null>`coalesce(contacts.name, merged.name)`.as('contact_name'),
    ])
    .where('items.company_id', '=', companyId())
    .where('items.id', 'in', ids)
    .orderBy('items.created_at', 'desc')
    .orderBy('items.id', 'desc')
    .execute();
  return rows.map((row) => ({
    ...toItem(services, row),
    recipient: row.recipient,
    contact: row.contact_id === null ? null : { id: row.contact_id, name: row.contact_name ?? '' },
    number: { id: row.number_id, label: row.label, number: row.number },
  }));
}
