/** A call that was handed on: its rounds come after those of its route. It rings where it was sent, then with the person who sent it. */
import type { CallContext } from './events.ts';
import { formatClient, listRounds, nameDestination, type Round, type RoutingContext } from './routingContext.ts';

/** Seconds it rings where it was sent, and with the person who sent it. */
export const transferRingSeconds = { sent: 25, returned: 25 } as const;

/** Checks whether a round is one of the newest transfer. */
export const isOfTransfer = ({ transfer }: Pick<CallContext, 'transfer'>, round: number): boolean => transfer !== undefined && round >= transfer.round;

/** Returns a round of the call: of its transfer, or of its route. */
export function findRound({ scene, extension, transfer }: Pick<CallContext, 'scene' | 'extension' | 'transfer'>, round: number): Round | undefined {
  if (transfer === undefined || round < transfer.round) return scene ? listRounds(scene, extension)[round] : undefined;
  const sent: readonly Round[] = transfer.isRefused ? [] : [{ numbers: [transfer.to.number], timeout: transferRingSeconds.sent }];
  return [...sent, { numbers: [transfer.by.number], timeout: transferRingSeconds.returned }][round - transfer.round];
}

/** Checks whether the call rings again with the person who transferred it. */
export const isReturned = ({ transfer, round }: Pick<CallContext, 'transfer' | 'round'>): boolean =>
  transfer !== undefined && round >= transfer.round + (transfer.isRefused ? 0 : 1);

/** Names who is rung, or talks: a person's name, or a phone as it is shown. */
export const nameParty = (
  { scene, transfer }: { readonly scene: Pick<RoutingContext, 'people'> | null; readonly transfer?: CallContext['transfer'] },
  number: string,
): string => transfer?.names[number] ?? nameDestination(scene, number);

/** Returns the phone or browser that talks for the company in a call that is connected; null while nobody does. */
export function findSpeaker({ placed, transfer, answeredBy }: Pick<CallContext, 'placed' | 'transfer' | 'answeredBy'>, companyId: number): string | null {
  return placed && transfer === undefined ? formatClient(companyId, placed.userId) : answeredBy;
}
