/** Enumerations of calls (enums.tsv); codes as the wire carries them. */

/** ENUM-115…119. */
export const callResults = ['none', 'answered', 'missed', 'voicemail', 'blocked'] as const;

/** ENUM-120…122. */
export const callQualificationLabel = { 1: 'qualified', 2: 'not qualified', 3: 'lead' } as const;

export type CallQualification = 1 | 2 | 3;

/** ENUM-134…146. */
export const callDepartments = [
  'sales',
  'service',
  'parts',
  'trade',
  'credit',
  'body_shop',
  'admin',
  'accessories',
  'hr',
  'custom_shop',
  'rentals',
  'unknown',
  'quick_lube',
] as const;

/** ENUM-147…153. */
export const callOutcomes = ['appt_booked', 'vehicle_ordered', 'parts_ordered', 'get_back_commitment', 'not_opportunity', 'opportunity', 'unknown'] as const;

/** ENUM-157, ENUM-158. */
export const speakers = ['agent', 'customer'] as const;
export type Speaker = (typeof speakers)[number];

/** ENUM-113 all; the others are the trade's words (AMB-78): who called for the first time, and who called before. */
export const callerKinds = ['all', 'first', 'repeat'] as const;

/** ENUM-114 all; the others are the result codes (AMB-78). */
export const answerStatuses = ['all', ...callResults] as const;

/** ENUM-123…133; the last is ours. */
export const callEventSteps = [
  'Started',
  'Extension Selected',
  'Hangup',
  'Voicemail',
  'No Answer',
  'Received',
  'Rejected',
  'Answered Already',
  'Missed',
  'Connected',
  'Blocked',
  'Transferred',
] as const;

/** Value of a filter by source, pool or area that finds calls without one. */
export const withoutValue = 'none';
