/** Organizations: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { organizationCommands } from './commands.ts';
import type { OrganizationsTypes } from './types.ts';

export const organizations: CommandArea<OrganizationsTypes> = {
  commands: [...organizationCommands],
  places: [
    { kind: 'organizations', title: 'Go to Organizations', icon: 'layers', keywords: ['business units', 'companies', 'administrators'], permission: null },
    {
      kind: 'organizationCompanies',
      title: 'Go to Organization companies',
      icon: 'building',
      keywords: ['accounts', 'status', 'suspended', 'closed'],
      permission: null,
    },
    { kind: 'organizationUsers', title: 'Go to Organization users', icon: 'users', keywords: ['administrators', 'people'], permission: null },
  ],
  triggers: {},
  keys: [
    ...createBindings('organizations', { v: 'organizations.showUsers' }),
    ...createBindings('organizationCompanies', { v: 'organizationCompanies.setStatus' }),
    ...createBindings('organizationUsers', { c: 'organizationUsers.makeAdministrator', '#': 'organizationUsers.removeAdministrator' }),
  ],
  menus: {
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
  },
};
