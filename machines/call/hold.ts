/** Callers who hear music in place of ringback: their phones are rung one by one as calls of their own, so the end of a round has to be seen here. */
import type { CallContext } from './events.ts';
import { over } from './reducers.ts';
import { routeOf } from './routingContext.ts';

/** The music of the route that a call goes to; null: ringback. */
export const musicOf = ({ scene, extension }: CallContext): number | null => (scene && routeOf(scene, extension)?.onholdMusicId) ?? null;

/** May a call become one of these? */
export const hasMusic = ({ scene }: CallContext): boolean => scene?.routing.routes.some(({ onholdMusicId }) => onholdMusicId !== null) ?? false;

/** Have all phones of the round that rings said that they do not take the call? */
export function isRoundOver({ legs, round }: CallContext): boolean {
  const now = legs.filter((leg) => leg.round === round);
  return now.length > 0 && now.every(({ state }) => over.has(state));
}
