/** Picking up a call that rings for the person in a window that is gone: it is led to the one that asks (decision 0055). */
import { formatClient } from '#machines/call/index.ts';
import type { ActingUser } from '../../access/companyTransaction.ts';
import { companyId } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';
import { reserveCall } from '../calling/offers.ts';
import { explainRefusal } from './answering.ts';
import { conflict, leadCaller, selectName, type Worker } from './leading.ts';

const words = {
  open: 'Connecting this call…',
  early: 'This call can’t be answered here yet. Try again',
  refused: 'The carrier couldn’t connect the call here',
  retriable: 'The carrier can’t be reached. The call rings on. Try again',
  unknown: 'The carrier hasn’t confirmed the call. If it still rings, try again',
} as const;

/** Rings a call in the person's browser alone. Refuses (409) a call that doesn't ring for them or that another has; (502) as `leadCaller` does. */
export async function pickUpCall(
  services: Services,
  caller: ActingUser & { readonly membership: Worker },
  { callId, clientId }: { readonly callId: number; readonly clientId: string },
): Promise<void> {
  const { userId } = caller.authUser;
  await leadCaller(services, caller, {
    callId,
    clientId,
    words,
    check: async (row) => {
      if (!(await reserveCall(row, userId))) throw conflict(explainRefusal(row));
    },
    findDestination: async () => {
      const name = await selectName(userId);
      return { destination: formatClient(companyId(), userId), toName: name, byName: name, isPickup: true };
    },
  });
}
