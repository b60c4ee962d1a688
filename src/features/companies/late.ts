/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';
import { listenToSetup } from './settings.ts';

export const late = defineLateFeature({
  panes: {
    companies: () => import('./CompaniesPane.tsx').then(({ CompaniesPane }) => CompaniesPane),
  },
  services: (deps) => ({
    companies: deferServices(async () => (await import('./services.ts')).createCompanyListServices(deps)),
  }),
  start: ({ app, run }) => void listenToSetup(app, () => run('company.finishSetup')),
});
