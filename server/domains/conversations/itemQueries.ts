/** Items by page: a thread backwards, what changed in it since a position, and the newest over all threads. */
import { sql } from 'kysely';
import type { Item } from '#contract/conversations/entities.ts';
import { accessibleNumbers, limitToAccessibleNumbers } from '../../access/numbers.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';
import { readCursor, writeCursor } from '../../lists/cursors.ts';
import type { Services } from '../../services.ts';
import { loadItems, selectItems, toConversationItem, toItem } from './items.ts';

interface PageOf {
  readonly perPage: number;
  readonly cursor?: string | undefined;
}

/** One page, newest first, of a narrowed `selectItems`, and the position after it. */
async function newestFirst(services: Services, query: ReturnType<typeof selectItems>, list: string, page: PageOf) {
  const after = readCursor(services.sealer, list, companyId(), page.cursor);
  const narrowed = after ? query.where(sql<boolean>`(items.created_at, items.id) < (${after.at}::timestamptz, ${after.id}::bigint)`) : query;
  const rows = await narrowed
    .select(sql<string>`items.created_at::text`.as('position'))
    .orderBy('items.created_at', 'desc')
    .orderBy('items.id', 'desc')
    .limit(page.perPage + 1)
    .execute();
  const shown = rows.slice(0, page.perPage);
  const last = shown.at(-1);
  const next = rows.length > page.perPage && last ? writeCursor(services.sealer, list, companyId(), { at: last.position, id: last.id }) : null;
  return { items: shown.map((row) => toConversationItem(toItem(services, row))), next };
}

/** The position of the company's changes now. */
async function positionNow(): Promise<number> {
  const row = await currentTransaction().selectFrom('company_cursors').select('seq').where('company_id', '=', companyId()).executeTakeFirst();
  return row?.seq ?? 0;
}

/** A page of a thread, oldest first in itself; `prevCursor` goes further back. The position is taken before reading: what comes later is told again. */
export async function listConversationItems(services: Services, conversationId: number, page: PageOf & { readonly sync?: number | undefined }) {
  const position = await positionNow();
  const changedItems = page.sync === undefined || page.cursor !== undefined ? null : await changedSince(services, conversationId, page.sync, position);
  if (changedItems) return { data: changedItems, meta: { prevCursor: null, position } };
  const query = selectItems().where('items.company_id', '=', companyId()).where('items.conversation_id', '=', conversationId);
  const { items, next } = await newestFirst(services, query, `thread:${conversationId}`, page);
  return { data: items.reverse(), meta: { prevCursor: next, position } };
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
