/** What comes after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { createMarketplaceServices } from './services.ts';

export const late = lateFeature({
  panes: {
    marketplace: () => import('./MarketplacePane.tsx').then(({ MarketplacePane }) => MarketplacePane),
  },
  services: (deps) => ({ marketplace: createMarketplaceServices(deps) }),
  changes: { 'listing-updated': [['marketplace']], 'number-updated': [['marketplace']] },
});
