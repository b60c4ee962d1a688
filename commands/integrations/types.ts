/** Integrations, as commands reach them. */
import type {
  AdIntegration,
  ChatChannel,
  ConversionForecast,
  CrmChoices,
  Ga4Integration,
  GoogleAdsChoices,
  MetaAdsChoices,
  MicrosoftAdsChoices,
  OAuthIntegration,
  RuleTrial,
} from '#contract/integrations/entities.ts';
import type { AdKind, AdProvider, CallKind, ChatKind, CrmKind, Ga4Kind, OAuthProvider } from '#contract/integrations/enums.ts';
import type { UserEvent } from '#machines/ga4Integration/index.ts';
import type { AdAccountChoice, CrmChoice, UserEvent as IntegrationEvent } from '#machines/integration/index.ts';
import type { ChangeResult } from '../core/outcome.ts';

/** A stream of Google Analytics in the list of integrations. */
export interface Ga4Row extends Ga4Integration {
  readonly provider: 'ga4';
}
/** A row of that list. */
export type IntegrationRow = Ga4Row | OAuthIntegration;

/** Integrations, for commands. */
export interface IntegrationServices {
  /** Opens the form: for a new stream, or one that is there. */
  begin(integration?: Ga4Integration): void;
  toggleKind(kind: Ga4Kind): void;
  /** Sends a test event to a stream. */
  test(integration: Ga4Integration): void;
  /** Turns an integration off, or on. */
  switch(integration: IntegrationRow): void;
  /** Sends again what was refused or not confirmed. */
  resend(integration: IntegrationRow): void;
  remove(integration: IntegrationRow): void;
  /** Leaves for the consent page of a vendor. Rejects with why not. */
  connect(provider: OAuthProvider): Promise<void>;
  /** Lists the channels of the connected team chat whose name has these letters. */
  listChannels(integration: OAuthIntegration, query: string): Promise<readonly ChatChannel[]>;
  chooseChannel(channelId: string): void;
  /** Posts one kind more, or one fewer. */
  togglePosted(kind: ChatKind): void;
  /** Pipelines, stages and owners of the connected lead CRM. */
  listCrmChoices(integration: OAuthIntegration): Promise<CrmChoices>;
  /** Chooses where deals go, and activates the lead CRM. */
  chooseCrm(choice: CrmChoice): void;
  /** Records one kind more in the CRM, or one fewer. */
  toggleRecorded(kind: CrmKind): void;
  /** Accounts of the connected Google Ads, those under its managers included. */
  listGoogleAccounts(integration: AdIntegration<'google-ads'>): Promise<GoogleAdsChoices>;
  /** Businesses of the connected Meta Ads, with their ad accounts. */
  listMetaAccounts(integration: AdIntegration<'meta-ads'>): Promise<Pick<MetaAdsChoices, 'businessManagers' | 'accounts'>>;
  /** Pixels of an ad account at Meta, with the custom conversions. */
  listMetaPixels(integration: AdIntegration<'meta-ads'>, accountId: string): Promise<Pick<MetaAdsChoices, 'pixels' | 'conversions'>>;
  /** Accounts of the connected Microsoft Ads, those that its manager accounts reach included. */
  listMicrosoftAccounts(integration: AdIntegration<'microsoft-ads'>): Promise<MicrosoftAdsChoices>;
  /** Chooses the account that is told, and activates the vendor of ads. */
  chooseAdAccount<P extends AdProvider>(provider: P, choice: AdAccountChoice[P]): void;
  /** Counts what of the last days would have counted. */
  forecast(integrationId: number): Promise<ConversionForecast>;
  /** Tells one kind more to a vendor of ads, or one fewer. */
  toggleConversion(integration: AdIntegration, kind: AdKind): void;
  /** Tries a rule on the calls of the last days. Rejects with why it can’t be read. */
  tryRule(integration: IntegrationRow, kind: CallKind, rule: string): Promise<RuleTrial>;
  /** Sets the rule of a kind, or takes it away. */
  setRule(integration: IntegrationRow, kind: CallKind, rule: string | null): Promise<ChangeResult>;
  /** Sends what is due now. */
  sync(integration: OAuthIntegration): void;
  /** Opens what became of the conversions of a call. */
  explain(callId: number): void;
}

/** Types the area adds to those shared by all commands. */
export interface IntegrationsTypes {
  readonly rows: { readonly integration: IntegrationRow };
  readonly scopes: 'integrations' | 'ga4Form' | 'callConversions';
  readonly panes: 'integrations' | 'callConversions';
  readonly services: { readonly integrations: IntegrationServices };
  readonly flows: {
    readonly ga4Integration: UserEvent;
    readonly integration: IntegrationEvent;
    readonly crmIntegration: IntegrationEvent;
    readonly adsIntegration: IntegrationEvent;
    readonly metaAdsIntegration: IntegrationEvent;
    readonly microsoftAdsIntegration: IntegrationEvent;
  };
}
