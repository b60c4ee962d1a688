/** Key of the signed-in user, to detect that another one has signed in. */
import type { CurrentUser } from '#contract/auth/entities.ts';

/** Returns the key of the signed-in user, '' when signed out. Support staff in a user's account have another key than that user. */
export const getPersonKey = (user: CurrentUser | null): string => (user === null ? '' : `${user.id}${user.isAdmin ? ' impersonated' : ''}`);

/** Stores the current user’s key. Returns a function that checks whether the same user is still signed in. */
export function watchPerson(now: () => CurrentUser | null): () => boolean {
  const person = getPersonKey(now());
  return () => person === getPersonKey(now());
}
