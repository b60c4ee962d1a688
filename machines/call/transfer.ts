/**
 * Rounds of a call beside those of its route. Of one that was handed on they come afterwards: it rings where it was sent, then with the person who sent it. One
 * that was picked up in another window rings there between the round in which it rang and the next.
 */
import type { CallContext } from './events.ts';
import { formatClient, listRounds, nameDestination, type Round, type RoutingContext } from './routingContext.ts';

/** Seconds it rings where it was sent, with the person who sent it, and with who picked it up: their browser takes it by itself. */
export const transferRingSeconds = { sent: 25, returned: 25, pickedUp: 15 } as const;

/** Checks whether a round is one of the newest transfer. */
export const isOfTransfer = ({ transfer }: Pick<CallContext, 'transfer'>, round: number): boolean => transfer !== undefined && round >= transfer.round;

/** Finds the pickup that a round is of. */
const findPickup = ({ pickups = [] }: Pick<CallContext, 'pickups'>, round: number) => pickups.find((pickup) => pickup.round === round);

/** Checks whether a round is one of a pickup: of anybody, or in this browser. */
export function isOfPickup(context: Pick<CallContext, 'pickups'>, round: number, number?: string): boolean {
  const pickup = findPickup(context, round);
  return pickup !== undefined && (number === undefined || pickup.number === number);
}

/** Returns the number that a round has without those of pickups; for one of those, that of the round in which it rang before. */
const getPlannedRound = ({ pickups = [] }: Pick<CallContext, 'pickups'>, round: number): number =>
  round - pickups.filter((pickup) => pickup.round <= round).length;

/** Returns a round of the call: of a pickup, of its transfer, or of its route. */
export function findRound(context: Pick<CallContext, 'scene' | 'extension' | 'transfer' | 'pickups'>, at: number): Round | undefined {
  const { scene, extension, transfer } = context;
  const pickup = findPickup(context, at);
  if (pickup) return { numbers: [pickup.number], timeout: transferRingSeconds.pickedUp };
  const round = getPlannedRound(context, at);
  if (transfer === undefined || round < transfer.round) return scene ? listRounds(scene, extension)[round] : undefined;
  const sent: readonly Round[] = transfer.isRefused ? [] : [{ numbers: [transfer.to.number], timeout: transferRingSeconds.sent }];
  return [...sent, { numbers: [transfer.by.number], timeout: transferRingSeconds.returned }][round - transfer.round];
}

/** Checks whether the call rings again with the person who transferred it. */
export const isReturned = (context: Pick<CallContext, 'transfer' | 'pickups' | 'round'>): boolean =>
  context.transfer !== undefined && getPlannedRound(context, context.round) >= context.transfer.round + (context.transfer.isRefused ? 0 : 1);

/** Names who is rung, or talks: a person's name, or a phone as it is shown. */
export const nameParty = (
  { scene, transfer }: { readonly scene: Pick<RoutingContext, 'people'> | null; readonly transfer?: CallContext['transfer'] },
  number: string,
): string => transfer?.names[number] ?? nameDestination(scene, number);

/** Returns the phone or browser that talks for the company in a call that is connected; null while nobody does. */
export function findSpeaker({ placed, transfer, answeredBy }: Pick<CallContext, 'placed' | 'transfer' | 'answeredBy'>, companyId: number): string | null {
  return placed && transfer === undefined ? formatClient(companyId, placed.userId) : answeredBy;
}
