/** Companies: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { type Binding, createBindings } from '../keymap/binding.ts';
import { companyListCommands } from './commands.ts';
import { companyCommands } from './switch.ts';
import type { CompaniesTypes } from './types.ts';

export const companies: CommandArea<CompaniesTypes> = {
  commands: [...companyCommands, ...companyListCommands],
  places: [{ kind: 'companies', title: 'Go to Companies', icon: 'building', keywords: ['accounts', 'organizations'], permission: null }],
  triggers: {
    companySwitch: {
      'company.chosen': { command: 'company.switch' },
      'refresh.retried': { command: 'company.retry' },
    },
  },
  keys: [
    { keys: 'mod+shift+o', command: 'company.switch', scope: 'workspace', in: 'text', when: 'isMember' },
    { keys: 'g g', command: 'company.switch', scope: 'workspace', when: 'isMember' },
    ...Array.from(
      { length: 9 },
      (_, at): Binding => ({ keys: `mod+${at + 1}`, command: 'company.pinned', scope: 'workspace', args: { place: String(at + 1) } }),
    ),
    ...createBindings('workspace', { 'g p': 'go.companies' }),
  ],
  menus: { company: ['company.open', 'company.actIn', 'companies.togglePin'] },
};
