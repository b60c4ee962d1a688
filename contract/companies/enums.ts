/** Enumerations of companies (enums.tsv). */

/** ENUM-233, ENUM-234. */
export const inAppCallingStatuses = ['active', 'away'] as const;
