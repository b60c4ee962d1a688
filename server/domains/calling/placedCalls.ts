/**
 * Calls that people make from the app (spec 2.7): the leave to make one, and the carrier's question what to dial. The leave travels sealed in the token of the
 * browser, which chooses neither number nor destination; it is used under a row lock, once. Runs in the open transaction of the company.
 */
import * as z from 'zod/mini';
import { numberStatus } from '#contract/numbers/enums.ts';
import { formatClient, type PlacedCall } from '#machines/call/index.ts';
import { isBlockedOn } from '../../access/blockedCallers.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { isEmergency } from '../../destinations.ts';
import type { Sealer } from '../../security/sealer.ts';
import { blockedDestinations } from '../routing/limits.ts';
import { findRouting } from '../routing/repository.ts';
import { applyCallEvent, beginPlacedCall, type CallRow, lockCall } from './callRepository.ts';

const sealPurpose = 'placed-call';
/** Seconds within which the carrier has to ask for a call that was allowed. */
const leaveSeconds = 60;

/** A leave: whose call, from which number to whom, until when (ms since the epoch). */
const Leave = z.object({
  companyId: z.number(),
  id: z.uuid(),
  userId: z.number(),
  numberId: z.number(),
  destination: z.string(),
  expiresAt: z.number(),
});
export type Leave = z.output<typeof Leave>;

/** Seals a leave for the token of a browser. */
export const sealLeave = (sealer: Sealer, leave: Leave): string => sealer.seal(sealPurpose, JSON.stringify(leave));

/** Opens it; null when it was altered, or is none of ours. */
export function openLeave(sealer: Sealer, sealed: string): Leave | null {
  const plain = sealer.open(sealPurpose, sealed);
  return plain === null ? null : (Leave.safeParse(JSON.parse(plain)).data ?? null);
}

/** Why a call is refused, with the field it is about. */
interface PlacingFault {
  readonly field: 'number_id' | 'destination';
  readonly message: string;
}

const atNumber = (message: string): PlacingFault => ({ field: 'number_id', message });
const atDestination = (message: string): PlacingFault => ({ field: 'destination', message });

/** Finds why a number of the company may not call a destination (E.164) now; null when it may. Calls of one company are counted one after another. */
export async function findPlacingFault(numberId: number, destination: string): Promise<PlacingFault | null> {
  const line = await findRouting(numberId);
  if (!line || line.status === numberStatus.deactivated) return atNumber('This number was removed. Choose another number.');
  if (line.status === numberStatus.parked) return atNumber('Parked numbers can’t call. Choose another number.');
  if (line.isFax) return atNumber('Fax numbers can’t call. Choose another number.');
  if (isEmergency(destination)) return atDestination('Emergency numbers can’t be called from the app. Use another phone.');
  if (destination === line.number) return atDestination('This is the number you’re calling from');
  if (await isBlockedOn(numberId, destination)) return atDestination('This caller is blocked. Unblock them to call.');
  const { [destination]: why } = await blockedDestinations([destination]);
  return why === undefined ? null : atDestination(why);
}

/** Keeps the leave to make one call, and forgets those of the person that nobody used. */
export async function grantCall(userId: number, numberId: number, destination: string): Promise<Leave> {
  const expiresAt = new Date(Date.now() + leaveSeconds * 1_000);
  await currentTransaction()
    .deleteFrom('placed_calls')
    .where('company_id', '=', companyId())
    .where('user_id', '=', userId)
    .where('call_id', 'is', null)
    .where('expires_at', '<', new Date(Date.now() - 3_600_000))
    .execute();
  const { id } = await currentTransaction()
    .insertInto('placed_calls')
    .values({ company_id: companyId(), user_id: userId, number_id: numberId, destination, expires_at: expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { companyId: companyId(), id, userId, numberId, destination, expiresAt: expiresAt.getTime() };
}

/** A call that goes out, or why nothing is dialled, in words that are spoken. */
type Dialling = { readonly row: CallRow } | { readonly fault: string };

const notAllowed = { fault: 'This call isn’t allowed. Call again from the app.' };

const selectCaller = (userId: number) =>
  currentTransaction().selectFrom('users').select(['first_name', 'last_name', 'email']).where('id', '=', userId).executeTakeFirstOrThrow();

/** Describes the call of a leave to the call machine; null where its number is gone. */
async function describeCall({ userId, numberId, destination }: Leave): Promise<PlacedCall | null> {
  const [line, user] = [await findRouting(numberId), await selectCaller(userId)];
  if (!line) return null;
  const caller = `${user.first_name} ${user.last_name}`.trim() || user.email;
  const { recordCalls: isRecorded, announceRecording } = line.routing;
  return { userId, caller, from: line.number, to: destination, isRecorded, isAnnounced: isRecorded && announceRecording };
}

/** Notes why a leave is not used, for the report of the browser. */
async function refuseLeave(id: string, fault: string): Promise<Dialling> {
  await currentTransaction().updateTable('placed_calls').set({ fault }).where('company_id', '=', companyId()).where('id', '=', id).execute();
  return { fault };
}

/**
 * Uses a leave for the carrier's call `callSid` of the browser `from`: the call is kept, and rings. The same call again gets the same answer; another one, a
 * leave that has expired, was taken back, or is another person's, dials nothing.
 */
export async function useLeave(leave: Leave, { callSid, from }: { readonly callSid: string; readonly from: string }, at: Date): Promise<Dialling> {
  const kept = await currentTransaction()
    .selectFrom('placed_calls')
    .select(['carrier_sid', 'call_id', 'expires_at', 'ended_at', 'fault'])
    .where('company_id', '=', companyId())
    .where('id', '=', leave.id)
    .where('user_id', '=', leave.userId)
    .forUpdate()
    .executeTakeFirst();
  if (!kept || from !== formatClient(companyId(), leave.userId)) return notAllowed;
  const { numberId, destination } = leave;
  if (kept.carrier_sid === callSid) return { row: await lockCall({ carrierSid: callSid, numberId, caller: destination }, at) };
  if (kept.carrier_sid !== null) return notAllowed;
  if (kept.fault !== null) return { fault: kept.fault };
  if (kept.ended_at !== null || kept.expires_at.getTime() <= at.getTime()) return refuseLeave(leave.id, 'The call was started too late. Call again.');
  const fault = await findPlacingFault(numberId, destination);
  const placed = fault === null ? await describeCall(leave) : null;
  if (placed === null) return refuseLeave(leave.id, fault?.message ?? 'This number was removed. Choose another number.');
  const row = await beginPlacedCall({ carrierSid: callSid, numberId, caller: destination }, at);
  await currentTransaction()
    .updateTable('placed_calls')
    .set({ carrier_sid: callSid, call_id: row.id })
    .where('company_id', '=', companyId())
    .where('id', '=', leave.id)
    .execute();
  return { row: await applyCallEvent(row, { type: 'call.placed', placed, at: 0 }, at) };
}
