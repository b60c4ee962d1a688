/** Integrations in the cache. */
import { queryOptions } from '@tanstack/react-query';
import type { IntegrationRow } from '#commands/integrations/types.ts';
import type { ChatChannel, GoogleAdsChoices, MicrosoftAdsChoices, OAuthIntegration } from '#contract/integrations/entities.ts';
import type { OAuthProvider } from '#contract/integrations/enums.ts';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

/** Integrations of a company. `setUp`: vendors at which this server has a client. */
export interface IntegrationList {
  readonly rows: readonly IntegrationRow[];
  readonly oauth: readonly OAuthIntegration[];
  readonly setUp: readonly OAuthProvider[];
}

/** All integrations: streams of Google Analytics by their measurement id, then those connected by OAuth. */
export const createIntegrationsQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'integrations', 'list'),
    queryFn: async ({ signal }): Promise<IntegrationList> => {
      const [streams, oauth] = await Promise.all([
        app.api.call('integrations.ga4', { companyId, signal }),
        app.api.call('integrations.oauth', { companyId, signal }),
      ]);
      return {
        rows: [...streams.data.map((stream) => ({ ...stream, provider: 'ga4' as const })), ...oauth.data],
        oauth: oauth.data,
        setUp: oauth.meta.providers.flatMap(({ id, isSetUp }) => (isSetUp ? [id] : [])),
      };
    },
  });

/** Pages of channels that are read for one choice: 4,000 channels. */
const maxPages = 20;

/** Channels of a team chat that can be posted to. */
export const createChannelsQuery = (app: App, companyId: number, id: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'integrations', 'channels', id),
    queryFn: async ({ signal }): Promise<readonly ChatChannel[]> => {
      const channels: ChatChannel[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < maxPages; page += 1) {
        const query: { cursor?: string } = cursor === null ? {} : { cursor };
        const { data, meta } = await app.api.call('integrations.chatChannels', { companyId, params: { id }, query, signal });
        channels.push(...data);
        cursor = meta.nextCursor;
        if (cursor === null) break;
      }
      return channels.toSorted((one, other) => one.name.localeCompare(other.name));
    },
    staleTime: 60_000,
    retry: false,
  });

/** Choices at a lead CRM. */
export const createCrmChoicesQuery = (app: App, companyId: number, id: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'integrations', 'crmChoices', id),
    queryFn: ({ signal }) => app.api.call('integrations.crmCredentials', { companyId, params: { id }, signal }),
    staleTime: 60_000,
    retry: false,
  });

/** Accounts of Google Ads, those under each manager included. */
export const createGoogleAccountsQuery = (app: App, companyId: number, id: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'integrations', 'googleAccounts', id),
    queryFn: async ({ signal }): Promise<GoogleAdsChoices> => {
      const at = { companyId, params: { id }, signal };
      const own = await app.api.call('integrations.googleAdsCredentials', at);
      const under = await Promise.all(
        own.managers.map((manager) => app.api.call('integrations.googleAdsCredentials', { ...at, query: { managerCustomerId: manager.id } })),
      );
      return { managers: own.managers, customers: [...own.customers, ...under.flatMap(({ customers }) => customers)] };
    },
    staleTime: 60_000,
    retry: false,
  });

/** Businesses of Meta Ads with their ad accounts. */
export const createMetaAccountsQuery = (app: App, companyId: number, id: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'integrations', 'metaAccounts', id),
    queryFn: async ({ signal }) => {
      const at = { companyId, params: { id }, signal };
      const { businessManagers } = await app.api.call('integrations.metaAdsCredentials', at);
      const under = await Promise.all(
        businessManagers.map((business) => app.api.call('integrations.metaAdsCredentials', { ...at, query: { businessManagerId: business.id } })),
      );
      return { businessManagers, accounts: under.flatMap(({ accounts }) => accounts) };
    },
    staleTime: 60_000,
    retry: false,
  });

/** Pixels and custom conversions of an ad account at Meta. */
export const createMetaPixelsQuery = (app: App, companyId: number, id: number, accountId: string) =>
  queryOptions({
    queryKey: keys.of(companyId, 'integrations', 'metaPixels', id, accountId),
    queryFn: ({ signal }) => app.api.call('integrations.metaAdsCredentials', { companyId, params: { id }, query: { accountId }, signal }),
    staleTime: 60_000,
    retry: false,
  });

/** Accounts of Microsoft Ads, as each manager account reaches them. */
export const createMicrosoftAccountsQuery = (app: App, companyId: number, id: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'integrations', 'microsoftAccounts', id),
    queryFn: async ({ signal }): Promise<MicrosoftAdsChoices> => {
      const at = { companyId, params: { id }, signal };
      const own = await app.api.call('integrations.microsoftAdsCredentials', at);
      const reached = await Promise.all(
        own.managerAccounts.map((manager) => app.api.call('integrations.microsoftAdsCredentials', { ...at, query: { managerAccountId: manager.id } })),
      );
      return { managerAccounts: own.managerAccounts, accounts: reached.flatMap(({ accounts }) => accounts) };
    },
    staleTime: 60_000,
    retry: false,
  });

/** Counts of the last days, as they would have been. */
export const createForecastQuery = (app: App, companyId: number, integrationId: number | null) =>
  queryOptions({
    queryKey: keys.of(companyId, 'integrations', 'forecast', integrationId),
    queryFn: ({ signal }) =>
      app.api.call('integrations.forecast', { companyId, query: integrationId === null ? {} : { integration_id: integrationId }, signal }),
    staleTime: 60_000,
  });

/** The conversions of a call, explained. */
export const createCallConversionsQuery = (app: App, companyId: number, callId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'integrations', 'calls', callId),
    queryFn: ({ signal }) => app.api.call('integrations.callConversions', { companyId, params: { callId }, signal }),
  });
