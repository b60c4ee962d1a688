/** Enumerations of the spec (enums.tsv) that this part of the product speaks; codes as the wire carries them. */

/** ENUM-017…019: 0 active, 1 parked, 2 deactivated. */
export const numberStatus = { active: 0, parked: 1, deactivated: 2 } as const;
export const numberStatusLabel = { 0: 'active', 1: 'parked', 2: 'deactivated' } as const;
/** ENUM-012…014. */
export const numberTypeLabel = { 1: 'local', 2: 'toll-free', 3: 'Canadian' } as const;
/** ENUM-015, ENUM-016. */
export const lineTypeLabel = { 1: 'voice and SMS', 2: 'fax' } as const;
/** ENUM-056…061. */
export const routeTypes = ['standard', 'simultaneous', 'sequential', 'voicemail', 'geo', 'in-app-calling'] as const;
/** How a number rings, as a person says it. */
export const routeTypeLabel: Readonly<Record<(typeof routeTypes)[number], string>> = {
  standard: 'single destination',
  simultaneous: 'simultaneous',
  sequential: 'sequential',
  geo: 'nearest first',
  'in-app-calling': 'in-app',
  voicemail: 'voicemail',
};
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
/** ENUM-123…133. */
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
] as const;
/** What a thread holds; the kinds of ENUM-159…162 in the singular, and internal notes. */
export const itemTypes = ['call', 'message', 'voicemail', 'fax', 'note'] as const;
export type ItemType = (typeof itemTypes)[number];
/** ENUM-159…162: how the spec names the kinds of conversations in filters. */
export const conversationKinds = ['calls', 'messages', 'voicemail', 'fax'] as const;
export type ConversationKind = (typeof conversationKinds)[number];
/** ENUM-163, ENUM-164. */
export const readTypes = ['read', 'unread'] as const;
/** What a bulk action does to conversations. */
export const conversationActions = ['read', 'unread', 'archive', 'restore'] as const;
export type ConversationAction = (typeof conversationActions)[number];
/** ENUM-094…098: switches of the activity list. */
export const activityFilters = ['checkCalls', 'checkVoicemails', 'checkMessages', 'checkNotes', 'checkFaxes'] as const;
/** ENUM-245 `sending` is the client's; the others are the server's (open question AMB-78). */
export const deliveryStates = [
  'sending',
  'held',
  'scheduled',
  'queued',
  'accepted',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'unknown',
  'canceled',
  'received',
] as const;
export type DeliveryState = (typeof deliveryStates)[number];
/** State of drawing the pages of a fax (ours). */
export const faxPagesStates = ['waiting', 'drawn', 'unreadable'] as const;
/** ENUM-170 manual; the others are the trade's words (AMB-78). */
export const optInTypes = ['manual', 'import', 'inbound', 'web_form', 'keyword'] as const;
/** ENUM-004…007: number providers. */
export const numberProviderLabel = { 1: 'first carrier', 2: 'toll-free registry', 3: 'messaging carrier', 4: 'carrier dashboard' } as const;
/** ENUM-219…222. */
export const loginEvents = ['logout', 'success', 'failed', 'password_changed'] as const;
export type LoginEvent = (typeof loginEvents)[number];
/** ENUM-233, ENUM-234. */
export const inAppCallingStatuses = ['active', 'away'] as const;
/** Ways a notification of a number reaches a person (values not shown in the spec, AMB-78). */
export const channelTypes = ['calls', 'messages', 'voicemails', 'faxes'] as const;
export type ChannelType = (typeof channelTypes)[number];
/** States of an account in an organization (not shown in the spec, AMB-78). */
export const accountStatuses = ['active', 'suspended', 'closed'] as const;
/** Kinds of rows that a note can be on: `call` is the spec's, the others are told as they were sent (AMB-99). Anything else is refused: no row would say who may read the note. */
export const noteModels = ['call', 'conversation', 'contact', 'number', 'message', 'voicemail', 'fax'] as const;
/** What a number's trigger waits for and does (not shown in the spec, AMB-78). */
export const triggerEvents = ['call', 'voicemail', 'message', 'fax'] as const;
export const triggerActions = ['lead', 'archive', 'note'] as const;
/** ENUM-213…218: what custom fields stand on. */
export const eavEntityTypes = ['Number', 'Company', 'TrackingPool', 'Organization', 'User', 'Call'] as const;
export type EavEntityType = (typeof eavEntityTypes)[number];
/** What a blocked caller hears (values not shown in the spec, AMB-78): that the call is rejected, or a busy line. */
export const blockActions = ['reject', 'busy'] as const;
/** ENUM-225: kinds of notices (AMB-64). */
export const noticeKinds = ['success', 'danger', 'info'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Review of a text that sounds like an opt-out. */
export const optOutReviews = ['open', 'confirmed', 'dismissed'] as const;
export type OptOutReview = (typeof optOutReviews)[number];
