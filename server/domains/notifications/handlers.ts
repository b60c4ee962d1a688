/** Silenced channels and unread counts of a user (spec 2.7 Messaging and notifications). */
import { sql } from 'kysely';
import type { routes } from '#contract/index.ts';
import { channelTypes } from '#contract/notifications/enums.ts';
import { checkNumbers, limitToAccessibleNumbers } from '../../access/numbers.ts';
import { companyId, currentTransaction, runAfterCommit } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Handlers, Membership } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { isItemUnmuted } from './silenced.ts';
import { countUnreadByNumber } from './unreadCounts.ts';

interface Choice {
  readonly numberId?: number | undefined;
  readonly numberIds?: readonly number[] | undefined;
}

/** The numbers meant. Refuses none at all, and any the person does not work. */
async function listNumberIds(membership: Membership, { numberId, numberIds }: Choice): Promise<number[]> {
  const ids = [...new Set([...(numberIds ?? []), ...(numberId === undefined ? [] : [numberId])])];
  if (ids.length === 0) throw new AppError('invalid', { field: 'number_ids', message: 'Choose at least one number' });
  await checkNumbers(membership, ids);
  return ids;
}

async function listMutes(userId: number) {
  const rows = await currentTransaction()
    .selectFrom('notification_blocks')
    .select(['number_id', sql<string[]>`array_agg(channel_type order by channel_type)`.as('types')])
    .where('company_id', '=', companyId())
    .where('user_id', '=', userId)
    .groupBy('number_id')
    .orderBy('number_id')
    .execute();
  return { data: rows.map((row) => ({ numberId: row.number_id, channelTypes: channelTypes.filter((type) => row.types.includes(type)) })) };
}

/** Unread items of the inbox by kind, without what the person silenced: the kind of item and the kind of notification are the same thing. */
async function countsFor(membership: Membership, userId: number) {
  const result = await sql<{ conversations: number; items: number; calls: number; messages: number; voicemail: number; fax: number }>`
    select
      count(distinct items.conversation_id) as conversations, count(*) as items,
      count(*) filter (where items.type = 'call') as calls, count(*) filter (where items.type = 'message') as messages,
      count(*) filter (where items.type = 'voicemail') as voicemail, count(*) filter (where items.type = 'fax') as fax
    from items join conversations on conversations.id = items.conversation_id and not conversations.is_archived
    where items.company_id = ${companyId()} and not items.is_read and items.deleted_at is null and ${limitToAccessibleNumbers('items.number_id', membership.numberIds)}
      and ${isItemUnmuted(userId)}`.execute(currentTransaction());
  const row = result.rows[0];
  const count = (value: number | undefined) => Number(value ?? 0);
  return {
    unreadConversations: count(row?.conversations),
    unreadItems: count(row?.items),
    byType: { calls: count(row?.calls), messages: count(row?.messages), voicemail: count(row?.voicemail), fax: count(row?.fax) },
  };
}

/** Tells the person's own windows: what one mutes changes nobody else's counts. */
const tellCounts = ({ realtime }: Services, userId: number, company: number): void =>
  runAfterCommit(() => realtime.user(userId, { kind: 'notification-counts', companyId: company }));

export const handlers: Handlers<typeof routes.notifications> = {
  block: async ({ body, membership, authUser, services }) => {
    const ids = await listNumberIds(membership, body);
    const blocks = ids.flatMap((number_id) =>
      body.channelTypes.map((channel_type) => ({ company_id: membership.companyId, user_id: authUser.userId, number_id, channel_type })),
    );
    await currentTransaction()
      .insertInto('notification_blocks')
      .expression(
        currentTransaction()
          .selectFrom(
            sql<(typeof blocks)[number]>`jsonb_to_recordset(${JSON.stringify(blocks)}::jsonb)`.as<'chosen'>(
              sql`chosen (company_id bigint, user_id bigint, number_id bigint, channel_type text)`,
            ),
          )
          .select(['company_id', 'user_id', 'number_id', 'channel_type']),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    tellCounts(services, authUser.userId, membership.companyId);
    return listMutes(authUser.userId);
  },

  unblock: async ({ body, membership, authUser, services }) => {
    const ids = await listNumberIds(membership, body);
    await currentTransaction()
      .deleteFrom('notification_blocks')
      .where('company_id', '=', membership.companyId)
      .where('user_id', '=', authUser.userId)
      .where(sql<boolean>`number_id = any (${ids}::bigint[])`)
      .where('channel_type', 'in', body.channelTypes)
      .execute();
    tellCounts(services, authUser.userId, membership.companyId);
    return listMutes(authUser.userId);
  },

  blocks: ({ authUser }) => listMutes(authUser.userId),
  counts: ({ membership, authUser }) => countsFor(membership, authUser.userId),
  countsByNumber: async ({ membership, authUser }) => ({ data: await countUnreadByNumber(membership, authUser.userId) }),
};
