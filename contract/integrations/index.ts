/** Integrations: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const integrations = area({
  routes,
  changes: ['integration-updated'],
  about: 'integrations',
  acts: {
    activateGoogleAds: 'Turned on or changed Google Ads',
    deactivateGoogleAds: 'Turned Google Ads off',
    googleAdsRedirect: 'Began to connect Google Ads',
    syncGoogleAds: 'Synced Google Ads',
    activateMetaAds: 'Turned on or changed Meta Ads',
    deactivateMetaAds: 'Turned Meta Ads off',
    metaAdsRedirect: 'Began to connect Meta Ads',
    syncMetaAds: 'Synced Meta Ads',
    activateMicrosoftAds: 'Turned on or changed Microsoft Ads',
    deactivateMicrosoftAds: 'Turned Microsoft Ads off',
    microsoftAdsRedirect: 'Began to connect Microsoft Ads',
    syncMicrosoftAds: 'Synced Microsoft Ads',
    activateCrm: 'Turned a lead CRM on',
    crmRedirect: 'Began to connect a lead CRM',
    deactivateCrm: 'Turned a lead CRM off',
    syncCrm: 'Synced a lead CRM',
    updateCrm: 'Changed what a lead CRM is told',
    activateChat: 'Turned a team chat on',
    chatCallback: 'Connected a team chat',
    chatRedirect: 'Began to connect a team chat',
    configureChat: 'Chose what a team chat is told',
    createGa4: 'Added a GA4 integration',
    deactivateChat: 'Turned a team chat off',
    resendGa4: 'Sent events to Google Analytics again',
    resendOAuth: 'Sent what failed to a vendor again',
    testGa4: 'Sent a test event to Google Analytics',
  },
});
