/** Unread that a person has silenced is not counted: blocks of notifications by number and kind (spec 2.7), wherever something unread is counted. */
import { type RawBuilder, sql } from 'kysely';

const kindOf = sql`case items.type when 'call' then 'calls' when 'message' then 'messages' when 'voicemail' then 'voicemails' when 'fax' then 'faxes' end`;

/** A condition on `items`: the person has not silenced this kind on its number. */
export const isItemUnmuted = (userId: number): RawBuilder<boolean> => sql<boolean>`not exists (
  select from notification_blocks blocks
  where blocks.user_id = ${userId} and blocks.number_id = items.number_id and blocks.channel_type = ${kindOf}
)`;

/** The numbers on which the person silenced anything; read once a query. */
export const selectMutedNumbers = (userId: number) => sql`array(select blocks.number_id from notification_blocks blocks where blocks.user_id = ${userId})`;

/** A condition on unread `conversations`: something unread in it is not silenced. Looks at items only where the person has silenced something on the number. */
export const hasUnmutedItems = (userId: number): RawBuilder<boolean> => sql<boolean>`(
  conversations.number_id <> all (${selectMutedNumbers(userId)})
  or exists (
    select from items where items.conversation_id = conversations.id and not items.is_read and items.deleted_at is null and ${isItemUnmuted(userId)}
  )
)`;
