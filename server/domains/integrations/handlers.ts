/** Integrations over HTTP (spec 2.7). */
import type { routes } from '#contract/index.ts';
import { oauthProviders } from '#contract/integrations/enums.ts';
import type { Handlers } from '../../http/handlers.ts';
import { activateAds, activateGoogleAds, checkName, deactivateAds, listAdAccounts } from './ads.ts';
import { beginConnection } from './connections.ts';
import { activateCrm, deactivateCrm, listCrmChoices, updateCrm } from './crm.ts';
import { explainCall } from './explanation.ts';
import { forecastConversions } from './forecast.ts';
import { createGa4, deleteGa4, listGa4, resendGa4, testGa4, updateGa4 } from './ga4.ts';
import { findVendor } from './grants.ts';
import { activateMetaAds, listMetaChoices } from './metaAds.ts';
import { configureChat, deleteOAuth, finishChat, listChannels, listOAuth, readOAuth, resendOAuth, switchChat } from './oauth.ts';
import { setRule, tryRule } from './rules.ts';
import { syncReports } from './sync.ts';

export const handlers: Handlers<typeof routes.integrations> = {
  oauth: async ({ services }) => {
    const data = await listOAuth();
    return { data, meta: { total: data.length, providers: oauthProviders.map((id) => ({ id, isSetUp: findVendor(services, id) !== null })) } };
  },
  oauthOne: ({ params }) => readOAuth(params.id),
  deleteOAuth: async ({ params }) => {
    await deleteOAuth(params.id);
    return undefined;
  },
  chatRedirect: ({ membership, authUser, services }) => beginConnection(services, { membership, authUser }, 'team-chat'),
  chatCallback: ({ body, membership, authUser, services }) => finishChat(services, { membership, authUser }, body),
  chatChannels: ({ params, query, membership, authUser, services }) => listChannels(services, { membership, authUser }, params.id, query.cursor),
  configureChat: ({ params, body, membership, authUser, services }) => configureChat(services, { membership, authUser }, params.id, body),
  activateChat: ({ params }) => switchChat(params.id, true),
  deactivateChat: ({ params }) => switchChat(params.id, false),
  crmRedirect: ({ membership, authUser, services }) => beginConnection(services, { membership, authUser }, 'lead-crm'),
  crmCredentials: ({ params, membership, authUser, services }) => listCrmChoices(services, { membership, authUser }, params.id),
  activateCrm: ({ params, body, membership, authUser, services }) => activateCrm(services, { membership, authUser }, params.id, body),
  syncCrm: ({ params, membership, authUser, services }) => syncReports(services, { membership, authUser }, 'lead-crm', params.id),
  deactivateCrm: ({ params }) => deactivateCrm(params.id),
  updateCrm: ({ params, body, membership, authUser, services }) => updateCrm(services, { membership, authUser }, params.id, body),
  googleAdsRedirect: ({ membership, authUser, services }) => beginConnection(services, { membership, authUser }, 'google-ads'),
  googleAdsCredentials: async ({ params, query, membership, authUser, services }) => {
    const { managers, accounts } = await listAdAccounts(services, { membership, authUser }, 'google-ads', params.id, query.managerCustomerId ?? null);
    return { managers: [...managers], customers: [...accounts] };
  },
  activateGoogleAds: ({ params, body, membership, authUser, services }) => activateGoogleAds(services, { membership, authUser }, params.id, body),
  syncGoogleAds: ({ params, membership, authUser, services }) => syncReports(services, { membership, authUser }, 'google-ads', params.id),
  deactivateGoogleAds: ({ params }) => deactivateAds('google-ads', params.id),
  metaAdsRedirect: ({ membership, authUser, services }) => beginConnection(services, { membership, authUser }, 'meta-ads'),
  metaAdsCredentials: ({ params, query, membership, authUser, services }) => listMetaChoices(services, { membership, authUser }, params.id, query),
  activateMetaAds: ({ params, body, membership, authUser, services }) => activateMetaAds(services, { membership, authUser }, params.id, body),
  syncMetaAds: ({ params, membership, authUser, services }) => syncReports(services, { membership, authUser }, 'meta-ads', params.id),
  deactivateMetaAds: ({ params }) => deactivateAds('meta-ads', params.id),
  microsoftAdsRedirect: ({ membership, authUser, services }) => beginConnection(services, { membership, authUser }, 'microsoft-ads'),
  microsoftAdsCredentials: async ({ params, query, membership, authUser, services }) => {
    const { managers, accounts } = await listAdAccounts(services, { membership, authUser }, 'microsoft-ads', params.id, query.managerAccountId ?? null);
    return { managerAccounts: [...managers], accounts: accounts.map(({ id, name, managerId }) => ({ id, name, managerAccountId: managerId })) };
  },
  activateMicrosoftAds: ({ params, body, membership, authUser, services }) =>
    activateAds(services, { membership, authUser }, 'microsoft-ads', params.id, {
      managerId: body.managerAccountId ?? null,
      accountId: body.accountId,
      checkNames: ({ account, manager }) => {
        checkName('account_name', body.accountName, account);
        checkName('manager_account_name', body.managerAccountName, manager);
      },
      events: body.events,
    }),
  syncMicrosoftAds: ({ params, membership, authUser, services }) => syncReports(services, { membership, authUser }, 'microsoft-ads', params.id),
  deactivateMicrosoftAds: ({ params }) => deactivateAds('microsoft-ads', params.id),
  resendOAuth: ({ params, body }) => resendOAuth(params.id, body.count),
  ga4: async () => {
    const data = await listGa4();
    return { data, meta: { total: data.length } };
  },
  createGa4: ({ body, services }) => createGa4(services, body),
  updateGa4: ({ params, body, services }) => updateGa4(services, params.id, body),
  deleteGa4: async ({ params }) => {
    await deleteGa4(params.id);
    return undefined;
  },
  testGa4: ({ params, membership, authUser, services }) => testGa4(services, params.id, { membership, authUser }),
  resendGa4: ({ params, body }) => resendGa4(params.id, body.count),
  setRule: ({ params, body }) => setRule(params.id, body),
  tryRule: ({ params, query, membership }) => tryRule(membership, params.id, query),
  forecast: ({ membership, query }) => forecastConversions(membership, query.integration_id ?? null),
  callConversions: ({ params, membership }) => explainCall(membership, params.callId),
};
