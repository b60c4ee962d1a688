/** What comes after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { createCompanyListServices } from './services.ts';
import { listenToSetup } from './settings.ts';

export const late = lateFeature({
  panes: {
    companies: () => import('./CompaniesPane.tsx').then(({ CompaniesPane }) => CompaniesPane),
  },
  services: (deps) => ({ companies: createCompanyListServices(deps) }),
  start: ({ app, run }) => void listenToSetup(app, () => run('company.finishSetup')),
});
