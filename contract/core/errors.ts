/** The error catalogue: every refusal the server gives, its HTTP status and its words. One renderer on the server, one reader in the app. */
import { awaitsApproval, messages, nothingHere, unauthenticated } from './messages.ts';

/** Refusals that flows say themselves; their own constants, so that a flow does not carry the whole catalogue. */
export const providerFailed = {
  status: 422,
  title: 'Sign in',
  message: 'Sign-in with the provider failed. Try again or use your password.',
} as const;

export const resetLinkExpired = { status: 410, title: 'Link', message: messages.resetLinkExpired } as const;

export const linkExpired = { status: 410, title: 'Link', message: messages.linkExpired } as const;

/** code → status, title and words. `message` is what a person reads; a thrower may say it more exactly. */
export const errorCatalogue = {
  invalid: { status: 422, title: 'Not accepted', message: 'Check the highlighted fields' },
  malformed: { status: 400, title: 'Invalid request', message: 'Invalid request' },
  misdirected: { status: 421, title: 'Unknown host', message: 'This host is not configured here. Set KEYLINE_PUBLIC_URL or KEYLINE_HOSTS.' },
  cursor_invalid: { status: 422, title: 'Cursor', message: 'This list position is no longer valid. Reload the list.' },
  unauthenticated: { status: 401, title: 'Signed out', message: unauthenticated },
  credentials: { status: 422, title: 'Sign in', message: 'Incorrect email or password' },
  code_wrong: { status: 422, title: 'Code', message: 'Incorrect or expired code' },
  provider_failed: providerFailed,
  link_expired: linkExpired,
  reset_link_expired: resetLinkExpired,
  csrf: { status: 419, title: 'Page expired', message: 'This page expired and was refreshed. Try again.' },
  forbidden: { status: 403, title: 'Not allowed', message: messages.notAuthorized },
  not_found: { status: 404, title: 'Not found', message: nothingHere },
  conflict: { status: 409, title: 'Conflict', message: 'Someone else changed this. Reload and try again.' },
  stale_company: { status: 409, title: 'Company', message: 'You’ve switched to another company. Nothing was changed.' },
  count_changed: { status: 409, title: 'Selection changed', message: 'The selection changed. Review it again before you continue.' },
  already_sent: { status: 409, title: 'Already sent', message: 'This message has already been sent' },
  price_changed: { status: 409, title: 'Price', message: 'The price changed. Review it before you buy.' },
  account_suspended: { status: 403, title: 'Company', message: 'This company is suspended. Ask an administrator of its organization.' },
  account_closed: { status: 403, title: 'Company', message: 'This company is closed. Ask an administrator of its organization.' },
  awaits_approval: { status: 403, title: 'Approval', message: awaitsApproval },
  plan_limit: { status: 422, title: 'Plan', message: 'The plan’s limit is reached. Ask an owner to change to a larger plan.' },
  spend_cap: { status: 422, title: 'Spend limit', message: 'This exceeds your company’s spend limit for numbers' },
  too_large: { status: 413, title: 'Too large', message: 'File is larger than 5 MB' },
  media_type: { status: 415, title: 'File type', message: 'Unsupported file type. Use images, audio, video, PDF or vCard.' },
  too_many_requests: { status: 429, title: 'Too many requests', message: messages.tooManyRequests },
  not_configured: {
    status: 422,
    title: 'Carrier',
    message: 'No carrier is connected, so nothing was sent or bought. Ask the operator of this server to set CARRIER_ACCOUNT_SID and CARRIER_AUTH_TOKEN',
  },
  voice_not_configured: {
    status: 422,
    title: 'Calls in the app',
    message: 'Calls in the app aren’t set up. Ask the operator of this server to set CARRIER_API_KEY_SID and CARRIER_API_KEY_SECRET',
  },
  calls_out_not_configured: {
    status: 422,
    title: 'Calls in the app',
    message: 'Calling from the app isn’t set up. Ask the operator of this server to set CARRIER_VOICE_APP_SID',
  },
  card_declined: { status: 402, title: 'Card', message: 'The card was declined' },
  card_service: { status: 424, title: 'Card service', message: 'The card service didn’t answer. Try again.' },
  card_unconfirmed: { status: 424, title: 'Card service', message: 'Not confirmed yet. We keep trying; don’t pay again.' },
  cards_not_configured: {
    status: 422,
    title: 'Card service',
    message: 'No card service is connected. Ask the operator of this server to set STRIPE_API_KEY and STRIPE_WEBHOOK_SECRET',
  },
  google_ads_not_configured: {
    status: 422,
    title: 'Google Ads',
    message: 'Google Ads isn’t set up. Ask the operator of this server to set GOOGLE_ADS_CLIENT_ID, GOOGLE_ADS_CLIENT_SECRET and GOOGLE_ADS_DEVELOPER_TOKEN',
  },
  meta_ads_not_configured: {
    status: 422,
    title: 'Meta Ads',
    message: 'Meta Ads isn’t set up. Ask the operator of this server to set META_ADS_APP_ID and META_ADS_APP_SECRET',
  },
  microsoft_ads_not_configured: {
    status: 422,
    title: 'Microsoft Ads',
    message:
      'Microsoft Ads isn’t set up. Ask the operator of this server to set MICROSOFT_ADS_CLIENT_ID, MICROSOFT_ADS_CLIENT_SECRET and MICROSOFT_ADS_DEVELOPER_TOKEN',
  },
  crm_not_configured: {
    status: 422,
    title: 'Lead CRM',
    message: 'The lead CRM isn’t set up. Ask the operator of this server to set HUBSPOT_CLIENT_ID and HUBSPOT_CLIENT_SECRET',
  },
  chat_not_configured: {
    status: 422,
    title: 'Team chat',
    message: 'Team chat isn’t set up. Ask the operator of this server to set SLACK_CLIENT_ID and SLACK_CLIENT_SECRET',
  },
  upstream: { status: 502, title: 'Provider', message: 'An external service didn’t respond. Nothing was lost. Try again.' },
  unavailable: { status: 503, title: 'Database', message: 'The database is temporarily unavailable. Nothing was lost. Try again.' },
  files_away: { status: 503, title: 'Files', message: 'File storage is temporarily unavailable. Nothing was lost. Try again.' },
  storage_full: { status: 507, title: 'Storage', message: 'The server is out of disk space, so nothing was saved. Tell your administrator, then try again' },
  internal: { status: 500, title: 'Unexpected', message: messages.internalServerError },
} as const;

export type ErrorCode = keyof typeof errorCatalogue;
