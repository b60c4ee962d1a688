/** Telling one person at the screen from the next. */
import type { CurrentUser } from '#contract/auth.ts';

/** Names the person at the screen, '' for nobody; support staff in a user's account are somebody else than that user. */
export const personOf = (user: CurrentUser | null): string => (user === null ? '' : `${user.id}${user.isAdmin ? ' impersonated' : ''}`);
