/** Marks on calls over HTTP (spec 1.7). */
import { sql } from 'kysely';
import type { routes } from '#contract/index.ts';
import { companyId, db } from '../../db/tenancy.ts';
import { Refusal } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import { itemQuery, toItem } from '../conversations/items.ts';
import { lockConversations, tell } from '../conversations/thread.ts';
import { worksNumber } from '../numbers/scope.ts';

export const handlers: Handlers<typeof routes.calls> = {
  mark: async ({ params, body, seat, caller, services }) => {
    const call = await db()
      .selectFrom('calls')
      .select('number_id')
      .where('company_id', '=', companyId())
      .where('id', '=', params.id)
      .forUpdate()
      .executeTakeFirst();
    const row = await itemQuery()
      .where('items.company_id', '=', companyId())
      .where('items.call_id', '=', params.id)
      .where('items.type', '=', 'call')
      .executeTakeFirst();
    if (!call || !row || !worksNumber(seat, call.number_id)) throw new Refusal('not_found');
    const { isLead, isAppointment } = body.ascOptions;
    if (isLead === undefined && isAppointment === undefined)
      throw new Refusal('invalid', { field: 'asc_options', message: 'Say whether it is a lead or an appointment' });
    const marks = { ...(isLead === undefined ? {} : { is_lead: isLead }), ...(isAppointment === undefined ? {} : { is_appointment: isAppointment }) };
    if (row.conversation_id !== null) await lockConversations([row.conversation_id]);
    await db().updateTable('calls').set(marks).where('company_id', '=', companyId()).where('id', '=', params.id).execute();
    if (row.conversation_id !== null) await followMarks(row.conversation_id);
    tell('item-updated', row.id, row.conversation_id, { actorId: caller.userId });
    return toItem(services, { ...row, ...marks });
  },
};

/** A conversation is a lead, or has an appointment, while one of its calls is marked so. */
async function followMarks(conversationId: number): Promise<void> {
  const marked = (column: 'is_lead' | 'is_appointment') => sql<boolean>`exists (
    select from items join calls on calls.id = items.call_id
    where items.conversation_id = ${conversationId} and items.deleted_at is null and ${sql.ref(`calls.${column}`)}
  )`;
  await db()
    .updateTable('conversations')
    .set({ is_lead: marked('is_lead'), is_appointment: marked('is_appointment') })
    .where('company_id', '=', companyId())
    .where('id', '=', conversationId)
    .execute();
}
