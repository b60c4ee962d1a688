/** Enumerations of signing in (enums.tsv). */

/** ENUM-219…222. */
const loginEvents = ['logout', 'success', 'failed', 'password_changed'] as const;
export type LoginEvent = (typeof loginEvents)[number];
