/** Enumerations of custom fields (enums.tsv). */

/** ENUM-213…218: what custom fields stand on. */
export const eavEntityTypes = ['Number', 'Company', 'TrackingPool', 'Organization', 'User', 'Call'] as const;
export type EavEntityType = (typeof eavEntityTypes)[number];
