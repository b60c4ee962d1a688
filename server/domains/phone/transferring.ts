/** Handing on a call that a person talks in: to whom they may, and doing it (decision 0052). */
import type { Colleague } from '#contract/phone/entities.ts';
import { normalisePhone } from '#contract/text/e164.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { findSpeaker, formatClient } from '#machines/call/index.ts';
import { type ActingUser, withCompanyTransaction } from '../../access/companyTransaction.ts';
import { limitToAccessibleNumbers } from '../../access/numbers.ts';
import type { RedirectOutcome } from '../../carrier/outboundCalls.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { isEmergency } from '../../destinations.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { type CallRow, lockCallById } from '../calling/callRepository.ts';
import { findPhoneOwners } from '../calling/live.ts';
import { findPlacingFault } from '../calling/placedCalls.ts';
import { failTransfer, findPartySid, findTransfer, isOpen, isSpeaker, keepTransfer } from '../calling/transfers.ts';
import { findColleagues } from '../routing/people.ts';
import { findPeople } from '../routing/readyPeople.ts';

/** More than anybody looks through; those whose browser rings come first. */
const mostColleagues = 200;
/** Milliseconds within which the carrier, whose answer was lost, asks where the caller goes; and between two looks. */
const doubtMs = 3_000;
const lookMs = 200;

type Worker = Pick<Membership, 'numberIds'>;

const refuse = (field: 'user_id' | 'destination', message: string) => new AppError('invalid', { field, message });
const conflict = (message: string) => new AppError('conflict', { title: 'Call', message });

/** The number of a call that the person may work; refuses (404) any other call. */
async function findNumber(membership: Worker, callId: number): Promise<number> {
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

/** Browsers of people who talk, or call, now. */
async function listBusy(): Promise<ReadonlySet<string>> {
  const rows = await currentTransaction()
    .selectFrom('calls')
    .select(['flow', 'live_state'])
    .where('company_id', '=', companyId())
    .where('is_live', '=', true)
    .where('live_state', 'in', ['connected', 'ringing'])
    .execute();
  const speakers = rows.flatMap(({ flow, live_state: state }) =>
    flow && (state === 'connected' || flow.placed) ? (findSpeaker(flow, companyId()) ?? []) : [],
  );
  return new Set(speakers);
}

/** Colleagues who work a number, and why their browser isn't rung now. */
async function loadColleagues(numberId: number, userId: number): Promise<Colleague[]> {
  const [{ people, reasons }, busy] = [await findPeople(numberId, [], Date.now(), mostColleagues), await listBusy()];
  return people
    .filter((person) => person.userId !== userId)
    .map(({ userId: id, name, client }) => ({ userId: id, name, reason: reasons[client] ?? (busy.has(client) ? 'In a call' : null) }))
    .sort((a, b) => Number(a.reason !== null) - Number(b.reason !== null) || a.name.localeCompare(b.name));
}

/** Colleagues to whom the person may transfer a call. Runs in the open transaction. */
export const listColleagues = async (membership: Worker, callId: number, userId: number): Promise<Colleague[]> =>
  loadColleagues(await findNumber(membership, callId), userId);

interface Target {
  readonly userId?: number | undefined;
  readonly destination?: string | undefined;
}

/** Finds where a call is to ring: a colleague's browser, or a phone that may be dialled. Refuses (422) in words. */
async function findTarget(
  row: CallRow,
  userId: number,
  { userId: to, destination: typed }: Target,
): Promise<{ readonly destination: string; readonly toName: string }> {
  if ((to === undefined) === (typed === undefined)) throw refuse(to === undefined ? 'destination' : 'user_id', 'Choose a colleague or enter a phone number');
  if (to === userId) throw refuse('user_id', 'You are on this call');
  if (to !== undefined) {
    const found = (await loadColleagues(row.numberId, userId)).find((colleague) => colleague.userId === to);
    if (!found) throw refuse('user_id', 'This user can’t take calls on this number');
    if (found.reason !== null) throw refuse('user_id', `${found.name} can’t take the call: ${found.reason.charAt(0).toLowerCase()}${found.reason.slice(1)}`);
    return { destination: formatClient(companyId(), to), toName: found.name };
  }
  const number = typed ?? '';
  const destination = isEmergency(number) ? number : normalisePhone(number);
  if (destination === null) throw refuse('destination', 'Enter a phone number, such as +1 212-555-0123');
  if (destination === row.caller) throw refuse('destination', 'This phone is on the call');
  const fault = await findPlacingFault(row.numberId, destination);
  if (fault) throw refuse('destination', fault.message);
  const [colleagues, owners] = [await findColleagues([{ number: destination }]), await findPhoneOwners([destination])];
  return { destination, toName: colleagues.get(destination)?.name ?? owners.get(destination) ?? displayPhone(destination) };
}

const selectName = async (userId: number): Promise<string> => {
  const {
    first_name: first,
    last_name: last,
    email,
  } = await currentTransaction().selectFrom('users').select(['first_name', 'last_name', 'email']).where('id', '=', userId).executeTakeFirstOrThrow();
  return `${first} ${last}`.trim() || email;
};

/** A transfer that is kept; `partySid` null: the carrier was asked before. */
interface Kept {
  readonly id: string;
  readonly name: string;
  readonly partySid: string | null;
  readonly row: CallRow;
}

/** Keeps the wish under the lock of the call's row. Refuses (409) who isn't in the call, and a call that is being transferred. */
async function keepWish(membership: Worker, userId: number, callId: number, { clientId, ...target }: Target & { readonly clientId: string }): Promise<Kept> {
  await findNumber(membership, callId);
  const row = await lockCallById(callId, new Date());
  if (!row) throw new AppError('not_found');
  const known = await findTransfer(userId, clientId);
  if (known && known.call_id !== callId) throw conflict('This key belongs to another call');
  if (known?.fault) throw conflict(known.fault);
  if (known) return { id: known.id, name: known.to_name, partySid: null, row };
  const { state, context } = row.kept;
  if (state === 'ended') throw conflict('The call has ended');
  if (!isSpeaker(row, userId)) throw conflict(context.transfer ? 'This call was transferred already' : 'Only the person who talks can transfer a call');
  if (await isOpen(callId)) throw conflict('This call is being transferred');
  const partySid = await findPartySid(row);
  if (partySid === null) throw conflict('This call can’t be transferred yet. Try again');
  const { destination, toName } = await findTarget(row, userId, target);
  const id = await keepTransfer(row, { userId, clientId, destination, toName, byName: await selectName(userId) });
  return { id, name: toName, partySid, row };
}

const faults: Readonly<Record<'refused' | 'retriable', string>> = {
  refused: 'The carrier didn’t transfer the call. If you still hear the other party, try again',
  retriable: 'The carrier can’t be reached. The call goes on. Try again',
};

/** Transfers a call. Refuses (502) while the carrier can't be reached, and where it doesn't say in time whether it took the transfer. */
export async function transferCall(
  services: Services,
  caller: ActingUser & { readonly membership: Worker },
  callId: number,
  wish: Target & { readonly clientId: string },
): Promise<{ readonly name: string }> {
  const inCompany = withCompanyTransaction(services, caller);
  const { userId } = caller.authUser;
  const { id, name, partySid, row } = await inCompany(() => keepWish(caller.membership, userId, callId, wish));
  failpoint('call.transfer: before asking');
  const leg = { companyId: caller.membership.companyId, numberId: row.numberId, callSid: row.carrierSid };
  const outcome: RedirectOutcome = partySid === null ? 'unknown' : await services.carrier.calls.redirect(partySid, leg, id);
  failpoint('call.transfer: after asking');
  if (outcome === 'accepted') return { name };
  if (outcome !== 'unknown') {
    await inCompany(() => failTransfer(id, faults[outcome]));
    throw outcome === 'refused' ? conflict(faults.refused) : new AppError('upstream', { message: faults.retriable });
  }
  // The carrier asks for the caller's next instructions once it has taken the transfer.
  for (const until = Date.now() + doubtMs; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, lookMs)))
    if ((await inCompany(() => findTransfer(userId, wish.clientId)))?.taken_at) return { name };
  throw new AppError('upstream', { message: 'The carrier hasn’t confirmed the transfer. If you still hear the other party, try again' });
}
