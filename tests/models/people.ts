/** People and companies of the models. */
import type { CurrentUser } from '#contract/auth/entities.ts';

/** A person with everything a session tells. */
const personWith = (changes: Partial<CurrentUser> = {}): CurrentUser => ({
  id: 1,
  email: 'ana@harbor.example',
  name: 'Ana Ruiz',
  firstName: 'Ana',
  lastName: 'Ruiz',
  timezone: 'America/New_York',
  supportPins: [],
  readWhatsNewAt: null,
  createdAt: '2026-01-01T00:00:00Z',
  isStaff: false,
  hasMfa: true,
  mfaFreshUntil: null,
  isAdmin: false,
  impersonatedBy: null,
  sessionId: 's-1',
  iapId: 'i-1',
  ...changes,
});

export const ana = personWith();
export const ben = personWith({ id: 2, email: 'ben@harbor.example', name: 'Ben Cole', firstName: 'Ben', lastName: 'Cole' });
/** Ana, acted as by a member of staff. */
export const actedAna = personWith({ isAdmin: true, impersonatedBy: { id: 9, name: 'Sue Park' } });

/** Refusals as the API client hands them to a flow. */
export const refusals = {
  wrongPassword: { status: 422, code: 'credentials', message: 'Incorrect email or password' },
  wrongCode: { status: 422, code: 'code_wrong', message: 'Incorrect or expired code' },
  unauthenticated: { status: 401, code: 'unauthenticated', message: 'Unauthenticated' },
  throttled: { status: 429, code: 'too_many_requests', message: 'Slow down', retryAfterMs: 30_000 },
  throttledWithoutTime: { status: 429, code: 'too_many_requests', message: 'Slow down' },
  provider: { status: 422, code: 'provider_failed', message: 'The provider did not confirm who you are' },
  linkExpired: { status: 410, code: 'link_expired', message: 'Link expired. Please log in.' },
  resetLinkExpired: { status: 410, code: 'reset_link_expired', message: 'Your reset link has expired. Please try to resend it again.' },
  noAnswer: { status: 0, code: 'no_answer', message: 'No response from the server' },
  internal: { status: 500, code: 'internal', message: 'Internal Server Error' },
  unavailable: { status: 503, code: 'unavailable', message: 'The database cannot be reached for the moment' },
  forbidden: { status: 403, code: 'forbidden', message: "You're not authorized to perform this action" },
  alreadySent: { status: 409, code: 'already_sent', message: 'This message has already been sent' },
  countChanged: { status: 409, code: 'count_changed', message: 'The number of rows has changed since it was shown' },
  planLimit: { status: 422, code: 'plan_limit', message: 'Your plan has no room for as many numbers' },
  notReadable: { status: 422, code: 'invalid', message: 'Write a date such as “tomorrow 9am”' },
} as const;
