/** Handing on a call that a person talks in: to whom they may, and doing it (decision 0052). */
import type { Colleague } from '#contract/phone/entities.ts';
import { normalisePhone } from '#contract/text/e164.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { findSpeaker, formatClient } from '#machines/call/index.ts';
import type { ActingUser } from '../../access/companyTransaction.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { isEmergency } from '../../destinations.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import type { CallRow } from '../calling/callRepository.ts';
import { findPhoneOwners } from '../calling/live.ts';
import { findPlacingFault } from '../calling/placedCalls.ts';
import { isSpeaker } from '../calling/transfers.ts';
import { findColleagues } from '../routing/people.ts';
import { findPeople } from '../routing/readyPeople.ts';
import { conflict, findNumber, leadCaller, selectName, type Worker } from './leading.ts';

/** More than anybody looks through; those whose browser rings come first. */
const mostColleagues = 200;

const refuse = (field: 'user_id' | 'destination', message: string) => new AppError('invalid', { field, message });

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

const words = {
  open: 'This call is being transferred',
  early: 'This call can’t be transferred yet. Try again',
  refused: 'The carrier didn’t transfer the call. If you still hear the other party, try again',
  retriable: 'The carrier can’t be reached. The call goes on. Try again',
  unknown: 'The carrier hasn’t confirmed the transfer. If you still hear the other party, try again',
} as const;

/** Transfers a call. Refuses (409) who isn't in the call, and a call that is being transferred; (502) as `leadCaller` does. */
export function transferCall(
  services: Services,
  caller: ActingUser & { readonly membership: Worker },
  callId: number,
  { clientId, ...target }: Target & { readonly clientId: string },
) {
  const { userId } = caller.authUser;
  return leadCaller(services, caller, {
    callId,
    clientId,
    words,
    check: (row) => {
      if (isSpeaker(row, userId)) return;
      throw conflict(row.kept.context.transfer ? 'This call was transferred already' : 'Only the person who talks can transfer a call');
    },
    findDestination: async (row) => ({ ...(await findTarget(row, userId, target)), byName: await selectName(userId), isPickup: false }),
  });
}
