/** Parts of the area that load after the first rows: code of panes, services, changes, the campaign about to be sent. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';
import { CampaignStatus } from './CampaignStatus.tsx';

export const late = defineLateFeature({
  panes: {
    campaigns: () => import('./CampaignsPane.tsx').then(({ CampaignsPane }) => CampaignsPane),
    campaign: () => import('./CampaignPane.tsx').then(({ CampaignPane }) => CampaignPane),
  },
  services: (deps) => ({
    campaigns: deferServices(async () => (await import('./services.ts')).createCampaignServices(deps)),
  }),
  changes: { 'campaign-updated': [['campaigns']], 'group-updated': [['campaigns', 'review']] },
  Status: CampaignStatus,
});
