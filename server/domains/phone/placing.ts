/** Calls that a person makes from the app: asked for, reported, ended. */

import type { StartedCall } from '#contract/phone/entities.ts';
import { normalisePhone } from '#contract/text/e164.ts';
import { type ActingUser, withCompanyTransaction } from '../../access/companyTransaction.ts';
import { canAccessNumber } from '../../access/numbers.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { isEmergency } from '../../destinations.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';
import type { Sealer } from '../../security/sealer.ts';
import type { Services } from '../../services.ts';
import { findPlacingFault, grantCall, type Leave } from '../calling/placedCalls.ts';
import { findNumberMusicUrl } from './holdMusic.ts';

const refuse = (field: string, message: string) => new AppError('invalid', { field, message });

/** Allows one call. Refuses (404) a number that the person doesn't work, and (422) in words what may not be called now. Runs in the open transaction. */
export async function allowCall(
  membership: Pick<Membership, 'numberIds'>,
  userId: number,
  { numberId, destination: typed }: { readonly numberId: number; readonly destination: string },
): Promise<Leave> {
  const row = await currentTransaction()
    .selectFrom('phone_numbers')
    .select('id')
    .where('company_id', '=', companyId())
    .where('id', '=', numberId)
    .executeTakeFirst();
  if (!row || !canAccessNumber(membership, numberId)) throw new AppError('not_found');
  // An emergency number is no number of a person: it is told before it is read as one.
  const destination = isEmergency(typed) ? typed : normalisePhone(typed);
  if (destination === null) throw refuse('destination', 'Enter a phone number, such as +1 212-555-0123');
  const fault = await findPlacingFault(numberId, destination);
  if (fault) throw refuse(fault.field, fault.message);
  return grantCall(userId, numberId, destination);
}

/** The person's own call by its leave, locked; refuses (404) any other. */
async function lockPlaced(id: string, userId: number) {
  const row = await currentTransaction()
    .selectFrom('placed_calls')
    .select(['carrier_sid', 'call_id', 'number_id', 'destination', 'fault', 'initiated_at', 'ended_at', 'expires_at'])
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
}

const update = (id: string) => currentTransaction().updateTable('placed_calls').where('company_id', '=', companyId()).where('id', '=', id);

/** Notes that the call was started, once. Refuses (409) in words while the carrier dials nothing for it. Runs in the open transaction. */
export async function reportStart(sealer: Sealer, id: string, userId: number): Promise<StartedCall> {
  const row = await lockPlaced(id, userId);
  if (row.call_id === null)
    throw new AppError('conflict', { title: 'Call', message: row.fault ?? (row.ended_at === null ? 'The carrier hasn’t started this call' : 'Call ended') });
  if (row.initiated_at === null) await update(id).set({ initiated_at: new Date() }).execute();
  const conversation = await currentTransaction()
    .selectFrom('conversations')
    .select('id')
    .where('company_id', '=', companyId())
    .where('number_id', '=', row.number_id)
    .where('recipient', '=', row.destination)
    .executeTakeFirst();
  return { callId: row.call_id, conversationId: conversation?.id ?? null, holdMusicUrl: await findNumberMusicUrl(sealer, row.number_id) };
}

/** Ends the call at the carrier, which tells its end as it tells any other; a leave that nobody used is of no use any more. Refuses (502) while the carrier can't be reached. */
export async function endPlaced(services: Services, caller: ActingUser, id: string): Promise<void> {
  const inCompany = withCompanyTransaction(services, caller);
  const sid = await inCompany(async () => {
    const row = await lockPlaced(id, caller.authUser.userId);
    if (row.ended_at !== null) return null;
    if (row.carrier_sid === null) await update(id).set({ ended_at: new Date() }).execute();
    return row.carrier_sid;
  });
  if (sid === null) return;
  try {
    await services.carrier.calls.letGo(sid, false);
  } catch (cause) {
    throw new AppError('upstream', { cause });
  }
  await inCompany(() => update(id).set({ ended_at: new Date() }).where('ended_at', 'is', null).execute());
}
