/** Exact texts of the spec (messages.tsv) about calls in the app. */
import type { inAppCallingStatuses } from '../companies/enums.ts';

type Status = (typeof inAppCallingStatuses)[number];

/** Success of a change of status. */
export const phoneMessages: Readonly<Record<Status, string>> = {
  /** MSG-058. */
  active: 'You will receive notifications for incoming calls.',
  /** MSG-059; the spec cuts it, the rest is AMB-69. */
  away: 'You will not receive notifications for incoming calls.',
};

/** Said to whoever answers a call that another user took (ENUM-130). */
export const answeredAlready = 'Answered already';
