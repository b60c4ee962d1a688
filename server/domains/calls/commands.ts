/** Commands that mark a call: lead, appointment, qualification, value, topic, its own tags. */

import { sql, type Updateable } from 'kysely';
import type { Call } from '#contract/calls/entities.ts';
import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import { canAccessNumber } from '../../access/numbers.ts';
import { isOwnOrShared } from '../../access/sharing.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Membership } from '../../http/handlers.ts';
import { lockConversations, publishItemChange } from '../conversations/repository.ts';
import { loadCalls } from './queries.ts';
import type { CallsTable } from './tables.ts';

type Marks = RouteBody<typeof routes.calls.mark>;

function toChanges({ ascOptions, qualification, value, department, outcome, clear = [] }: Marks): Updateable<CallsTable> {
  const given = { is_lead: ascOptions?.isLead, is_appointment: ascOptions?.isAppointment, qualification, value, department, outcome };
  const said = Object.fromEntries(Object.entries(given).filter(([, what]) => what !== undefined));
  return { ...said, ...Object.fromEntries(clear.map((field) => [field, null])) };
}

async function setTags(callId: number, tagIds: readonly number[]): Promise<void> {
  const wanted = [...new Set(tagIds)];
  const known = await currentTransaction()
    .selectFrom('tags')
    .select('id')
    .where(isOwnOrShared('tags'))
    .where(sql<boolean>`id = any (${wanted}::bigint[])`)
    .execute();
  if (known.length !== wanted.length) throw new AppError('not_found', { field: 'tag_ids' });
  await currentTransaction().deleteFrom('call_tags').where('company_id', '=', companyId()).where('call_id', '=', callId).execute();
  if (wanted.length > 0)
    await currentTransaction()
      .insertInto('call_tags')
      .values(wanted.map((tag_id) => ({ company_id: companyId(), call_id: callId, tag_id })))
      .execute();
}

/**
 * Marks a call, also one that still rings, and answers it as the search does. Refuses one that is missing, another company's, or of a number the person does not
 * work, and a body that says nothing.
 */
export async function markCall(membership: Membership, caller: AuthUser, id: number, marks: Marks): Promise<Call> {
  const [row] = await lockCalls(membership, [id]);
  if (!row) throw new AppError('not_found');
  const changes = toChanges(marks);
  if (Object.keys(changes).length === 0 && marks.tagIds === undefined)
    throw new AppError('invalid', {
      field: 'asc_options',
      message: 'Provide at least one of: asc_options, qualification, value, department, outcome, tag_ids, clear',
    });
  if (row.conversation_id !== null) await lockConversations([row.conversation_id]);
  if (Object.keys(changes).length > 0)
    await currentTransaction().updateTable('calls').set(changes).where('company_id', '=', companyId()).where('id', '=', id).execute();
  if (marks.tagIds !== undefined) await setTags(id, marks.tagIds);
  if (row.conversation_id !== null) await followMarks(row.conversation_id);
  publishMarks(row, caller);
  const [call] = await loadCalls([id]);
  if (!call) throw new AppError('not_found');
  return call;
}

/** Tells of what was said of a call: of its place in a thread, and of the call itself while it goes on. */
function publishMarks(row: Awaited<ReturnType<typeof lockCalls>>[number], caller: AuthUser): void {
  if (row.item_id !== null) publishItemChange('item-updated', row.item_id, row.conversation_id, { actorId: caller.userId });
  if (row.live_state !== null) recordChange({ kind: 'call-updated', id: row.id, actorId: caller.userId });
}

/** Calls with their place in a thread, in the order of their ids, locked. Refuses when one is missing, another company's, or of a number the person does not work. */
async function lockCalls(membership: Membership, ids: readonly number[]) {
  const rows = await currentTransaction()
    .selectFrom('calls')
    .leftJoin('items', (join) => join.onRef('items.call_id', '=', 'calls.id').on('items.type', '=', 'call').on('items.deleted_at', 'is', null))
    .select(['calls.id', 'calls.number_id', 'calls.live_state', 'items.id as item_id', 'items.conversation_id'])
    .where('calls.company_id', '=', companyId())
    .where(sql<boolean>`calls.id = any (${ids}::bigint[])`)
    .orderBy('calls.id')
    .forUpdate('calls')
    .execute();
  if (rows.length !== ids.length || rows.some((row) => !canAccessNumber(membership, row.number_id))) throw new AppError('not_found');
  return rows;
}

interface Tagging {
  readonly ids: readonly number[];
  readonly tagId: number;
  readonly isOn: boolean;
}

/** Gives calls a tag of their own, or takes it off, all or none; answers which of them changed. A call that still rings is a call like the others. */
export async function tagCalls(membership: Membership, caller: AuthUser, { ids, tagId, isOn }: Tagging): Promise<{ changed: number[] }> {
  const rows = await lockCalls(membership, [...new Set(ids)]);
  const tag = await currentTransaction().selectFrom('tags').select('id').where(isOwnOrShared('tags')).where('id', '=', tagId).executeTakeFirst();
  if (!tag) throw new AppError('not_found', { field: 'tag_id' });
  const wanted = rows.map(({ id }) => id);
  const { rows: touched } = isOn
    ? await sql<{ call_id: number }>`
        insert into call_tags (company_id, call_id, tag_id) select ${companyId()}, id, ${tagId} from unnest(${wanted}::bigint[]) as id
        on conflict do nothing returning call_id`.execute(currentTransaction())
    : await sql<{ call_id: number }>`
        delete from call_tags where company_id = ${companyId()} and tag_id = ${tagId} and call_id = any (${wanted}::bigint[]) returning call_id`.execute(
        currentTransaction(),
      );
  const changedIds = new Set(touched.map((row) => row.call_id));
  for (const row of rows.filter(({ id }) => changedIds.has(id))) publishMarks(row, caller);
  return { changed: [...changedIds] };
}

/** Says of many calls what they led to, all or none: refuses when one is missing, another company's, or of a number the person does not work. */
export async function setOutcomes(
  membership: Membership,
  caller: AuthUser,
  outcomes: readonly { readonly id: number; readonly outcome?: string | undefined }[],
) {
  const wanted = new Map(outcomes.map(({ id, outcome }) => [id, outcome ?? null]));
  const rows = await lockCalls(membership, [...wanted.keys()]);
  await sql`
    update calls set outcome = said.outcome from jsonb_to_recordset(${JSON.stringify([...wanted].map(([id, outcome]) => ({ id, outcome })))}::jsonb) as said (id bigint, outcome text)
    where calls.company_id = ${companyId()} and calls.id = said.id`.execute(currentTransaction());
  for (const row of rows) publishMarks(row, caller);
  return { updated: rows.length };
}

/** A conversation is a lead, or has an appointment, while one of its calls is marked so. */
export async function followMarks(conversationId: number): Promise<void> {
  const marked = (column: 'is_lead' | 'is_appointment') => sql<boolean>`exists (
    select from items join calls on calls.id = items.call_id
    where items.conversation_id = ${conversationId} and items.deleted_at is null and ${sql.ref(`calls.${column}`)}
  )`;
  await currentTransaction()
    .updateTable('conversations')
    .set({ is_lead: marked('is_lead'), is_appointment: marked('is_appointment') })
    .where('company_id', '=', companyId())
    .where('id', '=', conversationId)
    .execute();
}
