/** Organizations: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const organizations: RowMenus = {
  organization: [
    'organizations.showCompanies',
    'organizations.showUsers',
    'organizations.rename',
    'organizations.setTimeZone',
    'organizations.toggleLinks',
    'organizations.setColor',
    'organizations.chooseLogo',
    'organizations.removeLogo',
  ],
  organizationCompany: ['organizationCompanies.setStatus'],
  organizationPerson: ['organizationUsers.makeAdministrator', 'organizationUsers.removeAdministrator'],
};
