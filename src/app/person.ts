import type { CurrentUser } from '#contract/auth.ts';

/** Names the person at the screen; support staff in a user's account are somebody else than that user. */
export const personOf = ({ id, isAdmin }: CurrentUser): string => `${id}${isAdmin ? ' impersonated' : ''}`;
