/** Enumerations of integrations: what is reported to vendors, and what became of it. */

/**
 * Things that count. `call`: any inbound call that is over; `missed`: one that was not answered; `voicemail`: one that left a voicemail; `lead` and `appointment`: a call
 * that was marked so; `text`: an inbound text.
 */
export const conversionKinds = ['call', 'missed', 'voicemail', 'lead', 'appointment', 'text'] as const;
export type ConversionKind = (typeof conversionKinds)[number];
/** Those that Google Analytics is told of (AMB-127). */
export const ga4Kinds = ['call', 'missed', 'lead', 'appointment', 'text'] as const satisfies readonly ConversionKind[];
export type Ga4Kind = (typeof ga4Kinds)[number];
/** Those that a call can be. */
export const callKinds = ['call', 'missed', 'voicemail', 'lead', 'appointment'] as const satisfies readonly ConversionKind[];
export type CallKind = (typeof callKinds)[number];
/** Those that are posted to a team chat. */
export const chatKinds = ['missed', 'voicemail', 'lead'] as const satisfies readonly ConversionKind[];
export type ChatKind = (typeof chatKinds)[number];

/** Those that a lead CRM is told of: calls as activities, leads as deals. */
export const crmKinds = ['call', 'lead'] as const satisfies readonly ConversionKind[];
export type CrmKind = (typeof crmKinds)[number];
/** Those that are told to the vendor of the ad whose click led to the call. */
export const adKinds = ['call', 'lead', 'appointment'] as const satisfies readonly ConversionKind[];
export type AdKind = (typeof adKinds)[number];

/** Vendors that a company connects by OAuth (ENUM-345 to ENUM-349, AMB-90): team chat speaks Slack's wire, the lead CRM HubSpot's. */
export const oauthProviders = ['team-chat', 'lead-crm', 'google-ads', 'meta-ads', 'microsoft-ads'] as const;
export type OAuthProvider = (typeof oauthProviders)[number];
/** Those whose consent page returns to the server (AMB-49), and that calls are reported to. */
export const reportProviders = ['lead-crm', 'google-ads', 'meta-ads', 'microsoft-ads'] as const satisfies readonly OAuthProvider[];
export type ReportProvider = (typeof reportProviders)[number];
/** Outcomes of a return from a consent page, as the server tells the app. */
export const returnOutcomes = ['connected', 'denied', 'expired', 'refused', 'silent', 'other', 'forbidden'] as const;
export type ReturnOutcome = (typeof returnOutcomes)[number];
/** Those that ads are bought at. */
export const adProviders = ['google-ads', 'meta-ads', 'microsoft-ads'] as const satisfies readonly ReportProvider[];
export type AdProvider = (typeof adProviders)[number];
export const providerLabel: Readonly<Record<'ga4' | OAuthProvider, string>> = {
  ga4: 'Google Analytics',
  'team-chat': 'Team chat',
  'lead-crm': 'Lead CRM',
  'google-ads': 'Google Ads',
  'meta-ads': 'Meta Ads',
  'microsoft-ads': 'Microsoft Ads',
};

/**
 * Status of an OAuth integration. `connected`: nothing is chosen yet; `active`: it is at work; `inactive`: it was deactivated; `reconnect`: the vendor no longer lets us
 * in.
 */
export const integrationStatuses = ['connected', 'active', 'inactive', 'reconnect'] as const;
export type IntegrationStatus = (typeof integrationStatuses)[number];
export const integrationStatusLabel: Readonly<Record<IntegrationStatus, string>> = {
  connected: 'Not chosen',
  active: 'On',
  inactive: 'Off',
  reconnect: 'Reconnect',
};

export const conversionKindLabel: Readonly<Record<ConversionKind, string>> = {
  call: 'Call',
  missed: 'Missed call',
  voicemail: 'Voicemail',
  lead: 'Lead',
  appointment: 'Appointment',
  text: 'Text',
};

/** Names of their events in Google Analytics; `generate_lead` is one Google recommends. */
export const ga4EventName: Readonly<Record<Ga4Kind, string>> = {
  call: 'phone_call',
  missed: 'missed_call',
  lead: 'generate_lead',
  appointment: 'book_appointment',
  text: 'text_message',
};

/**
 * State of a conversion at a vendor. `held`: sent once its hold is over; `intent`: on its way; `accepted`: the vendor took it; `refused`: it did not, and said why;
 * `unknown`: sent, and the answer was lost; `withdrawn`: taken out before it was sent, or deleted
 * at the vendor.
 */
export const conversionStates = ['held', 'intent', 'accepted', 'refused', 'unknown', 'withdrawn'] as const;
export type ConversionState = (typeof conversionStates)[number];
export const conversionStateLabel: Readonly<Record<ConversionState, string>> = {
  held: 'Waiting',
  intent: 'Sending',
  accepted: 'Accepted',
  refused: 'Refused',
  unknown: 'Not confirmed',
  withdrawn: 'Withdrawn',
};

/** Facts that a parameter of an event may carry. None is a phone number or the name of a person. */
export const parameterFields = [
  'source',
  'source_detail',
  'medium',
  'campaign',
  'term',
  'landing_page',
  'pool',
  'device',
  'result',
  'duration',
  'ring_seconds',
  'first_contact',
  'qualification',
  'department',
  'outcome',
  'value',
] as const;
export type ParameterField = (typeof parameterFields)[number];
