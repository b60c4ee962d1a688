/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { lateServices } from '../../panes/lateServices.ts';

export const late = lateFeature({
  panes: {
    marketplace: () => import('./MarketplacePane.tsx').then(({ MarketplacePane }) => MarketplacePane),
  },
  services: (deps) => ({
    marketplace: lateServices(async () => (await import('./services.ts')).createMarketplaceServices(deps)),
  }),
  changes: { 'listing-updated': [['marketplace']], 'number-updated': [['marketplace']] },
});
