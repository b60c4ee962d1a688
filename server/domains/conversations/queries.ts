/** Reading conversations: the inbox by keyset, one conversation, unread counts. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Conversation } from '#contract/conversations/entities.ts';
import { canAccessNumber, limitToAccessibleNumbers } from '../../access/numbers.ts';
import type { Database } from '../../db/tables.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';
import { readCursor, writeCursor } from '../../lists/cursors.ts';
import { searchWords } from '../../lists/textSearch.ts';
import type { Sealer } from '../../security/sealer.ts';
import { hasUnmutedItems } from '../notifications/silenced.ts';
import { type ConversationFilter, selectConversations } from './filter.ts';

const isOut = sql<boolean>`exists (select from opt_outs where opt_outs.company_id = conversations.company_id and opt_outs.number = conversations.recipient)`;
/** Read by the index of the few texts that wait for a decision. */
const hasOpenReview = sql<boolean>`exists (
  select from items where items.company_id = conversations.company_id and items.recipient = conversations.recipient
    and items.conversation_id = conversations.id and items.opt_out_review = 'open' and items.deleted_at is null)`;

function shown(query: SelectQueryBuilder<Database, 'conversations', object>) {
  return query
    .innerJoin('phone_numbers', 'phone_numbers.id', 'conversations.number_id')
    .leftJoin('contacts', (join) => join.onRef('contacts.id', '=', 'conversations.contact_id').on('contacts.deleted_at', 'is', null))
    .select([
      'conversations.id',
      'conversations.last_activity_at',
      'conversations.recipient',
      'conversations.number_id',
      'conversations.latest',
      'conversations.unread_count',
      'conversations.is_archived',
      'conversations.is_blocked',
      'conversations.is_lead',
      'conversations.is_appointment',
      'phone_numbers.label',
      'phone_numbers.number',
      'phone_numbers.sms_enabled',
      'phone_numbers.call_transcription_enabled',
      'contacts.id as contact_id',
      'contacts.name as contact_name',
      'contacts.is_unsubscribed',
    ])
    .select([sql<string>`conversations.last_activity_at::text`.as('position'), isOut.as('is_opted_out'), hasOpenReview.as('has_opt_out_review')]);
}
type Row = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];

function toConversation(row: Row): Conversation {
  return {
    id: row.id,
    conversationId: row.id,
    lastActivityAt: row.last_activity_at.toISOString(),
    recipient: row.recipient,
    number: {
      id: row.number_id,
      label: row.label,
      number: row.number,
      isSmsEnabled: row.sms_enabled,
      isCallTranscriptionEnabled: row.call_transcription_enabled,
    },
    contact: row.contact_id === null ? null : { id: row.contact_id, name: row.contact_name ?? '', subscribed: row.is_unsubscribed !== true },
    latestItem: toLatest(row.latest),
    numUnreadItems: row.unread_count,
    isArchived: row.is_archived,
    isBlocked: row.is_blocked,
    isLead: row.is_lead,
    isAppointment: row.is_appointment,
    isOptedOut: row.is_opted_out,
    hasOptOutReview: row.has_opt_out_review,
  };
}

function toLatest(latest: Row['latest']): Conversation['latestItem'] {
  if (latest === null) return null;
  const { id, isInbound, createdAt, type, text, result, deliveryState, duration, actorName, editorName = null } = latest;
  return { id, isInbound, createdAt, type, details: { text, result, deliveryState, duration, actorName, editorName } };
}

/** A page of the inbox. Its cost does not grow with depth: the page is one keyset range; the counts are index ranges. */
export async function listConversations(
  sealer: Sealer,
  membership: Membership,
  filter: ConversationFilter,
  page: { readonly sort: 'newest' | 'oldest'; readonly perPage: number; readonly cursor?: string | undefined },
  userId: number,
) {
  const list = `conversations:${page.sort}`;
  const after = readCursor(sealer, list, membership.companyId, page.cursor);
  const direction = page.sort === 'newest' ? 'desc' : 'asc';
  let query = shown(selectConversations(filter, membership));
  if (after) {
    const edge = sql`(${after.at}::timestamptz, ${after.id}::bigint)`;
    const here = sql`(conversations.last_activity_at, conversations.id)`;
    query = query.where(page.sort === 'newest' ? sql<boolean>`${here} < ${edge}` : sql<boolean>`${here} > ${edge}`);
  }
  const [rows, counts] = await Promise.all([
    query
      // Read with the rows, in the same moment: what changes later is told later.
      .select(sql<number>`(select seq from company_cursors where company_id = ${companyId()})`.as('seq'))
      .orderBy('conversations.last_activity_at', direction)
      .orderBy('conversations.id', direction)
      .limit(page.perPage + 1)
      .execute(),
    countConversations(filter, membership, userId),
  ]);
  const shownRows = rows.slice(0, page.perPage);
  const last = shownRows.at(-1);
  return {
    data: shownRows.map(toConversation),
    meta: {
      nextCursor: rows.length > page.perPage && last ? writeCursor(sealer, list, membership.companyId, { at: last.position, id: last.id }) : null,
      ...counts,
      position: rows[0]?.seq ?? null,
    },
  };
}

/** Conversations that match, and those of them with something unread that the person has not silenced. */
async function countConversations(filter: ConversationFilter, membership: Membership, userId: number): Promise<{ total: number; unread: number }> {
  if (searchWords(filter.q ?? '').length > 0) {
    return selectConversations(filter, membership)
      .select([
        sql<number>`count(*)`.as('total'),
        sql<number>`count(*) filter (where conversations.unread_count > 0 and ${hasUnmutedItems(userId)})`.as('unread'),
      ])
      .executeTakeFirstOrThrow();
  }
  const count = async (narrowed: ConversationFilter, isCounted = sql<boolean>`true`) => {
    const row = await selectConversations(narrowed, membership)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(isCounted)
      .executeTakeFirstOrThrow();
    return row.count;
  };
  const [total, unread] = await Promise.all([count(filter), filter.isUnread === false ? 0 : count({ ...filter, isUnread: true }, hasUnmutedItems(userId))]);
  return { total, unread };
}

/** Conversations by their ids. */
export async function selectConversationsByIds(ids: readonly number[]): Promise<ReadonlyMap<number, Conversation>> {
  if (ids.length === 0) return new Map();
  const rows = await shown(
    currentTransaction()
      .selectFrom('conversations')
      .where('conversations.company_id', '=', companyId())
      .where(sql<boolean>`conversations.id = any (${[...new Set(ids)]}::bigint[])`),
  ).execute();
  return new Map(rows.map((row) => [row.id, toConversation(row)]));
}

/** One conversation the person works. Refuses one that is missing, another company's, or of a number that is not theirs. */
export async function getConversation(membership: Membership, id: number): Promise<Conversation> {
  const row = await shown(
    currentTransaction().selectFrom('conversations').where('conversations.company_id', '=', companyId()).where('conversations.id', '=', id),
  ).executeTakeFirst();
  if (!row || !canAccessNumber(membership, row.number_id)) throw new AppError('not_found');
  return toConversation(row);
}

/** Refuses a conversation that is not the person's to see. */
export async function checkConversation(membership: Membership, id: number): Promise<void> {
  const row = await currentTransaction()
    .selectFrom('conversations')
    .select('number_id')
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row || !canAccessNumber(membership, row.number_id)) throw new AppError('not_found');
}

/** These conversations, each once. Refuses when one of them is missing or not the person's to see: all or none. */
export async function checkConversations(membership: Membership, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)];
  const rows = await currentTransaction()
    .selectFrom('conversations')
    .select('id')
    .where('company_id', '=', companyId())
    .where(sql<boolean>`id = any (${wanted}::bigint[])`)
    .where(limitToAccessibleNumbers('number_id', membership.numberIds))
    .execute();
  if (rows.length !== wanted.length) throw new AppError('not_found');
  return wanted;
}
