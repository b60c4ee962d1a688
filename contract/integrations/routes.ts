/** Calls over integrations (spec 2.7): streams of Google Analytics, and what became of the conversions of a call. */
import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { Count, Cursor, createClearSchema, createListSchema, Flag, Id } from '../core/schema.ts';
import {
  CallConversions,
  ChatChannel,
  ChatIntegration,
  ConversionForecast,
  CrmChoices,
  CrmIntegration,
  Ga4Integration,
  Ga4Test,
  GoogleAdsChoices,
  GoogleAdsIntegration,
  MetaAdsChoices,
  MetaAdsIntegration,
  MicrosoftAdsChoices,
  MicrosoftAdsIntegration,
  OAuthIntegration,
  OAuthProviderState,
  SyncReply,
} from './entities.ts';
import { adKinds, chatKinds, crmKinds, ga4Kinds, parameterFields } from './enums.ts';
import { integrationLimits as limits } from './limits.ts';
import { checkParameterName } from './parameters.ts';
import { ruleRoutes } from './ruleRoutes.ts';

const ofCompany = { company: 'path.companyId', params: { companyId: Id } } as const;
/** Goes on through the person’s own browser. */
const inBrowser = { ...ofCompany, isPersonal: true, notWhileActing: true } as const;
const one = { company: 'path.companyId', params: { companyId: Id, id: Id } } as const;

const measurementId = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^G-[A-Z0-9]{4,20}$/, 'Enter the measurement ID of a web stream, like G-AB12CD34EF'));
const apiSecret = z.string().check(z.trim(), z.regex(/^[\x21-\x7e]{8,100}$/, 'Enter the API secret of the stream: 8 to 100 characters without spaces'));
const createEventsSchema = <const K extends readonly [string, ...string[]]>(kinds: K) =>
  z.array(z.enum(kinds)).check(
    z.minLength(1, 'Choose at least one event'),
    z.maxLength(kinds.length),
    z.refine((list) => new Set(list).size === list.length, 'Choose each event once'),
  );
const events = createEventsSchema(ga4Kinds);
const parameterName = z.string().check(
  z.maxLength(limits.parameterName, `Use a name of up to ${limits.parameterName} letters`),
  z.refine((name) => checkParameterName(name) === null, 'Use a name like call_source that Google Analytics doesn’t reserve'),
);
const parameters = z.array(z.object({ name: parameterName, field: z.enum(parameterFields) })).check(
  z.maxLength(limits.parameters, `Up to ${limits.parameters} parameters`),
  z.refine((list) => new Set(list.map(({ name }) => name)).size === list.length, 'Use each parameter name once'),
);

/** Id of something at a vendor, as its list has it. */
const VendorId = z.string().check(z.trim(), z.regex(/^[\w-]{1,60}$/, 'Choose one of the list'));
const crmChoice = { pipelineId: VendorId, stageId: VendorId, ownerId: z.optional(VendorId), events: z.optional(createEventsSchema(crmKinds)) };

/** Id of a customer of Google Ads. */
const MetaId = z.string().check(z.trim(), z.regex(/^\d{1,25}$/, 'Choose one of the list: its ID has digits only'));
const MetaName = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));
const CustomerId = z.string().check(z.trim(), z.regex(/^\d{10}$/, 'Choose an account of the list: its ID has ten digits'));

/** Id of an account or manager account of Microsoft Ads, and its name as it was shown. */
const AccountId = z.string().check(z.trim(), z.regex(/^\d{1,19}$/, 'Choose an account of the list: its ID has digits only'));
const AccountName = z.string().check(z.trim(), z.minLength(1, 'Required'), z.maxLength(200, 'Too long'));

/** Parts of a return that vendors make: opaque, of bounded length. */
const OpaquePart = z.string().check(z.minLength(1, 'Required'), z.maxLength(1_000, 'Too long'));

export const routes = {
  oauth: route('GET /companies/{companyId}/oauth-integrations', {
    access: 'integrations.read',
    ...ofCompany,
    reply: createListSchema(OAuthIntegration, z.object({ total: z.number(), providers: z.array(OAuthProviderState) })),
    spec: 'CALL-211',
    summary: 'Vendors the company has connected by OAuth, without their tokens, and which ones this server can connect',
  }),
  oauthOne: route('GET /companies/{companyId}/oauth-integrations/{id}', {
    access: 'integrations.read',
    ...one,
    reply: OAuthIntegration,
    spec: 'CALL-212',
    summary: 'One of them',
  }),
  deleteOAuth: route('DELETE /companies/{companyId}/oauth-integrations/{id}', {
    access: 'integrations.manage',
    ...one,
    spec: 'CALL-213',
    summary: 'Deletes an integration with the record of what it sent; what still waits is never sent, and its tokens are revoked at the vendor',
  }),
  chatRedirect: route('GET /companies/{companyId}/oauth-integrations/team-chat/redirect', {
    access: 'integrations.manage',
    ...inBrowser,
    changes: true,
    perMinute: 30,
    reply: z.object({ url: z.string() }),
    spec: 'CALL-214',
    summary: 'Begins to connect a team chat: the address of the vendor’s consent page. The return is good for 10 minutes, once, in this session and company',
  }),
  chatCallback: route('POST /companies/{companyId}/oauth-integrations/team-chat/callback', {
    access: 'integrations.manage',
    ...inBrowser,
    callsProvider: true,
    body: z.object({ code: OpaquePart, state: z.optional(OpaquePart) }),
    perMinute: 30,
    reply: ChatIntegration,
    spec: 'CALL-215',
    summary: 'Completes it with what the vendor sent the browser back with. `state` may be left out where this session has exactly one return to come',
  }),
  chatChannels: route('GET /companies/{companyId}/oauth-integrations/team-chat/{id}/channels', {
    access: 'integrations.manage',
    ...one,
    query: { cursor: z.optional(Cursor) },
    callsProvider: true,
    perMinute: 60,
    reply: createListSchema(ChatChannel, z.object({ nextCursor: z.nullable(z.string()) })),
    spec: 'CALL-216',
    summary: 'Channels of the workspace, in pages: public ones, and private ones the app was invited to',
  }),
  configureChat: route('POST /companies/{companyId}/oauth-integrations/team-chat/{id}/configure', {
    access: 'integrations.manage',
    ...one,
    callsProvider: true,
    body: z.object({
      channelId: z.optional(z.string().check(z.regex(/^[A-Z0-9]{2,30}$/, 'Choose a channel of the list'))),
      events: z.optional(createEventsSchema(chatKinds)),
    }),
    perMinute: 60,
    reply: ChatIntegration,
    spec: 'CALL-217',
    summary: 'Chooses the channel and what is posted there; the first channel activates the integration. A public channel is joined',
  }),
  activateChat: route('POST /companies/{companyId}/oauth-integrations/team-chat/{id}/activate', {
    access: 'integrations.manage',
    ...one,
    perMinute: 60,
    reply: ChatIntegration,
    spec: 'ours',
    summary: 'Activates an integration that was deactivated (RULE-210)',
  }),
  deactivateChat: route('POST /companies/{companyId}/oauth-integrations/team-chat/{id}/deactivate', {
    access: 'integrations.manage',
    ...one,
    perMinute: 60,
    reply: ChatIntegration,
    spec: 'ours',
    summary: 'Deactivates an integration (RULE-210): it posts nothing more, and what still waits is withdrawn',
  }),
  crmRedirect: route('GET /companies/{companyId}/oauth-integrations/lead-crm/redirect', {
    access: 'integrations.manage',
    ...inBrowser,
    changes: true,
    perMinute: 30,
    reply: z.object({ url: z.string() }),
    spec: 'CALL-233',
    summary:
      'Begins to connect a lead CRM: the address of the vendor’s consent page, which returns to this server. Good for 10 minutes, once, in this session and company',
  }),
  crmCredentials: route('GET /companies/{companyId}/oauth-integrations/lead-crm/{id}/credentials', {
    access: 'integrations.manage',
    ...one,
    callsProvider: true,
    perMinute: 60,
    reply: CrmChoices,
    spec: 'CALL-234',
    summary: 'Pipelines with their stages, and owners, to choose from',
  }),
  activateCrm: route('POST /companies/{companyId}/oauth-integrations/lead-crm/{id}/activate', {
    access: 'integrations.manage',
    ...one,
    callsProvider: true,
    body: z.object(crmChoice),
    perMinute: 60,
    reply: CrmIntegration,
    spec: 'CALL-235',
    summary: 'Activates a lead CRM: calls are recorded at their contact, leads become deals of this stage. The names of what was chosen are the vendor’s',
  }),
  syncCrm: route('POST /companies/{companyId}/oauth-integrations/lead-crm/{id}/sync', {
    access: 'integrations.manage',
    ...one,
    callsProvider: true,
    perMinute: 10,
    reply: SyncReply,
    spec: 'CALL-236',
    summary: 'Sends what is due now, past its hold, and says what became of each',
  }),
  deactivateCrm: route('POST /companies/{companyId}/oauth-integrations/lead-crm/{id}/deactivate', {
    access: 'integrations.manage',
    ...one,
    perMinute: 60,
    reply: CrmIntegration,
    spec: 'CALL-237',
    summary: 'Deactivates a lead CRM: nothing more is recorded there, and what still waits is withdrawn',
  }),
  updateCrm: route('PUT /companies/{companyId}/oauth-integrations/lead-crm/{id}', {
    access: 'integrations.manage',
    ...one,
    callsProvider: true,
    body: z.object({ ...crmChoice, pipelineId: z.optional(VendorId), stageId: z.optional(VendorId), clear: createClearSchema(['ownerId']) }),
    perMinute: 60,
    reply: CrmIntegration,
    spec: 'CALL-238',
    summary: 'Changes what an activated lead CRM is told: stage, owner (none: no one), events. A pipeline comes with a stage of it',
  }),
  googleAdsRedirect: route('GET /companies/{companyId}/oauth-integrations/google-ads/redirect', {
    access: 'integrations.manage',
    ...inBrowser,
    changes: true,
    perMinute: 20,
    reply: z.object({ url: z.string() }),
    spec: 'CALL-218',
    summary:
      'Begins to connect Google Ads: the address of Google’s consent page, which returns to this server. Good for 10 minutes, once, in this session and company',
  }),
  googleAdsCredentials: route('GET /companies/{companyId}/oauth-integrations/google-ads/{id}/credentials', {
    access: 'integrations.manage',
    ...one,
    callsProvider: true,
    query: { managerCustomerId: z.optional(CustomerId) },
    perMinute: 60,
    reply: GoogleAdsChoices,
    spec: 'CALL-219',
    summary: 'Manager accounts, and accounts that the connection reaches without one; with a manager, the accounts under it',
  }),
  activateGoogleAds: route('POST /companies/{companyId}/oauth-integrations/google-ads/{id}/activate', {
    access: 'integrations.manage',
    ...one,
    callsProvider: true,
    body: z.object({
      managerCustomerId: z.optional(CustomerId),
      customerId: CustomerId,
      createSeparateActions: z.optional(Flag),
      events: z.optional(createEventsSchema(adKinds)),
    }),
    perMinute: 20,
    reply: GoogleAdsIntegration,
    spec: 'CALL-220',
    summary:
      'Activates Google Ads with an account, or changes what an active one is told: its conversion actions are found by their name, or made. Calls that a click on one of its ads led to are told from now on',
  }),
  syncGoogleAds: route('POST /companies/{companyId}/oauth-integrations/google-ads/{id}/sync', {
    access: 'integrations.manage',
    ...one,
    callsProvider: true,
    perMinute: 10,
    reply: SyncReply,
    spec: 'CALL-221',
    summary: 'Sends what is due now, past its hold, and says what became of each',
  }),
  deactivateGoogleAds: route('POST /companies/{companyId}/oauth-integrations/google-ads/{id}/deactivate', {
    access: 'integrations.manage',
    ...one,
    perMinute: 60,
    reply: GoogleAdsIntegration,
    spec: 'CALL-222',
    summary: 'Deactivates Google Ads: nothing more is told, and what still waits is withdrawn',
  }),
  metaAdsRedirect: route('GET /companies/{companyId}/oauth-integrations/meta-ads/redirect', {
    access: 'integrations.manage',
    ...inBrowser,
    changes: true,
    perMinute: 20,
    reply: z.object({ url: z.string() }),
    spec: 'CALL-223',
    summary:
      'Begins to connect Meta Ads: the address of Meta’s consent page, which returns to this server. Good for 10 minutes, once, in this session and company',
  }),
  metaAdsCredentials: route('GET /companies/{companyId}/oauth-integrations/meta-ads/{id}/credentials', {
    access: 'integrations.manage',
    ...one,
    callsProvider: true,
    query: { businessManagerId: z.optional(MetaId), accountId: z.optional(MetaId) },
    perMinute: 60,
    reply: MetaAdsChoices,
    spec: 'CALL-224',
    summary: 'Businesses that the connection reaches; with a business, its ad accounts; with an account, its pixels and custom conversions',
  }),
  activateMetaAds: route('POST /companies/{companyId}/oauth-integrations/meta-ads/{id}/activate', {
    access: 'integrations.manage',
    ...one,
    callsProvider: true,
    body: z.object({
      businessManagerId: MetaId,
      businessManagerName: z.optional(MetaName),
      accountId: MetaId,
      pixelId: MetaId,
      pixelName: z.optional(MetaName),
      conversionId: z.optional(MetaId),
      events: z.optional(createEventsSchema(adKinds)),
    }),
    perMinute: 20,
    reply: MetaAdsIntegration,
    spec: 'CALL-225',
    summary:
      'Activates Meta Ads with a pixel, or changes what an active one is told. Names are read again from Meta; one that differs from what was shown is refused. Without a conversion each kind is a standard event',
  }),
  syncMetaAds: route('POST /companies/{companyId}/oauth-integrations/meta-ads/{id}/sync', {
    access: 'integrations.manage',
    ...one,
    callsProvider: true,
    perMinute: 10,
    reply: SyncReply,
    spec: 'CALL-226',
    summary: 'Sends what is due now, past its hold, and says what became of each',
  }),
  deactivateMetaAds: route('POST /companies/{companyId}/oauth-integrations/meta-ads/{id}/deactivate', {
    access: 'integrations.manage',
    ...one,
    perMinute: 60,
    reply: MetaAdsIntegration,
    spec: 'CALL-227',
    summary: 'Deactivates Meta Ads: nothing more is told, and what still waits is withdrawn',
  }),
  microsoftAdsRedirect: route('GET /companies/{companyId}/oauth-integrations/microsoft-ads/redirect', {
    access: 'integrations.manage',
    ...inBrowser,
    changes: true,
    perMinute: 20,
    reply: z.object({ url: z.string() }),
    spec: 'CALL-228',
    summary:
      'Begins to connect Microsoft Ads: the address of Microsoft’s consent page, which returns to this server. Good for 10 minutes, once, in this session and company',
  }),
  microsoftAdsCredentials: route('GET /companies/{companyId}/oauth-integrations/microsoft-ads/{id}/credentials', {
    access: 'integrations.manage',
    ...one,
    callsProvider: true,
    query: { managerAccountId: z.optional(AccountId) },
    perMinute: 60,
    reply: MicrosoftAdsChoices,
    spec: 'CALL-229',
    summary: 'Manager accounts, and the accounts of the person who connected; with a manager account, the accounts it reaches',
  }),
  activateMicrosoftAds: route('POST /companies/{companyId}/oauth-integrations/microsoft-ads/{id}/activate', {
    access: 'integrations.manage',
    ...one,
    callsProvider: true,
    body: z.object({
      accountId: AccountId,
      accountName: z.optional(AccountName),
      managerAccountId: z.optional(AccountId),
      managerAccountName: z.optional(AccountName),
      events: z.optional(createEventsSchema(adKinds)),
    }),
    perMinute: 20,
    reply: MicrosoftAdsIntegration,
    spec: 'CALL-230',
    summary:
      'Activates Microsoft Ads with an account, or changes what an active one is told: a goal for each kind is found by its name, or made. A name that is given has to be the one Microsoft has. Calls that a click on one of its ads led to are told from now on',
  }),
  syncMicrosoftAds: route('POST /companies/{companyId}/oauth-integrations/microsoft-ads/{id}/sync', {
    access: 'integrations.manage',
    ...one,
    callsProvider: true,
    perMinute: 10,
    reply: SyncReply,
    spec: 'CALL-231',
    summary: 'Sends what is due now, past its hold, and says what became of each',
  }),
  deactivateMicrosoftAds: route('POST /companies/{companyId}/oauth-integrations/microsoft-ads/{id}/deactivate', {
    access: 'integrations.manage',
    ...one,
    perMinute: 60,
    reply: MicrosoftAdsIntegration,
    spec: 'CALL-232',
    summary: 'Deactivates Microsoft Ads: nothing more is told, and what still waits is withdrawn',
  }),
  resendOAuth: route('POST /companies/{companyId}/oauth-integrations/{id}/resend', {
    access: 'integrations.manage',
    ...one,
    body: z.object({ count: Count }),
    perMinute: 20,
    reply: OAuthIntegration,
    spec: 'ours',
    summary:
      'Sends again what was refused or not confirmed; `count` is how many were shown, another count is refused with 409. What was not confirmed may appear twice',
  }),
  ga4: route('GET /companies/{companyId}/ga4integrations', {
    access: 'integrations.read',
    ...ofCompany,
    reply: createListSchema(Ga4Integration, z.object({ total: z.number() })),
    spec: 'CALL-239',
    summary: 'Streams of Google Analytics that events are sent to, with the counts of their conversions',
  }),
  createGa4: route('POST /companies/{companyId}/ga4integrations', {
    access: 'integrations.manage',
    ...ofCompany,
    body: z.object({ measurementId, apiSecret, events, parameters: z.optional(parameters), isActive: z.optional(Flag) }),
    perMinute: 60,
    reply: Ga4Integration,
    spec: 'CALL-240',
    summary: 'Sends events to a stream from now on (AMB-127). `api_secret` is never read back; a stream the company has already is refused with 409',
  }),
  updateGa4: route('PUT /companies/{companyId}/ga4integrations/{id}', {
    access: 'integrations.manage',
    ...one,
    body: z.object({
      measurementId: z.optional(measurementId),
      apiSecret: z.optional(apiSecret),
      events: z.optional(events),
      parameters: z.optional(parameters),
      isActive: z.optional(Flag),
    }),
    perMinute: 120,
    reply: Ga4Integration,
    spec: 'CALL-241',
    summary: 'Changes a stream. Turned off it sends nothing more, and what still waits is withdrawn. Another measurement_id needs its own api_secret',
  }),
  deleteGa4: route('DELETE /companies/{companyId}/ga4integrations/{id}', {
    access: 'integrations.manage',
    ...one,
    spec: 'CALL-242',
    summary: 'Deletes a stream with the record of its conversions; what still waits is never sent',
  }),
  testGa4: route('POST /companies/{companyId}/ga4integrations/{id}/test', {
    access: 'integrations.manage',
    ...one,
    callsProvider: true,
    perMinute: 20,
    reply: Ga4Test,
    spec: 'ours',
    summary: 'Has Google’s validation server check a test event, and sends it where it has no objection. Google checks the event, not the API secret',
  }),
  resendGa4: route('POST /companies/{companyId}/ga4integrations/{id}/resend', {
    access: 'integrations.manage',
    ...one,
    body: z.object({ count: Count }),
    perMinute: 20,
    reply: Ga4Integration,
    spec: 'ours',
    summary:
      'Sends events again that were refused or not confirmed; `count` is how many were shown, another count is refused with 409. Google may count one not confirmed twice',
  }),
  ...ruleRoutes,
  forecast: route('GET /companies/{companyId}/conversions/forecast', {
    access: 'integrations.read',
    ...ofCompany,
    query: { integration_id: z.optional(Id) },
    perMinute: 60,
    reply: ConversionForecast,
    spec: 'ours',
    summary: `What of the last ${limits.forecastDays} days would have counted, by kind, and how much of it with the visitor’s own client id; of an integration, by its rules`,
  }),
  callConversions: route('GET /companies/{companyId}/calls/{callId}/conversions', {
    access: 'integrations.read',
    company: 'path.companyId',
    params: { companyId: Id, callId: Id },
    reply: CallConversions,
    spec: 'ours',
    summary: 'What of a call counts at each integration, what became of it there, and why',
  }),
};
