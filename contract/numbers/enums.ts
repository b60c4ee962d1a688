/** Enumerations of numbers (enums.tsv); codes as the wire carries them. */

export const numberSorts = ['label', 'number', 'status', 'routing_type', 'calls30_days', 'created_at'] as const;

/** ENUM-017…019: 0 active, 1 parked, 2 deactivated. */
export const numberStatus = { active: 0, parked: 1, deactivated: 2 } as const;

export const numberStatusLabel = { 0: 'active', 1: 'parked', 2: 'deactivated' } as const;

/** ENUM-012…014. */
export const numberTypeLabel = { 1: 'local', 2: 'toll-free', 3: 'Canadian' } as const;

/** ENUM-015, ENUM-016. */
export const lineTypeLabel = { 1: 'voice and SMS', 2: 'fax' } as const;

/** ENUM-004…007: number providers. */
export const numberProviderLabel = { 1: 'first carrier', 2: 'toll-free registry', 3: 'messaging carrier', 4: 'carrier dashboard' } as const;

/** Events a number's trigger waits for, and its actions (not shown in the spec, AMB-78). */
export const triggerEvents = ['call', 'voicemail', 'message', 'fax'] as const;

export const triggerActions = ['lead', 'archive', 'note'] as const;
