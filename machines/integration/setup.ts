/** The named parts of the flow of an integration by OAuth: events, actors (provided by the caller), guards and actions. The provider is data. */
import { assign, fromPromise, setup } from 'xstate';
import type { OAuthIntegration, SyncReply } from '#contract/integrations/entities.ts';
import { type AdKind, type AdProvider, type ChatKind, type CrmKind, type OAuthProvider, oauthProviders } from '#contract/integrations/enums.ts';
import { type FlowError, rejectMissingActor } from '../errors.ts';
import { createCheck } from '../reasons.ts';

/** Stage and owner of the deals of leads at a lead CRM; owner null: no one. */
export interface CrmChoice {
  readonly pipelineId: string;
  readonly stageId: string;
  readonly ownerId: string | null;
}

/** An account of Google Ads; manager null: it is reached by itself. */
interface GoogleAdsChoice {
  readonly managerCustomerId: string | null;
  readonly customerId: string;
  readonly createSeparateActions: boolean;
}

/** A pixel of Meta with its account and business; conversion null: each kind is a standard event. Names as they were shown. */
interface MetaAdsChoice {
  readonly businessManagerId: string;
  readonly accountId: string;
  readonly pixelId: string;
  readonly pixelName: string;
  readonly conversionId: string | null;
}

/** An account of Microsoft Ads with its manager account, by the names they were shown with. */
interface MicrosoftAdsChoice {
  readonly accountId: string;
  readonly accountName: string;
  readonly managerAccountId: string;
  readonly managerAccountName: string;
}

/** An account as each vendor of ads names it. */
export interface AdAccountChoice {
  readonly 'google-ads': GoogleAdsChoice;
  readonly 'meta-ads': MetaAdsChoice;
  readonly 'microsoft-ads': MicrosoftAdsChoice;
}

/** A choice at a vendor that calls are reported to. */
export type AccountChoice = CrmChoice | AdAccountChoice[AdProvider];
/** A kind that is told to a vendor. */
export type ToldKind = ChatKind | CrmKind | AdKind;

/** Events a user may send. */
export type UserEvent =
  | { type: 'connection.begun' }
  | { type: 'channel.chosen'; channelId: string }
  | { type: 'account.chosen'; choice: AccountChoice }
  | { type: 'kind.toggled'; kind: ToldKind }
  | { type: 'integration.synced' }
  | { type: 'integration.switched' }
  | { type: 'integration.resent' }
  | { type: 'integration.deleted' };

/** Events of the app. `integration.read`: as the server has it now; null: there is none. `connection.returned`: the browser came back from the vendor. */
export type InternalEvent =
  | { type: 'integration.read'; integration: OAuthIntegration | null; isSetUp: boolean }
  | { type: 'connection.returned'; code: string; state: string }
  | { type: 'connection.denied' };

export interface IntegrationContext {
  provider: OAuthProvider;
  integration: OAuthIntegration | null;
  /** This server has a client at the vendor; null until it is known. */
  isSetUp: boolean | null;
  returned: { code: string; state: string } | null;
  channelId: string | null;
  choice: AccountChoice | null;
  kind: ToldKind | null;
  error: FlowError | null;
}

/** Settings of the server that a vendor needs. */
const settingsOf: Readonly<Record<OAuthProvider, string>> = {
  'team-chat': 'SLACK_CLIENT_ID and SLACK_CLIENT_SECRET',
  'lead-crm': 'HUBSPOT_CLIENT_ID and HUBSPOT_CLIENT_SECRET',
  'google-ads': 'GOOGLE_ADS_CLIENT_ID, GOOGLE_ADS_CLIENT_SECRET and GOOGLE_ADS_DEVELOPER_TOKEN',
  'meta-ads': 'META_ADS_APP_ID and META_ADS_APP_SECRET',
  'microsoft-ads': 'MICROSOFT_ADS_CLIENT_ID, MICROSOFT_ADS_CLIENT_SECRET and MICROSOFT_ADS_DEVELOPER_TOKEN',
};

/** A vendor can be connected. */
export const connectCheck = createCheck<Pick<IntegrationContext, 'isSetUp' | 'provider'>>([
  [({ isSetUp }) => isSetUp === null, 'Loading…'],
  ...oauthProviders.map((provider): [(context: Pick<IntegrationContext, 'isSetUp' | 'provider'>) => boolean, string] => [
    (context) => context.isSetUp === false && context.provider === provider,
    `Not set up. Ask the operator of this server to set ${settingsOf[provider]}.`,
  ]),
]);

/** Something was refused or not confirmed. */
export const resendCheck = createCheck<Pick<IntegrationContext, 'integration'>>([
  [
    ({ integration }) => integration === null || integration.conversions.refused + integration.conversions.unknown === 0,
    'Nothing was refused or is unconfirmed',
  ],
]);

interface Target {
  readonly integration: OAuthIntegration;
}

/** The setup of the machine. */
export const integrationSetup = setup({
  types: { context: {} as IntegrationContext, events: {} as UserEvent | InternalEvent, input: {} as { provider: OAuthProvider } },
  actors: {
    /** GET …/{provider}/redirect: the address of the consent page. */
    beginConnection: fromPromise<{ url: string }, { provider: OAuthProvider }>(rejectMissingActor),
    /** POST …/{provider}/callback. */
    finishConnection: fromPromise<OAuthIntegration, { provider: OAuthProvider; code: string; state: string }>(rejectMissingActor),
    /** Saves the choice, or the kinds with one more or one fewer: POST …/{id}/configure of a team chat; POST …/{id}/activate of another; PUT …/{id} of an active CRM. */
    configure: fromPromise<OAuthIntegration, Target & { channelId: string | null; choice: AccountChoice | null; kind: ToldKind | null }>(rejectMissingActor),
    /** POST …/{id}/sync: what is due, now. */
    syncIntegration: fromPromise<SyncReply, Target>(rejectMissingActor),
    /** POST …/{id}/activate where it was deactivated, …/{id}/deactivate where it was active. */
    switchIntegration: fromPromise<OAuthIntegration, Target>(rejectMissingActor),
    /** POST …/{id}/resend: all that was refused or not confirmed. */
    resendPosts: fromPromise<OAuthIntegration, Target>(rejectMissingActor),
    /** DELETE …/{id}. */
    deleteIntegration: fromPromise<void, Target>(rejectMissingActor),
  },
  guards: {
    isConnectable: connectCheck.passes,
    isResendable: resendCheck.passes,
    isChat: ({ context }) => context.integration?.provider === 'team-chat',
    isReport: ({ context }) => context.integration !== null && context.integration.provider !== 'team-chat',
    isNone: ({ context }) => context.integration === null,
    isLost: ({ context }) => context.integration?.status === 'reconnect',
    isInactive: ({ context }) => context.integration?.status === 'inactive',
    isActive: ({ context }) => context.integration?.status === 'active',
  },
  actions: {
    read: assign((_, params: { integration: OAuthIntegration | null; isSetUp: boolean }) => params),
    save: assign((_, params: { integration: OAuthIntegration }) => ({ integration: params.integration, error: null })),
    forget: assign({ integration: null, error: null }),
    keepReturn: assign((_, params: { code: string; state: string }) => ({ returned: params, error: null })),
    choose: assign((_, params: { channelId?: string; choice?: AccountChoice; kind?: ToldKind }) => ({
      channelId: params.channelId ?? null,
      choice: params.choice ?? null,
      kind: params.kind ?? null,
      error: null,
    })),
    release: assign({ returned: null, channelId: null, choice: null, kind: null }),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    /** Provided by the caller: leaves for the vendor's consent page. */
    leaveFor: (_, _params: { url: string }) => {},
    /** Provided by the caller: says that it is connected. */
    tellConnected: (_, _params: { integration: OAuthIntegration }) => {},
    /** Provided by the caller: says that the vendor was not allowed to. */
    tellDenied: () => {},
    /** Provided by the caller: says where and what is posted from now on. */
    tellConfigured: (_, _params: { integration: OAuthIntegration }) => {},
    /** Provided by the caller: says that it is on or off. */
    tellSwitched: (_, _params: { integration: OAuthIntegration }) => {},
    /** Provided by the caller: says what the sync sent, item by item. */
    tellSynced: (_, _params: { reply: SyncReply }) => {},
    /** Provided by the caller: says that posts are sent again. */
    tellResent: () => {},
    /** Provided by the caller: says that it is deleted. */
    tellDeleted: () => {},
    /** Provided by the caller: says why something was not done. */
    tellFailed: (_, _params: { error: FlowError }) => {},
  },
});
