/**
 * Searching what was written and said: texts, notes, voicemails and call transcripts, newest first. Words are looked up in `item_texts`
 * (`newest_items_saying`); a search without words is a list of items, which has indexes of its own.
 */
import { type RawBuilder, sql } from 'kysely';
import type { ItemHit } from '#contract/conversations/entities.ts';
import type { RouteQuery } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import { findNumbersByName } from '#contract/text/callQuery.ts';
import { type IsWord, isEmptyQuery, type MessageQuery, messageKeys, parseFirstDay, parseMessageQuery, type SearchTerm } from '#contract/text/messageQuery.ts';
import { extractDigits, isPhoneLike } from '#contract/text/phone.ts';
import { accessibleNumbers } from '../../access/numbers.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Membership } from '../../http/handlers.ts';
import { type Position, readCursor, writeCursor } from '../../lists/cursors.ts';
import { getCompanyZone } from '../../lists/dateRange.ts';
import type { Services } from '../../services.ts';
import { findPeople, type People } from './itemPeople.ts';
import { listPhoneSpellings } from './phoneSpellings.ts';
import { selectConversationsByIds } from './queries.ts';
import { createSnippet, minPrefix } from './snippet.ts';
import type { DeliveryStateName, ItemTypeName } from './tables.ts';

type Search = RouteQuery<typeof routes.conversations.search>;

const itemTypes: readonly ItemTypeName[] = ['message', 'note', 'voicemail', 'call', 'fax'];
const failedStates: readonly DeliveryStateName[] = ['failed', 'undelivered'];

/** A search with names and days looked up. */
interface Criteria {
  readonly terms: readonly SearchTerm[];
  readonly types: readonly ItemTypeName[];
  readonly is: (word: IsWord) => boolean;
  /** Null: of all numbers. */
  readonly numberIds: readonly number[] | null;
  readonly from: People | null;
  readonly with: People | null;
  /** Instants, as the database reads them. */
  readonly since: RawBuilder<unknown>;
  readonly until: RawBuilder<unknown> | null;
}

/** Reads the line. Refuses days that are none, words that contradict each other, and a line with nothing to search for. */
function readLine(q: string): MessageQuery {
  const { query, faults } = parseMessageQuery(q);
  const [fault] = faults;
  if (fault) throw new AppError('invalid', { field: 'q', message: fault.message });
  if (isEmptyQuery(query)) {
    const [, key] = /^\s*([a-z]+):/i.exec(q) ?? [];
    const message =
      key !== undefined && Object.hasOwn(messageKeys, key.toLowerCase()) ? `Enter a value after “${key}:”` : 'Enter letters or digits to search for';
    throw new AppError('invalid', { field: 'q', message: q.trim() === '' ? 'Enter words to search for' : message });
  }
  return query;
}

interface NamedNumber {
  readonly id: number;
  readonly label: string;
  readonly number: string;
}

/** The numbers of a name: of that label or ending; where there is none, those with it in their label or digits. */
function findNumbersByPart(name: string, numbers: readonly NamedNumber[]): readonly NamedNumber[] {
  const exact = findNumbersByName(name, { numbers, tags: [] });
  if (exact.length > 0) return numbers.filter(({ id }) => exact.some((each) => each.id === id));
  const digits = isPhoneLike(name) ? extractDigits(name) : '';
  const part = name.trim().toLowerCase();
  return numbers.filter(({ label, number }) => label.toLowerCase().includes(part) || (digits.length >= 3 && extractDigits(number).includes(digits)));
}

/** Numbers of the company that are named, among those the person works; a returned string tells of a name that no number has. */
async function findNumbers(membership: Membership, names: readonly string[]): Promise<readonly number[] | null | string> {
  if (names.length === 0) return membership.numberIds;
  const numbers = await currentTransaction().selectFrom('phone_numbers').select(['id', 'label', 'number']).where('company_id', '=', companyId()).execute();
  const worked = numbers.filter(({ id }) => membership.numberIds === null || membership.numberIds.includes(id));
  const found: number[] = [];
  for (const name of names) {
    const ids = findNumbersByPart(name, worked).map(({ id }) => id);
    if (ids.length === 0) return `No number named “${name}”`;
    found.push(...ids);
  }
  return accessibleNumbers(membership, found);
}

const toPeople = async (typed: string | undefined, authUser: AuthUser, withUsers: boolean) =>
  typed === undefined ? null : findPeople(typed, authUser, { withUsers });

/** Looks up names and days; a returned string says which name nobody has. */
async function toCriteria(query: MessageQuery, membership: Membership, authUser: AuthUser): Promise<Criteria | string> {
  const numberIds = await findNumbers(membership, query.numbers);
  if (typeof numberIds === 'string') return numberIds;
  const [from, other] = [await toPeople(query.from, authUser, true), await toPeople(query.with, authUser, false)];
  if (from === 'none') return `No contact, phone or user matches “${query.from}”`;
  if (other === 'none') return `No contact or phone matches “${query.with}”`;
  const zone = query.before === undefined && query.after === undefined ? 'UTC' : await getCompanyZone();
  const [first, end] = [query.after, query.before].map((typed) => (typed === undefined ? null : parseFirstDay(typed, zone)));
  const toMoment = (day: string) => sql`(${day}::date::timestamp at time zone ${zone})`;
  return {
    terms: query.terms,
    types: itemTypes.filter((type) => query.is.includes(type)),
    is: (word) => query.is.includes(word),
    numberIds,
    from,
    with: other,
    since: first ? toMoment(first) : sql`'-infinity'::timestamptz`,
    until: end ? toMoment(end) : null,
  };
}

const quoteLexeme = (lexeme: string) => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
const either = (lexemes: readonly string[]) => `(${lexemes.map(quoteLexeme).join(' | ')})`;

/** Above so many numbers they are compared row by row. */
const maxNumberWords = 40;

/** Filters as words of the index (0103). */
function listFilterWords({ types, is, numberIds, from, with: other }: Criteria): string[] {
  const phones = (people: People) => people.phones.map((phone) => `#p${phone}`);
  const senders = from && [
    ...(from.phones.length > 0 ? [`('#in' & ${either(phones(from))})`] : []),
    ...(from.userIds.length > 0 ? [`(!'#in' & ${either(from.userIds.map((id) => `#u${id}`))})`] : []),
  ];
  return [
    ...(types.length > 0 ? [either(types.map((type) => `#t${type}`))] : []),
    ...(is('received') ? [`'#in'`] : []),
    ...(is('sent') ? [`!'#in'`] : []),
    ...(numberIds !== null && numberIds.length <= maxNumberWords ? [either(numberIds.map((id) => `#n${id}`))] : []),
    ...(senders ? [`(${senders.join(' | ')})`] : []),
    ...(other ? [either(phones(other))] : []),
  ];
}

/** The beginning of a word of so many letters is as rare as a word, and looked up as one. */
const minRarePrefix = 5;

interface Question {
  /** The part that the index answers at once: whole words, and filters. Null: as the question itself. */
  readonly lookup: string | null;
  readonly question: string;
}

/** The words as the database compares them; null where none has a letter or digit that it knows. */
async function toQuestion(criteria: Criteria): Promise<Question | null> {
  const { terms } = criteria;
  const spellings = terms.map(({ text }) => [text, ...listPhoneSpellings(text)]);
  const [said, owners] = [spellings.flat(), spellings.flatMap((each, at) => each.map(() => at))];
  const { rows } = await sql<{ lexemes: string | null }>`
    select string_agg(nullif(phraseto_tsquery('simple', fold_text(said))::text, ''), ' | ' order by at) as lexemes
    from unnest(${said}::text[], ${owners}::int[]) with ordinality as spelling (said, term, at) group by term order by term`.execute(currentTransaction());
  const last = terms.length - 1;
  const written = terms.flatMap(({ text, isPhrase, isNot }, at) => {
    const lexemes = rows[at]?.lexemes ?? '';
    if (lexemes === '') return [];
    // A phone in any of its spellings, or as the beginning of a longer one.
    if ((spellings[at]?.length ?? 0) > 1) {
      const begun = at === last && !isPhrase && !isNot ? ` | ${quoteLexeme(extractDigits(text))}:*` : '';
      return [{ words: `${isNot ? '!' : ''}(${lexemes}${begun})`, isWhole: !isNot }];
    }
    const word = /'([^']*)'$/.exec(lexemes)?.[1] ?? '';
    if (isPhrase || isNot || word.length < minPrefix) return [{ words: isNot ? `!(${lexemes})` : `(${lexemes})`, isWhole: !isNot }];
    // The last word may not be finished; the others may stand in the plural, and a plural in the singular.
    const isBeginning = at === last;
    const other = word.length > minPrefix && word.endsWith('s') ? lexemes.replace(/s'$/, "'") : lexemes.replace(/'$/, "s'");
    return [{ words: `(${lexemes}${isBeginning ? ':*' : ''} | ${other})`, isWhole: !isBeginning || word.length >= minRarePrefix }];
  });
  if (written.length === 0) return null;
  const filters = listFilterWords(criteria);
  const whole = written.filter(({ isWhole }) => isWhole).map(({ words }) => words);
  return {
    question: [...written.map(({ words }) => words), ...filters].join(' & '),
    lookup: whole.length > 0 ? [...whole, ...filters].join(' & ') : null,
  };
}

interface Place {
  readonly id: number;
  readonly position: string;
}

/** The newest items that say it. */
async function findSaid(criteria: Criteria, { question, lookup }: Question, after: Position | null, limit: number): Promise<readonly Place[]> {
  const { is, numberIds, since, until } = criteria;
  const whether = (yes: IsWord, no?: IsWord) => (is(yes) ? true : no !== undefined && is(no) ? false : null);
  const { rows } = await sql<Place>`
    select item_id as id, created_at::text as position from newest_items_saying(
      ${companyId()}::bigint, ${lookup ?? question}::tsquery, ${question}::tsquery, ${numberIds}::bigint[],
      ${after ? sql`${after.at}::timestamptz` : (until ?? sql`'infinity'::timestamptz`)}, ${after?.id ?? 0}::bigint, ${since}, ${limit}::int,
      ${whether('unread')}::boolean, ${whether('archived', 'open')}::boolean, ${whether('missed')}::boolean, ${whether('failed')}::boolean
    )`.execute(currentTransaction());
  return rows;
}

/** The newest items of a search without words. */
function findListed({ types, is, numberIds, from, with: other, since, until }: Criteria, after: Position | null, limit: number): Promise<Place[]> {
  let items = currentTransaction()
    .selectFrom('items')
    .select(['items.id', sql<string>`items.created_at::text`.as('position')])
    .where('items.company_id', '=', companyId())
    .where('items.deleted_at', 'is', null)
    .where('items.conversation_id', 'is not', null)
    .where(sql<boolean>`items.created_at >= ${since}`)
    .orderBy('items.created_at', 'desc')
    .orderBy('items.id', 'desc')
    .limit(limit);
  const narrow = (condition: RawBuilder<boolean>) => {
    items = items.where(condition);
  };
  const isOf = (people: People) => sql<boolean>`items.recipient = any (${people.phones}::text[])`;
  if (numberIds !== null) narrow(sql<boolean>`items.number_id = any (${numberIds}::bigint[])`);
  const kinds = is('missed') && types.length === 0 ? (['call'] as const) : types;
  if (kinds.length === 1) narrow(sql<boolean>`items.type = ${kinds[0]}`);
  else if (kinds.length > 1) narrow(sql<boolean>`items.type = any (${kinds}::text[])`);
  if (is('received')) narrow(sql<boolean>`items.is_inbound`);
  if (is('sent')) narrow(sql<boolean>`not items.is_inbound`);
  if (is('unread')) narrow(sql<boolean>`not items.is_read`);
  if (is('failed')) narrow(sql<boolean>`items.delivery_state in (${sql.join(failedStates.map((state) => sql.lit(state)))})`);
  if (is('missed')) narrow(sql<boolean>`exists (select from calls where calls.id = items.call_id and calls.result = 'missed')`);
  if (is('archived') || is('open'))
    narrow(sql<boolean>`exists (select from conversations where conversations.id = items.conversation_id and conversations.is_archived = ${is('archived')})`);
  if (other) narrow(isOf(other));
  if (from)
    narrow(
      from.userIds.length === 0
        ? sql<boolean>`(items.is_inbound and ${isOf(from)})`
        : sql<boolean>`((items.is_inbound and ${isOf(from)}) or (not items.is_inbound and items.actor_id = any (${from.userIds}::bigint[])))`,
    );
  if (after) narrow(sql<boolean>`(items.created_at, items.id) < (${after.at}::timestamptz, ${after.id}::bigint)`);
  else if (until) narrow(sql<boolean>`items.created_at < ${until}`);
  return items.execute();
}

/** Checks whether a call is found by the words of a voicemail that it left and that is found too: what was said once is one hit. */
const isSaidInVoicemail = ({ question }: Question) => sql<boolean>`items.type = 'call' and exists (
  select from items said join item_texts on item_texts.item_id = said.id
  where said.company_id = items.company_id and said.call_id = items.call_id and said.type = 'voicemail' and said.deleted_at is null
    and item_texts.words @@ ${question}::tsquery)`;

/** Items as hits, in the order of the places; without calls that their voicemails stand for. */
async function loadHits(places: readonly Place[], terms: readonly SearchTerm[], question: Question | null): Promise<ItemHit[]> {
  if (places.length === 0) return [];
  const ids = places.map(({ id }) => id);
  let items = currentTransaction().selectFrom('items');
  if (question !== null) items = items.where(sql<boolean>`not (${isSaidInVoicemail(question)})`);
  const rows = await items
    .leftJoin('calls', 'calls.id', 'items.call_id')
    .leftJoin('transcripts', (join) => join.onRef('transcripts.call_id', '=', 'items.call_id').on('items.type', '=', 'call').on('items.body', 'is', null))
    .select([
      'items.id',
      'items.type',
      'items.is_inbound',
      'items.created_at',
      'items.actor_name',
      'items.delivery_state',
      'items.conversation_id',
      'calls.result',
      'calls.answered_by',
      sql<string | null>`coalesce(items.body, transcript_text(transcripts.segments))`.as('said'),
    ])
    .where('items.company_id', '=', companyId())
    .where(sql<boolean>`items.id = any (${ids}::bigint[])`)
    .execute();
  const conversations = await selectConversationsByIds(rows.flatMap((row) => row.conversation_id ?? []));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const shownTerms = terms.flatMap((term) => [term, ...(term.isNot ? [] : listPhoneSpellings(term.text).map((text) => ({ text, isPhrase: true as const })))]);
  return ids.flatMap((id) => {
    const row = byId.get(id);
    const conversation = conversations.get(row?.conversation_id ?? 0);
    if (!row || !conversation) return [];
    return [
      {
        id,
        type: row.type,
        isInbound: row.is_inbound,
        createdAt: row.created_at.toISOString(),
        actorName: row.type === 'call' ? row.answered_by : row.actor_name,
        result: row.type === 'call' ? (row.result ?? 'none') : null,
        deliveryState: row.delivery_state,
        ...createSnippet(row.said ?? '', shownTerms),
        conversation,
      },
    ];
  });
}

/** A page of the items a search finds, newest first. `note` says why there can be none. */
export async function searchItems(services: Services, membership: Membership, authUser: AuthUser, { q, cursor, perPage }: Search) {
  const list = 'itemSearch';
  const after = readCursor(services.sealer, list, membership.companyId, cursor);
  const query = readLine(q);
  const criteria = await toCriteria(query, membership, authUser);
  if (typeof criteria === 'string') return { data: [], meta: { nextCursor: null, note: criteria } };
  const question = criteria.terms.length > 0 ? await toQuestion(criteria) : null;
  if (question === null && criteria.terms.length > 0)
    throw new AppError('invalid', { field: 'q', message: `“${criteria.terms[0]?.text}” has no letters or digits to search for` });
  const places = question === null ? await findListed(criteria, after, perPage + 1) : await findSaid(criteria, question, after, perPage + 1);
  const shown = places.slice(0, perPage);
  const last = shown.at(-1);
  const more = places.length > perPage && last;
  return {
    data: await loadHits(shown, criteria.terms, question),
    meta: { nextCursor: more ? writeCursor(services.sealer, list, membership.companyId, { at: last.position, id: last.id }) : null, note: null },
  };
}
