/** Finds the company of a call by the row it names, for callers that name no company: before anything else is done, and only for who may enter that company. */
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Route } from '#contract/core/route.ts';
import { currentTransaction } from '../db/tenancy.ts';
import { readIdOrNumber } from '../phone.ts';

/** Kinds of rows, as the database function knows them. */
type RowKind =
  | 'contact'
  | 'group'
  | 'campaign'
  | 'conversation'
  | 'item'
  | 'call'
  | 'note'
  | 'number'
  | 'greeting'
  | 'block'
  | 'field'
  | 'unit'
  | 'visit'
  | 'company'
  | 'favorite';
/** A row a call names. */
export type NamedRow = { readonly kind: RowKind; readonly id: number } | { readonly phone: string } | { readonly offer: string };

/** Paths that name a row, and under which parameter; a longer path goes before what it begins with. */
const paths: readonly (readonly [path: string, param: string, kind: RowKind])[] = [
  ['/contacts/{id}', 'id', 'contact'],
  ['/groups/{id}', 'id', 'group'],
  ['/campaigns/{id}', 'id', 'campaign'],
  ['/notes/{id}', 'id', 'note'],
  ['/calls/{id}', 'id', 'call'],
  ['/calls/{callId}', 'callId', 'call'],
  ['/numbers/list/{idOrNumber}', 'idOrNumber', 'number'],
  ['/numbers/{id}', 'id', 'number'],
  ['/greetings/{id}', 'id', 'greeting'],
  ['/blocks/{id}', 'id', 'block'],
  ['/dniActivities/{id}', 'id', 'visit'],
  ['/favorite-reports/{id}', 'id', 'favorite'],
  ['/eavAttributes/{id}', 'id', 'field'],
  ['/eavEntityTypes/{type}/eavAttributes/{id}', 'id', 'field'],
  ['/inbox/conversations/{id}', 'id', 'conversation'],
  ['/inbox/message/{itemId}', 'itemId', 'item'],
  ['/inbox/fax/{itemId}', 'itemId', 'item'],
];

/** Kinds of what a note is on. */
const models: Readonly<Record<string, RowKind>> = {
  call: 'call',
  conversation: 'conversation',
  contact: 'contact',
  number: 'number',
  message: 'item',
  voicemail: 'item',
  fax: 'item',
};

/** The own value of a name in whatever was sent; undefined where there is none. */
export const getOwnValue = (record: unknown, name: string): unknown =>
  typeof record === 'object' && record !== null && Object.hasOwn(record, name) ? Reflect.get(record, name) : undefined;
/** The first of a list, also one with commas. */
const getFirst = (value: unknown): unknown => (Array.isArray(value) ? value[0] : typeof value === 'string' ? value.split(',')[0] : value);

function toNamedRow(kind: RowKind, value: unknown): NamedRow | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[1-9]\d{0,15}$/.test(text.trim()) ? { kind, id: Number(text) } : null;
}

/** Calls that name an offer of a ringing call, or the leave of one that is made. */
const ofOffers: ReadonlySet<string> = new Set(['/acceptOrRejectIncomingCall', '/outgoingCallInitiated', '/endOutgoingCall']);

/** The offer of a ringing call, or the leave of one that is made, that a field names. */
function toOffer(value: unknown): NamedRow | null {
  const read = z.uuid().safeParse(value);
  return read.success ? { offer: read.data } : null;
}

/** True for a path that names a row by which its company is found. */
export const hasNamedRow = (path: string): boolean => paths.some(([begin]) => path.startsWith(begin));

/** The row a call's path names. */
export function findRowOfPath(route: Route, params: unknown): NamedRow | null {
  const [, param = '', kind = 'item'] = paths.find(([begin]) => route.path.startsWith(begin)) ?? [];
  const value = getOwnValue(params, param);
  if (param !== 'idOrNumber') return toNamedRow(kind, value);
  const read = typeof value === 'string' ? readIdOrNumber(value) : null;
  if (read === null) return null;
  return typeof read === 'number' ? { kind, id: read } : { phone: read };
}

/** The row that a body (in the app's names) or a query names: a conversation, a number, what a note is on, the first of a list, the offer of a call, the organization of a custom field, the company or organization of a report. */
export function findRowOfFields(route: Route, fields: unknown): NamedRow | null {
  const model = getOwnValue(fields, 'modelType') ?? getOwnValue(fields, 'model_type');
  const kind = typeof model === 'string' && Object.hasOwn(models, model) ? models[model] : undefined;
  return (
    toNamedRow('conversation', getOwnValue(fields, 'conversationId')) ??
    toNamedRow('number', getOwnValue(fields, 'numberId')) ??
    (kind && toNamedRow(kind, getOwnValue(fields, 'modelId') ?? getOwnValue(fields, 'model_id'))) ??
    toNamedRow('number', getFirst(getOwnValue(fields, 'numbers'))) ??
    (route.path.startsWith('/eav') ? toNamedRow('unit', getOwnValue(fields, 'businessUnitId')) : null) ??
    (route.path === '/dni/reports/calls'
      ? (toNamedRow('company', getOwnValue(fields, 'company')) ?? toNamedRow('unit', getOwnValue(fields, 'businessUnit')))
      : null) ??
    (ofOffers.has(route.path) ? toOffer(getOwnValue(fields, 'callContextId')) : null) ??
    (route.path.startsWith('/calls/')
      ? toNamedRow('call', getFirst(getOwnValue(fields, 'ids')) ?? getOwnValue(getFirst(getOwnValue(fields, 'calls')), 'id'))
      : null)
  );
}

/** The company of a row; null where there is no such row, and where the person may not enter its company. Runs in an identity transaction. */
export async function findCompanyOfRow(row: NamedRow, userId: number): Promise<number | null> {
  const found =
    'phone' in row
      ? sql<{ id: number | null }>`select company_of_number(${row.phone}, ${userId}::bigint) as id`
      : 'offer' in row
        ? sql<{ id: number | null }>`select company_of_offer(${row.offer}::uuid, ${userId}::bigint) as id`
        : row.kind === 'favorite'
          ? sql<{ id: number | null }>`select company_of_favorite(${row.id}::bigint, ${userId}::bigint) as id`
          : sql<{ id: number | null }>`select company_of_row(${row.kind}, ${row.id}::bigint, ${userId}::bigint) as id`;
  return (await found.execute(currentTransaction())).rows[0]?.id ?? null;
}

/** The company of a person who has no other; null for who has none or several. Runs in an identity transaction. */
export async function findOnlyCompany(userId: number): Promise<number | null> {
  const rows = await currentTransaction()
    .selectFrom('companies as c')
    .select('c.id')
    .where((eb) =>
      eb.or([
        eb.exists(eb.selectFrom('memberships as m').select('m.user_id').whereRef('m.company_id', '=', 'c.id').where('m.user_id', '=', userId)),
        eb.exists(
          eb.selectFrom('organization_users as o').select('o.id').whereRef('o.organization_id', '=', 'c.organization_id').where('o.user_id', '=', userId),
        ),
      ]),
    )
    .limit(2)
    .execute();
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}
