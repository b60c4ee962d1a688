/** What comes after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { createPurchaseServices } from './services.ts';

export const late = lateFeature({
  panes: {
    purchase: () => import('./PurchasePane.tsx').then(({ PurchasePane }) => PurchasePane),
  },
  services: (deps) => ({ purchase: createPurchaseServices(deps) }),
});
