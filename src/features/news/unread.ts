/** Which entries are new to a person. */
import type { CurrentUser } from '#contract/auth/entities.ts';

/** Returns the instant up to which a person knows the news: when they last read them, and before that when their account was created. */
export const getReadUntil = ({ readWhatsNewAt, createdAt }: Pick<CurrentUser, 'readWhatsNewAt' | 'createdAt'>): number =>
  Date.parse(readWhatsNewAt ?? createdAt);

/** Checks whether an entry came after an instant. */
export const isNewSince = ({ at }: { readonly at: string }, readUntil: number): boolean => Date.parse(at) > readUntil;
