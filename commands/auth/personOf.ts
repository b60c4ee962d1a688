/** Telling one person at the screen from the next. */
import type { CurrentUser } from '#contract/auth/entities.ts';

/** Names the person at the screen, '' for nobody; support staff in a user's account are somebody else than that user. */
export const personOf = (user: CurrentUser | null): string => (user === null ? '' : `${user.id}${user.isAdmin ? ' impersonated' : ''}`);

/** Remembers who is here now. Returns how to ask, after a wait, whether that still holds. */
export function watchPerson(now: () => CurrentUser | null): () => boolean {
  const person = personOf(now());
  return () => person === personOf(now());
}
