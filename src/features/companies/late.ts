/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { lateServices } from '../../panes/lateServices.ts';
import { listenToSetup } from './settings.ts';

export const late = lateFeature({
  panes: {
    companies: () => import('./CompaniesPane.tsx').then(({ CompaniesPane }) => CompaniesPane),
  },
  services: (deps) => ({
    companies: lateServices(async () => (await import('./services.ts')).createCompanyListServices(deps)),
  }),
  start: ({ app, run }) => void listenToSetup(app, () => run('company.finishSetup')),
});
