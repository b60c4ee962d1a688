/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';
import { listenToSetup } from './settings.ts';

export const late = defineLateFeature({
  changes: { 'company-updated': [['company'], ['numbers', 'areaCodes']] },
  panes: {
    companies: () => import('./CompaniesPane.tsx').then(({ CompaniesPane }) => CompaniesPane),
    companyCreate: () => import('./CompanyCreatePane.tsx').then(({ CompanyCreatePane }) => CompanyCreatePane),
  },
  services: (deps) => ({
    companies: deferServices(async () => (await import('./services.ts')).createCompanyListServices(deps)),
    companyCreation: deferServices(async () => (await import('./creationServices.ts')).createCompanyCreationServices(deps)),
  }),
  start: (deps) => {
    listenToSetup(deps.app, () => deps.run('company.finishSetup'));
    void import('./creationServices.ts').then(({ followCreation }) => followCreation(deps));
  },
});
