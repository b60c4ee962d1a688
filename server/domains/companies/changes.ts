/** The changes of a company, for catching up. */
import { sql } from 'kysely';
import type { Change } from '#contract/core/realtime.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import type { AuthUser, Membership } from '../../http/handlers.ts';

/** Beyond this many missed changes fetching anew is the better answer. */
const mostChanges = 1_000;

/** Changes after a position that concern the numbers the person works, oldest first; `complete` is false when they cannot all be told. */
export async function readChanges(membership: Pick<Membership, 'numberIds'>, { userId }: Pick<AuthUser, 'userId'>, after: number) {
  const current = await currentTransaction().selectFrom('company_cursors').select('seq').where('company_id', '=', companyId()).executeTakeFirst();
  const cursor = current?.seq ?? 0;
  if (after === cursor) return { data: [], meta: { cursor, complete: true } };
  const missed = { data: [], meta: { cursor, complete: false } };
  if (after > cursor || cursor - after > mostChanges) return missed;
  const rows = await currentTransaction()
    .selectFrom('changes')
    .select(['change', isWithin(membership.numberIds, userId).as('is_within')])
    .where('company_id', '=', companyId())
    .where('seq', '>', after)
    .where('seq', '<=', cursor)
    .orderBy('seq')
    .execute();
  if (rows.length !== cursor - after) return missed;
  return { data: rows.filter((row) => row.is_within).map((row) => row.change as Change), meta: { cursor, complete: true } };
}

/**
 * Checks whether a row of `changes` concerns one of these numbers (null: all). A change that names a conversation, item, call, note, block or number belongs to that row's
 * number, and an export to the user who asked for it. A change that names none of them concerns every member: contacts and the progress of batches are the
 * company's, each member reads them, and a purchase or a port is named to no one without the permission to buy.
 */
function isWithin(numberIds: Membership['numberIds'], userId: number) {
  if (numberIds === null) return sql<boolean>`true`;
  const ours = sql`any (${numberIds}::bigint[])`;
  const id = sql`(changes.change ->> 'id')::bigint`;
  const conversation = sql`(changes.change ->> 'conversationId')::bigint`;
  return sql<boolean>`case
    when changes.change ? 'conversationId' then exists (select from conversations c where c.company_id = changes.company_id and c.id = ${conversation} and c.number_id = ${ours})
    when not changes.change ? 'id' then true
    when changes.change ->> 'kind' like 'item-%' then exists (select from items i where i.company_id = changes.company_id and i.id = ${id} and i.number_id = ${ours})
    when changes.change ->> 'kind' = 'call-updated' then exists (select from calls l where l.company_id = changes.company_id and l.id = ${id} and l.number_id = ${ours})
    when changes.change ->> 'kind' = 'number-updated' then ${id} = ${ours}
    when changes.change ->> 'kind' = 'block-updated' then exists (select from blocks b where b.company_id = changes.company_id and b.id = ${id} and (b.number_id is null or b.number_id = ${ours}))
    when changes.change ->> 'kind' = 'export-updated' then (changes.change ->> 'actorId')::bigint = ${userId}
    when changes.change ->> 'kind' = 'note-updated' then not exists (
      select from notes n left join calls l on n.model_type = 'call' and l.id = n.model_id left join conversations c on n.model_type = 'conversation' and c.id = n.model_id
        left join items i on n.model_type in ('message', 'voicemail', 'fax') and i.id = n.model_id
      where n.company_id = changes.company_id and n.id = ${id} and not coalesce(l.number_id, c.number_id, i.number_id, case n.model_type when 'number' then n.model_id end) = ${ours})
    else true end`;
}
