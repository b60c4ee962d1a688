/**
 * Callers who are led elsewhere: by who hands the call on (decision 0052), or picks it up in another window (decision 0055). The wish is kept before the carrier
 * is asked; the call follows once the carrier asks where the caller goes, so that a request that was lost changes nothing. Runs in the open transaction of the
 * company.
 */
import { sql } from 'kysely';
import { findSpeaker, formatClient, parseClient } from '#machines/call/index.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { applyCallEvent, type CallRow, computeSecondsSince } from './callRepository.ts';
import { findPlacingFault } from './placedCalls.ts';

/** Seconds during which a transfer that nobody knows the end of keeps others of the same call off: longer than the carrier may take to answer. */
const openSeconds = 12;
/** Seconds during which the end that the carrier tells of a call of ours may be that of a transfer. */
const doubtSeconds = 60;

export interface WantedTransfer {
  readonly userId: number;
  /** Names the wish: the same one again is the same transfer. */
  readonly clientId: string;
  /** A phone (E.164), or a browser by the name it is dialled by. */
  readonly destination: string;
  readonly byName: string;
  readonly toName: string;
  /** The person picks up what rings for them. */
  readonly isPickup: boolean;
}

const transfers = () => currentTransaction().selectFrom('call_transfers').where('company_id', '=', companyId());
const selectOpen = (callId: number, seconds: number) =>
  transfers()
    .select('id')
    .where('call_id', '=', callId)
    .where('taken_at', 'is', null)
    .where('fault', 'is', null)
    .where('created_at', '>', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .limit(1)
    .executeTakeFirst();

/** Checks whether the carrier may be leading the caller away now. */
export const isOpen = async (callId: number): Promise<boolean> => (await selectOpen(callId, openSeconds)) !== undefined;

/** Checks whether what the carrier tells of the person's own part says nothing of the other party. */
export const isHandedOn = async ({ id, kept }: CallRow): Promise<boolean> =>
  kept.context.transfer !== undefined || (await selectOpen(id, doubtSeconds)) !== undefined;

/** Finds a transfer by the person's wish. */
export const findTransfer = (userId: number, clientId: string) =>
  transfers().select(['id', 'call_id', 'fault', 'taken_at', 'to_name']).where('user_id', '=', userId).where('client_id', '=', clientId).executeTakeFirst();

/** Keeps a transfer of a call whose row is locked, before the carrier is asked. */
export async function keepTransfer({ id: callId }: CallRow, { userId, clientId, destination, byName, toName, isPickup }: WantedTransfer): Promise<string> {
  const named = { destination, by_name: byName, to_name: toName, is_pickup: isPickup };
  const { id } = await currentTransaction()
    .insertInto('call_transfers')
    .values({ company_id: companyId(), call_id: callId, user_id: userId, client_id: clientId, ...named })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Notes why the carrier didn't do it. */
export async function failTransfer(id: string, fault: string): Promise<void> {
  await currentTransaction()
    .updateTable('call_transfers')
    .set({ fault })
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .where('taken_at', 'is', null)
    .execute();
}

/** The carrier's name of the other party's own part of a call; null while it is not known. */
export async function findPartySid({ id, carrierSid, kept }: CallRow): Promise<string | null> {
  if (!kept.context.placed) return carrierSid;
  const leg = await currentTransaction()
    .selectFrom('call_legs')
    .select('carrier_sid')
    .where('company_id', '=', companyId())
    .where('call_id', '=', id)
    .where('round', '=', 0)
    .where('number', '=', kept.context.placed.to)
    .executeTakeFirst();
  return leg?.carrier_sid ?? null;
}

/** Notes the carrier's name of the phone of a call from the app: it is led elsewhere by that. */
export async function keepPartySid({ id }: CallRow, number: string, carrierSid: string): Promise<void> {
  await currentTransaction()
    .updateTable('call_legs')
    .set({ carrier_sid: carrierSid })
    .where('company_id', '=', companyId())
    .where('call_id', '=', id)
    .where('round', '=', 0)
    .where('number', '=', number)
    .where('carrier_sid', 'is', null)
    .execute();
}

/** Checks whether the person talks in the call. */
export const isSpeaker = ({ kept: { state, context } }: CallRow, userId: number): boolean =>
  state === 'connected' && findSpeaker(context, companyId()) === formatClient(companyId(), userId);

/** The carrier asks where the caller goes: the call rings there. Asked again, it stays as it is. Null for a transfer that is none of this call. */
export async function takeTransfer(row: CallRow, id: string, at: Date): Promise<CallRow | null> {
  const kept = await transfers()
    .select(['user_id', 'destination', 'by_name', 'to_name', 'is_pickup', 'taken_at'])
    .where('id', '=', id)
    .where('call_id', '=', row.id)
    .forUpdate()
    .executeTakeFirst();
  if (!kept) return null;
  if (kept.taken_at !== null) return row;
  const update = currentTransaction().updateTable('call_transfers').set({ taken_at: at }).where('company_id', '=', companyId()).where('id', '=', id);
  const release = currentTransaction()
    .updateTable('calls')
    .set({ reserved_by: null, reserved_at: null })
    .where('company_id', '=', companyId())
    .where('id', '=', row.id);
  await Promise.all([update.execute(), release.execute()]);
  const moment = computeSecondsSince(row, at);
  if (kept.is_pickup) return applyCallEvent(row, { type: 'call.pickedUp', number: kept.destination, at: moment }, at);
  // The caller has left the conversation: where it may not ring any more, it rings with who transferred it.
  const isRefused = parseClient(kept.destination) === null && (await findPlacingFault(row.numberId, kept.destination)) !== null;
  const transfer = {
    by: { number: formatClient(companyId(), kept.user_id), name: kept.by_name },
    to: { number: kept.destination, name: kept.to_name },
    isRefused,
  };
  return applyCallEvent(row, { type: 'call.transferred', transfer, at: moment }, at);
}
