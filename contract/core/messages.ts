/** Exact texts of the spec (messages.tsv); never reworded, full stops as printed (AMB-76). Words of ours stand apart below. */
export const messages = {
  /** MSG-001, MSG-002 */
  smsTooLong: 'Max 1000 characters per SMS',
  mmsTooLong: 'Max 1000 characters per MMS',
  /** MSG-004 */
  notAuthorized: "You're not authorized to perform this action",
  /** MSG-005 */
  tooManyRequests:
    "Oops! It appears that you've reached the limit of allowed requests per second. As a result, the APP will respond at a slower speed for your subsequent requests.",
  /** MSG-006 */
  unknown: (email: string) => `An unknown error has occurred, please try again or contact support by emailing us at ${email}`,
  /** MSG-007 */
  unknownError: 'Unknown error',
  /** MSG-009: status text of a failed paged list (AMB-67) */
  internalServerError: 'Internal Server Error',
  /** MSG-010 */
  linkExpired: 'Link expired. Please log in.',
  /** MSG-027 */
  resetLinkExpired: 'Your reset link has expired. Please try to resend it again.',
  /** MSG-033 */
  passwordReset: 'Password changed successfully. You can now login with new password.',
} as const;

/** CONST-092: the words of a 401, and of a 500 treated like one. */
export const unauthenticated = 'Unauthenticated';

/** The words of a 404 that somebody asked for (the spec names none). */
export const nothingHere = 'Not found, or you don’t have access';

/** Words of ours: a company that waits for the operator (KEYLINE_NEW_COMPANIES) may not spend yet. */
export const awaitsApproval = 'This company isn’t approved yet. Until then it can’t buy or port numbers, look up callers or create text greetings.';
