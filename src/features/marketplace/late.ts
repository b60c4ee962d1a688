/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

export const late = defineLateFeature({
  panes: {
    marketplace: () => import('./MarketplacePane.tsx').then(({ MarketplacePane }) => MarketplacePane),
  },
  services: (deps) => ({
    marketplace: deferServices(async () => (await import('./services.ts')).createMarketplaceServices(deps)),
  }),
  changes: { 'listing-updated': [['marketplace']], 'number-updated': [['marketplace']] },
});
