/** Counts unread conversations and items without what a person muted. */
import { sql } from 'kysely';
import { limitToAccessibleNumbers } from '../../access/numbers.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import type { Membership } from '../../http/handlers.ts';
import { isItemUnmuted, selectMutedNumbers } from './silenced.ts';

/** Unread conversations and items of the inbox by number, without what the person silenced; numbers without any are left out. */
export async function countUnreadByNumber(membership: Membership, userId: number) {
  // Without muted numbers the conversations' own counts are enough.
  const { rows } = await sql<{ number_id: number; conversations: number; items: number }>`
    select number_id, count(*) as conversations, sum(unread_count) as items from conversations
    where company_id = ${companyId()} and unread_count > 0 and not is_archived and ${limitToAccessibleNumbers('number_id', membership.numberIds)}
      and number_id <> all (${selectMutedNumbers(userId)})
    group by number_id
    union all
    select items.number_id, count(distinct items.conversation_id), count(*)
    from items join conversations on conversations.id = items.conversation_id and not conversations.is_archived
    where items.company_id = ${companyId()} and not items.is_read and items.deleted_at is null and ${limitToAccessibleNumbers('items.number_id', membership.numberIds)}
      and items.number_id = any (${selectMutedNumbers(userId)}) and ${isItemUnmuted(userId)}
    group by items.number_id
    order by number_id`.execute(currentTransaction());
  return rows.map((row) => ({ numberId: row.number_id, conversations: Number(row.conversations), items: Number(row.items) }));
}
