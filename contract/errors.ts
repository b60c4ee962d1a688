/** The error catalogue: every refusal the server gives, its HTTP status and its words. One renderer on the server, one reader in the app. */
import * as z from 'zod/mini';
import { awaitsApproval, messages, nothingHere, unauthenticated } from './messages.ts';

/** One thing that is wrong: the spec's title/detail pair (1.8), a stable code, and the field in the wire's spelling where there is one. */
export const ErrorItem = z.object({ code: z.string(), title: z.string(), detail: z.string(), field: z.optional(z.string()) });
export type ErrorItem = z.output<typeof ErrorItem>;

/** The body of every refusal. */
export const ErrorBody = z.object({ code: z.string(), message: z.string(), errors: z.array(ErrorItem), requestId: z.optional(z.string()) });
export type ErrorBody = z.output<typeof ErrorBody>;

/** Refusals that flows say themselves; their own constants, so that a flow does not carry the whole catalogue. */
export const providerFailed = {
  status: 422,
  title: 'Sign in',
  message: 'The provider did not confirm who you are; try again or sign in with your password',
} as const;
export const resetLinkExpired = { status: 410, title: 'Link', message: messages.resetLinkExpired } as const;
export const linkExpired = { status: 410, title: 'Link', message: messages.linkExpired } as const;

/** code → status, title and words. `message` is what a person reads; a thrower may say it more exactly. */
export const errorCatalogue = {
  invalid: { status: 422, title: 'Not accepted', message: 'Some of what you entered needs another look' },
  malformed: { status: 400, title: 'Not readable', message: 'The request could not be read' },
  misdirected: { status: 421, title: 'Unknown host', message: 'This host is not configured here. Set KEYLINE_PUBLIC_URL or KEYLINE_HOSTS.' },
  cursor_invalid: { status: 422, title: 'Cursor', message: 'This position in the list is not one of ours; start again from the top' },
  unauthenticated: { status: 401, title: 'Signed out', message: unauthenticated },
  credentials: { status: 422, title: 'Sign in', message: 'This e-mail and password do not match' },
  code_wrong: { status: 422, title: 'Code', message: 'This code is not right or no longer valid' },
  provider_failed: providerFailed,
  link_expired: linkExpired,
  reset_link_expired: resetLinkExpired,
  csrf: { status: 419, title: 'Page expired', message: 'This page has been open for long; it was refreshed, try again' },
  forbidden: { status: 403, title: 'Not allowed', message: messages.notAuthorized },
  not_found: { status: 404, title: 'Not found', message: nothingHere },
  conflict: { status: 409, title: 'Changed meanwhile', message: 'Somebody changed this meanwhile' },
  stale_company: { status: 409, title: 'Company', message: 'This was meant for another company than the one selected; nothing was done' },
  count_changed: { status: 409, title: 'Count', message: 'The number of rows has changed since it was shown; look again before going on' },
  already_sent: { status: 409, title: 'Already sent', message: 'This message is on its way and cannot be taken back' },
  price_changed: { status: 409, title: 'Price', message: 'The price has changed since it was shown; look again before buying' },
  awaits_approval: { status: 403, title: 'Approval', message: awaitsApproval },
  plan_limit: { status: 422, title: 'Plan', message: 'Your plan has no room for as many numbers; remove some, or ask an owner to raise it' },
  spend_cap: { status: 422, title: 'Spend cap', message: 'This would go over the spend cap for numbers of this company' },
  too_large: { status: 413, title: 'Too large', message: 'This file is larger than 5 MB' },
  media_type: { status: 415, title: 'File type', message: 'Only pictures, audio, video, PDF and contact cards can be sent' },
  too_many_requests: { status: 429, title: 'Slow down', message: messages.tooManyRequests },
  not_configured: {
    status: 422,
    title: 'Carrier',
    message: 'No carrier is connected, so nothing was sent or bought. Ask your administrator to set CARRIER_ACCOUNT_SID and CARRIER_AUTH_TOKEN',
  },
  upstream: { status: 502, title: 'Provider', message: 'A service we depend on did not answer; nothing was lost, try again' },
  unavailable: { status: 503, title: 'Database', message: 'The database cannot be reached for the moment; nothing was lost, try again' },
  files_away: { status: 503, title: 'Files', message: 'The file store cannot be reached for the moment; nothing was lost, try again' },
  storage_full: { status: 507, title: 'Storage', message: 'The server is out of disk space, so nothing was saved. Tell your administrator, then try again' },
  internal: { status: 500, title: 'Unexpected', message: messages.internalServerError },
} as const;
export type ErrorCode = keyof typeof errorCatalogue;
