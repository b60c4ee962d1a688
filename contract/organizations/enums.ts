/** Enumerations of organizations. */

/** States of an account in an organization (not shown in the spec, AMB-78). */
export const accountStatuses = ['active', 'suspended', 'closed'] as const;
export type AccountStatus = (typeof accountStatuses)[number];
