/** Parts of the area that load after the first rows: code of panes, services, changes, the banner. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';
import { PastDueBanner } from './PastDueBanner.tsx';

export const late = defineLateFeature({
  panes: { billing: () => import('./BillingPane.tsx').then(({ BillingPane }) => BillingPane) },
  services: (deps) => ({
    billing: deferServices(async () => (await import('./services.ts')).createBillingServices(deps)),
  }),
  changes: {
    'subscription-updated': [['billing']],
    'invoice-updated': [['billing']],
    'number-updated': [['billing', 'usage']],
  },
  start: ({ app }) => void import('./cardReturn.ts').then(({ takeCardReturn }) => takeCardReturn(app)),
  Banner: PastDueBanner,
});
