/** Parts of the area that load after the first rows: code of panes, services. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

export const late = defineLateFeature({
  panes: {
    organizations: () => import('./OrganizationsPane.tsx').then(({ OrganizationsPane }) => OrganizationsPane),
    organizationCompanies: () => import('./OrganizationCompaniesPane.tsx').then(({ OrganizationCompaniesPane }) => OrganizationCompaniesPane),
    organizationUsers: () => import('./OrganizationUsersPane.tsx').then(({ OrganizationUsersPane }) => OrganizationUsersPane),
  },
  services: (deps) => ({
    organizations: deferServices(async () => (await import('./services.ts')).createOrganizationServices(deps)),
  }),
});
