/** Items by page: a thread backwards, what changed in it since a position, and the newest over all threads. */
import { sql } from 'kysely';
import type { Item } from '#contract/conversations/entities.ts';
import { accessibleNumbers, limitToAccessibleNumbers } from '../../access/numbers.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';
import { type Position, readCursor, writeCursor } from '../../lists/cursors.ts';
import type { Services } from '../../services.ts';
import { loadItems, selectItems, toConversationItem, toItem } from './items.ts';

interface PageOf {
  readonly perPage: number;
  readonly cursor?: string | undefined;
}

interface Slice {
  readonly perPage: number;
  /** The page is of what comes before it, or behind it where it is `isNewer`. */
  readonly edge: Position | null;
  readonly isNewer?: boolean;
}

/** Items on one side of an edge, the nearest first, and the position of the last of them where there are more. */
async function readSlice(services: Services, query: ReturnType<typeof selectItems>, { perPage, edge, isNewer = false }: Slice) {
  const place = sql`(items.created_at, items.id)`;
  const end = edge && sql`(${edge.at}::timestamptz, ${edge.id}::bigint)`;
  const direction = isNewer ? 'asc' : 'desc';
  const rows = await (end ? query.where(isNewer ? sql<boolean>`${place} > ${end}` : sql<boolean>`${place} < ${end}`) : query)
    .select(sql<string>`items.created_at::text`.as('position'))
    .orderBy('items.created_at', direction)
    .orderBy('items.id', direction)
    .limit(perPage + 1)
    .execute();
  const shown = rows.slice(0, perPage);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => toConversationItem(toItem(services, row))),
    next: rows.length > perPage && last ? { at: last.position, id: last.id } : null,
  };
}

/** One page, newest first, of a narrowed `selectItems`, and the cursor of what follows. */
async function newestFirst(services: Services, query: ReturnType<typeof selectItems>, list: string, page: PageOf) {
  const { items, next } = await readSlice(services, query, { perPage: page.perPage, edge: readCursor(services.sealer, list, companyId(), page.cursor) });
  return { items, next: next && writeCursor(services.sealer, list, companyId(), next) };
}

/** The position of the company's changes now. */
async function positionNow(): Promise<number> {
  const row = await currentTransaction().selectFrom('company_cursors').select('seq').where('company_id', '=', companyId()).executeTakeFirst();
  return row?.seq ?? 0;
}

interface ThreadPage extends PageOf {
  /** A position of the changes: only what changed after it. */
  readonly sync?: number | undefined;
  /** An item that is to be in the middle of the page. */
  readonly around?: number | undefined;
}

/** A page of a thread, oldest first in itself; `prevCursor` goes further back. The position is taken before reading: what comes later is told again. */
export async function listConversationItems(services: Services, conversationId: number, page: ThreadPage) {
  const position = await positionNow();
  const changedItems = page.sync === undefined || page.cursor !== undefined ? null : await changedSince(services, conversationId, page.sync, position);
  if (changedItems) return { data: changedItems, meta: { prevCursor: null, nextCursor: null, position } };
  const query = selectItems().where('items.company_id', '=', companyId()).where('items.conversation_id', '=', conversationId);
  if (page.around !== undefined) return listAround(services, query, conversationId, page.around, page);
  const { items, next } = await newestFirst(services, query, `thread:${conversationId}`, page);
  return { data: items.reverse(), meta: { prevCursor: next, nextCursor: null, position } };
}

/** Items around one of a thread, or, with a cursor that a page around it gave, the next newer ones. Refuses an item that is not there. */
async function listAround(services: Services, query: ReturnType<typeof selectItems>, conversationId: number, itemId: number, page: PageOf) {
  const [older, newer] = [`thread:${conversationId}`, `newer:${conversationId}`];
  const toCursor = (list: string, next: Position | null) => next && writeCursor(services.sealer, list, companyId(), next);
  const { perPage } = page;
  const position = await positionNow();
  const edge = readCursor(services.sealer, newer, companyId(), page.cursor);
  if (edge) {
    const { items, next } = await readSlice(services, query, { perPage, edge, isNewer: true });
    return { data: items, meta: { prevCursor: null, nextCursor: toCursor(newer, next), position } };
  }
  const middle = await currentTransaction()
    .selectFrom('items')
    .select(['id', sql<string>`created_at::text`.as('at')])
    .where('company_id', '=', companyId())
    .where('conversation_id', '=', conversationId)
    .where('id', '=', itemId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!middle) throw new AppError('not_found');
  const half = Math.ceil(perPage / 2);
  // The item itself is the first of those that are not older than it.
  const before = await readSlice(services, query, { perPage: half, edge: middle });
  const behind = await readSlice(services, query, { perPage: half, edge: { at: middle.at, id: middle.id - 1 }, isNewer: true });
  return {
    data: [...before.items.reverse(), ...behind.items],
    meta: { prevCursor: toCursor(older, before.next), nextCursor: toCursor(newer, behind.next), position },
  };
}

/** Beyond this many changed items the newest page is the better answer. */
const syncMost = 200;

/** Items of a thread that changed after a position; null when that cannot be told any more, or is too much. */
async function changedSince(services: Services, conversationId: number, sync: number, position: number): Promise<Item[] | null> {
  if (sync > position) return null;
  if (sync === position) return [];
  const kept = await currentTransaction()
    .selectFrom('changes')
    .select('seq')
    .where('company_id', '=', companyId())
    .where('seq', '=', sync + 1)
    .executeTakeFirst();
  if (!kept) return null;
  const rows = await currentTransaction()
    .selectFrom('changes')
    .select(sql<number | null>`(change ->> 'id')::bigint`.as('id'))
    .distinct()
    .where('company_id', '=', companyId())
    .where('seq', '>', sync)
    .where(sql<boolean>`(change ->> 'conversationId')::bigint = ${conversationId}`)
    .where(sql<boolean>`change ->> 'kind' in ('item-created', 'item-updated', 'item-deleted')`)
    .limit(syncMost + 1)
    .execute();
  const ids = rows.flatMap((row) => (row.id === null ? [] : [Number(row.id)]));
  if (ids.length !== rows.length || rows.length > syncMost) return null;
  const items = await loadItems(services, ids);
  return items.sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id - b.id);
}

/** The newest items over conversations, of some numbers or of all the person works. */
export async function listNewestItems(services: Services, membership: Membership, numbers: readonly number[] | undefined, page: PageOf) {
  const query = selectItems()
    .where('items.company_id', '=', companyId())
    .where('items.conversation_id', 'is not', null)
    .where(limitToAccessibleNumbers('items.number_id', accessibleNumbers(membership, numbers)));
  const { items, next } = await newestFirst(services, query, 'items', page);
  return { data: items, meta: { nextCursor: next } };
}

/** One item of a conversation. Refuses one that is missing, deleted, or of another conversation. */
export async function getItem(services: Services, conversationId: number, itemId: number): Promise<Item> {
  const row = await selectItems()
    .where('items.company_id', '=', companyId())
    .where('items.conversation_id', '=', conversationId)
    .where('items.id', '=', itemId)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toConversationItem(toItem(services, row));
}
