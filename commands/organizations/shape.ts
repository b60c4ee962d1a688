/** Organizations: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { OrganizationsTypes } from './types.ts';

export const organizations: AreaShape<OrganizationsTypes> = {
  rows: {
    organization: { nouns: ['organization', 'organizations'], getName: ({ name }) => name },
    organizationCompany: { nouns: ['company', 'companies'], getName: ({ name }) => name },
    organizationPerson: { nouns: ['user', 'users'], getName: ({ name, email }) => name || email },
  },
  scopes: {
    organizations: {
      priority: 30,
      unavailable: ['Go to Organizations first', 'go.organizations'],
      hints: [
        ['list.open', 'companies'],
        ['organizations.showUsers', 'users'],
        ['organizations.rename', 'rename'],
        ['list.focusFilter', 'search'],
      ],
    },
    organizationCompanies: {
      priority: 30,
      unavailable: ['Go to Organization companies first', 'go.organizationCompanies'],
      hints: [
        ['organizationCompanies.setStatus', 'status'],
        ['list.focusFilter', 'search'],
      ],
    },
    organizationUsers: {
      priority: 30,
      unavailable: ['Go to Organization users first', 'go.organizationUsers'],
      hints: [
        ['organizationUsers.makeAdministrator', 'make administrator'],
        ['list.focusFilter', 'search'],
      ],
    },
  },
  context: {},
};
