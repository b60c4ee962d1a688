/** Callers who hear music in place of ringback: their phones are rung one by one as calls of their own, so the end of a round has to be seen here. */
import type { CallContext } from './events.ts';
import { endedStates } from './reducers.ts';
import { findRoute } from './routingContext.ts';

/** Returns the hold music of the call’s route; null means ringback, as once the caller was led away from it: to another, or to who picked it up. */
export const getMusic = ({ scene, extension, transfer, pickups }: Pick<CallContext, 'scene' | 'extension' | 'transfer' | 'pickups'>): number | null =>
  (transfer === undefined && pickups === undefined && scene && findRoute(scene, extension)?.onholdMusicId) || null;

/** Checks whether any route of the call has hold music. */
export const hasMusic = ({ scene }: CallContext): boolean => scene?.routing.routes.some(({ onholdMusicId }) => onholdMusicId !== null) ?? false;

/** Checks whether every phone of the current round has ended without taking the call. */
export function isRoundOver({ legs, round }: CallContext): boolean {
  const now = legs.filter((leg) => leg.round === round);
  return now.length > 0 && now.every(({ state }) => endedStates.has(state));
}
