/** Integrations of a company, and the conversions that go to them (spec 2.3, 2.7; AMB-127). */
import * as z from 'zod/mini';
import { id, instant } from '../core/schema.ts';
import {
  type AdProvider,
  adKinds,
  adProviders,
  callKinds,
  chatKinds,
  conversionKinds,
  conversionStates,
  crmKinds,
  ga4Kinds,
  integrationStatuses,
  oauthProviders,
  parameterFields,
} from './enums.ts';

const EventParameterReply = z.object({ name: z.string(), field: z.enum(parameterFields) });

/** Conversions of an integration by state. */
export const ConversionCounts = z.object({
  waiting: z.number(),
  accepted: z.number(),
  refused: z.number(),
  unknown: z.number(),
  withdrawn: z.number(),
});
export type ConversionCounts = z.output<typeof ConversionCounts>;

const ConversionRule = z.object({ kind: z.enum(callKinds), rule: z.string() });
/** Rules of an integration: calls of a kind are told where its rule holds; a kind without one is always told. */
export const ConversionRules = z.object({ integrationId: id, rules: z.array(ConversionRule) });
export type ConversionRules = z.output<typeof ConversionRules>;

/**
 * A rule tried on the calls of the last `days`: how many of the kind there were, how many would have been told without a rule (at a vendor of ads those that a click on one
 * of its ads led to), and how many by this one.
 */
export const RuleTrial = z.object({ days: z.number(), count: z.number(), told: z.number(), matching: z.number() });
export type RuleTrial = z.output<typeof RuleTrial>;

/** A stream of Google Analytics that events are sent to. The API secret is never read back. */
export const Ga4Integration = z.object({
  id,
  /** `G-…`. */
  measurementId: z.string(),
  hasApiSecret: z.boolean(),
  events: z.array(z.enum(ga4Kinds)),
  parameters: z.array(EventParameterReply),
  rules: z.array(ConversionRule),
  isActive: z.boolean(),
  conversions: ConversionCounts,
  /** Words of the last refusal since an event was accepted; null without one. */
  problem: z.nullable(z.string()),
  /** Last time an event was accepted. */
  lastSentAt: z.nullable(instant),
  createdAt: instant,
  updatedAt: instant,
});
export type Ga4Integration = z.output<typeof Ga4Integration>;

const connection = {
  id,
  /** The workspace or account at the vendor. */
  name: z.string(),
  status: z.enum(integrationStatuses),
  rules: z.array(ConversionRule),
  conversions: ConversionCounts,
  /** Words of the last refusal since something was accepted; null without one. */
  problem: z.nullable(z.string()),
  /** Time the vendor ends the connection, where it can’t be renewed; null elsewhere. */
  endsAt: z.nullable(instant),
  lastSentAt: z.nullable(instant),
  createdAt: instant,
  updatedAt: instant,
};

/** A team chat. `config`: the channel that is posted to, null until one is chosen, and what is posted there. */
export const ChatIntegration = z.object({
  provider: z.literal('team-chat'),
  ...connection,
  config: z.object({
    channelId: z.nullable(z.string()),
    channelName: z.nullable(z.string()),
    isPrivate: z.boolean(),
    events: z.array(z.enum(chatKinds)),
  }),
});
export type ChatIntegration = z.output<typeof ChatIntegration>;

/** A lead CRM. `config`: where the deals of leads go and whose they are, null until it is chosen, and what is recorded there. */
export const CrmIntegration = z.object({
  provider: z.literal('lead-crm'),
  ...connection,
  config: z.object({
    pipelineId: z.nullable(z.string()),
    pipelineName: z.nullable(z.string()),
    stageId: z.nullable(z.string()),
    stageName: z.nullable(z.string()),
    ownerId: z.nullable(z.string()),
    ownerName: z.nullable(z.string()),
    events: z.array(z.enum(crmKinds)),
  }),
});
export type CrmIntegration = z.output<typeof CrmIntegration>;

/**
 * Google Ads. `config`: the account whose conversion actions are told, null until it is chosen, and what is told. `managerCustomerId` null: the account is reached by
 * itself. `createSeparateActions`: each kind has a conversion action of its own.
 */
export const GoogleAdsIntegration = z.object({
  provider: z.literal('google-ads'),
  ...connection,
  config: z.object({
    managerCustomerId: z.nullable(z.string()),
    customerId: z.nullable(z.string()),
    customerName: z.nullable(z.string()),
    createSeparateActions: z.boolean(),
    events: z.array(z.enum(adKinds)),
  }),
});
export type GoogleAdsIntegration = z.output<typeof GoogleAdsIntegration>;

/**
 * Meta Ads. `config`: the pixel that is told and its account, null until they are chosen, and what is told. `conversionId`: the custom conversion that counts what is told;
 * null: each kind is told as a standard event of Meta.
 */
export const MetaAdsIntegration = z.object({
  provider: z.literal('meta-ads'),
  ...connection,
  config: z.object({
    businessManagerId: z.nullable(z.string()),
    businessManagerName: z.nullable(z.string()),
    accountId: z.nullable(z.string()),
    accountName: z.nullable(z.string()),
    pixelId: z.nullable(z.string()),
    pixelName: z.nullable(z.string()),
    conversionId: z.nullable(z.string()),
    conversionName: z.nullable(z.string()),
    events: z.array(z.enum(adKinds)),
  }),
});

/** Microsoft Ads. `config`: the account whose goals are told, and the manager account it is reached by, null until they are chosen, and what is told. */
export const MicrosoftAdsIntegration = z.object({
  provider: z.literal('microsoft-ads'),
  ...connection,
  config: z.object({
    managerAccountId: z.nullable(z.string()),
    managerAccountName: z.nullable(z.string()),
    accountId: z.nullable(z.string()),
    accountName: z.nullable(z.string()),
    events: z.array(z.enum(adKinds)),
  }),
});

/** A vendor that was connected by OAuth (ENT-338, ENT-339); its tokens are never read back. */
export const OAuthIntegration = z.discriminatedUnion('provider', [
  ChatIntegration,
  CrmIntegration,
  GoogleAdsIntegration,
  MetaAdsIntegration,
  MicrosoftAdsIntegration,
]);
export type OAuthIntegration = z.output<typeof OAuthIntegration>;
/** The integration of a vendor of ads. */
export type AdIntegration<P extends AdProvider = AdProvider> = Extract<OAuthIntegration, { provider: P }>;

/** Choices at a lead CRM: stages of deals by pipeline, and owners. */
export const CrmChoices = z.object({
  pipelines: z.array(z.object({ id: z.string(), name: z.string(), stages: z.array(z.object({ id: z.string(), name: z.string() })) })),
  owners: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type CrmChoices = z.output<typeof CrmChoices>;

/** Accounts of Google Ads: managers, and accounts that ads are bought in. `managerId` null: the account is reached by itself. */
export const GoogleAdsChoices = z.object({
  managers: z.array(z.object({ id: z.string(), name: z.string() })),
  customers: z.array(z.object({ id: z.string(), name: z.string(), managerId: z.nullable(z.string()) })),
});
export type GoogleAdsChoices = z.output<typeof GoogleAdsChoices>;

/**
 * Choices at Meta: businesses; with a business, its ad accounts; with an account, its pixels and custom conversions. `pixelId` null: it counts events of any pixel.
 * `eventName`: the event that a conversion counts; null where it counts more than an event by its name, so that it can't be chosen.
 */
export const MetaAdsChoices = z.object({
  businessManagers: z.array(z.object({ id: z.string(), name: z.string() })),
  accounts: z.array(z.object({ id: z.string(), name: z.string(), businessManagerId: z.nullable(z.string()) })),
  pixels: z.array(z.object({ id: z.string(), name: z.string() })),
  conversions: z.array(z.object({ id: z.string(), name: z.string(), pixelId: z.nullable(z.string()), eventName: z.nullable(z.string()) })),
});
export type MetaAdsChoices = z.output<typeof MetaAdsChoices>;

/** Accounts of Microsoft Ads: manager accounts, and accounts that ads are bought in, each with the manager account it is reached by. */
export const MicrosoftAdsChoices = z.object({
  managerAccounts: z.array(z.object({ id: z.string(), name: z.string() })),
  accounts: z.array(z.object({ id: z.string(), name: z.string(), managerAccountId: z.nullable(z.string()) })),
});
export type MicrosoftAdsChoices = z.output<typeof MicrosoftAdsChoices>;

/** Result of a sync: one row for each conversion that was due, with its state now. */
const SyncedItem = z.object({
  callId: z.nullable(id),
  kind: z.enum(conversionKinds),
  state: z.enum(conversionStates),
  reason: z.nullable(z.string()),
});
export const SyncReply = z.object({ data: z.array(SyncedItem), meta: z.object({ total: z.number(), accepted: z.number(), waiting: z.number() }) });
export type SyncReply = z.output<typeof SyncReply>;

/** A provider of this server. `isSetUp`: it has a client at the vendor, so that it can be connected. */
export const OAuthProviderState = z.object({ id: z.enum(oauthProviders), isSetUp: z.boolean() });

/** A channel of a team chat that can be posted to. `isMember`: the app is in it; it joins a public one when it is chosen. */
export const ChatChannel = z.object({ id: z.string(), name: z.string(), isPrivate: z.boolean(), isMember: z.boolean() });
export type ChatChannel = z.output<typeof ChatChannel>;

/** Answer of Google's validation server about a test event. `messages`: its objections, none where `isValid`. */
export const Ga4Test = z.object({ isValid: z.boolean(), messages: z.array(z.string()), eventName: z.string(), sentAt: z.nullable(instant) });
export type Ga4Test = z.output<typeof Ga4Test>;

/**
 * Conversions of the last `days`, had the settings been these: of each kind, how many of them with the visitor's own client id, and how many came by a click on an ad of
 * each vendor.
 */
export const ConversionForecast = z.object({
  days: z.number(),
  data: z.array(z.object({ kind: z.enum(ga4Kinds), count: z.number(), matched: z.number(), clicks: z.record(z.enum(adProviders), z.number()) })),
});
export type ConversionForecast = z.output<typeof ConversionForecast>;

/**
 * One thing that counts, at one integration, with its state. `state` null: nothing was recorded, and `reason` says why. `isMatched`: it carries the visitor's own
 * client id; null until it is sent, and where the vendor knows no visitors.
 */
const CallConversion = z.object({
  integrationId: id,
  provider: z.enum(['ga4', ...oauthProviders]),
  integrationName: z.string(),
  kind: z.enum(conversionKinds),
  state: z.nullable(z.enum(conversionStates)),
  reason: z.nullable(z.string()),
  isMatched: z.nullable(z.boolean()),
  /** Time it leaves; null unless it waits. */
  dueAt: z.nullable(instant),
  sentAt: z.nullable(instant),
});
export type CallConversion = z.output<typeof CallConversion>;

/** The conversions of a call, explained. `hasVisitor`: its website visitor is known; `hasClientId`: with the id Google Analytics gave them. */
export const CallConversions = z.object({
  callId: id,
  hasVisitor: z.boolean(),
  hasClientId: z.boolean(),
  data: z.array(CallConversion),
});
export type CallConversions = z.output<typeof CallConversions>;
