/**
 * Leading the caller of a call elsewhere: the wish is kept under the lock of the call's row, then the carrier is asked, and the call follows once the carrier
 * asks where the caller goes (decision 0052).
 */
import { type ActingUser, withCompanyTransaction } from '../../access/companyTransaction.ts';
import { limitToAccessibleNumbers } from '../../access/numbers.ts';
import type { RedirectOutcome } from '../../carrier/outboundCalls.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { type CallRow, lockCallById } from '../calling/callRepository.ts';
import { failTransfer, findPartySid, findTransfer, isOpen, keepTransfer, type WantedTransfer } from '../calling/transfers.ts';

/** Milliseconds within which the carrier, whose answer was lost, asks where the caller goes; and between two looks. */
const doubtMs = 3_000;
const lookMs = 200;

export type Worker = Pick<Membership, 'numberIds'>;

export const conflict = (message: string) => new AppError('conflict', { title: 'Call', message });

/** A wish to lead a caller. `clientId` names it: the same one again is the same wish. */
interface Lead {
  readonly callId: number;
  readonly clientId: string;
  /** Says, where it isn't done: another wish is open, the caller's leg has no name yet, and what the carrier answered. */
  readonly words: Readonly<Record<'open' | 'early' | 'refused' | 'retriable' | 'unknown', string>>;
  /** Refuses (409) who may not, by the call as it is now. */
  check(row: CallRow): void | Promise<void>;
  findDestination(row: CallRow): Promise<Pick<WantedTransfer, 'destination' | 'toName' | 'byName' | 'isPickup'>>;
}

/** A wish that is kept; `partySid` null: the carrier was asked before. */
interface Kept {
  readonly id: string;
  readonly name: string;
  readonly partySid: string | null;
  readonly row: CallRow;
}

/** The number of a call that the person may work; refuses (404) any other call. */
export async function findNumber(membership: Worker, callId: number): Promise<number> {
  const call = await currentTransaction()
    .selectFrom('calls')
    .select('number_id')
    .where('company_id', '=', companyId())
    .where('id', '=', callId)
    .where(limitToAccessibleNumbers('number_id', membership.numberIds))
    .executeTakeFirst();
  if (!call) throw new AppError('not_found');
  return call.number_id;
}

/** The person's name, or their address where they have none. */
export const selectName = async (userId: number): Promise<string> => {
  const {
    first_name: first,
    last_name: last,
    email,
  } = await currentTransaction().selectFrom('users').select(['first_name', 'last_name', 'email']).where('id', '=', userId).executeTakeFirstOrThrow();
  return `${first} ${last}`.trim() || email;
};

async function keepWish(membership: Worker, userId: number, { callId, clientId, words, ...lead }: Lead): Promise<Kept> {
  await findNumber(membership, callId);
  const row = await lockCallById(callId, new Date());
  if (!row) throw new AppError('not_found');
  const known = await findTransfer(userId, clientId);
  if (known && known.call_id !== callId) throw conflict('This key belongs to another call');
  if (known?.fault) throw conflict(known.fault);
  if (known) return { id: known.id, name: known.to_name, partySid: null, row };
  if (row.kept.state === 'ended') throw conflict('The call has ended');
  await lead.check(row);
  if (await isOpen(callId)) throw conflict(words.open);
  const partySid = await findPartySid(row);
  if (partySid === null) throw conflict(words.early);
  const found = await lead.findDestination(row);
  return { id: await keepTransfer(row, { userId, clientId, ...found }), name: found.toName, partySid, row };
}

/** Leads the caller of a call elsewhere. Refuses (502) while the carrier can't be reached, and where it doesn't say in time whether it did. */
export async function leadCaller(services: Services, caller: ActingUser & { readonly membership: Worker }, lead: Lead): Promise<{ readonly name: string }> {
  const inCompany = withCompanyTransaction(services, caller);
  const { userId } = caller.authUser;
  const { id, name, partySid, row } = await inCompany(() => keepWish(caller.membership, userId, lead));
  failpoint('call.transfer: before asking');
  const leg = { companyId: caller.membership.companyId, numberId: row.numberId, callSid: row.carrierSid };
  const outcome: RedirectOutcome = partySid === null ? 'unknown' : await services.carrier.calls.redirect(partySid, leg, id);
  failpoint('call.transfer: after asking');
  if (outcome === 'accepted') return { name };
  const { words } = lead;
  if (outcome !== 'unknown') {
    await inCompany(() => failTransfer(id, words[outcome]));
    throw outcome === 'refused' ? conflict(words.refused) : new AppError('upstream', { message: words.retriable });
  }
  // The carrier asks for the caller's next instructions once it has taken the wish.
  for (const until = Date.now() + doubtMs; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, lookMs)))
    if ((await inCompany(() => findTransfer(userId, lead.clientId)))?.taken_at) return { name };
  throw new AppError('upstream', { message: words.unknown });
}
