/** Imports of contacts: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { contactImportCommands } from './commands.ts';
import type { ContactImportsTypes } from './types.ts';

export const contactImports: CommandArea<ContactImportsTypes> = {
  commands: [...contactImportCommands],
  places: [{ kind: 'contactImport', title: 'Go to Import contacts', icon: 'upload', keywords: ['csv', 'xlsx', 'file'], permission: 'contacts.import' }],
  triggers: {
    contactImport: {
      'file.chosen': { command: 'contacts.import' },
      'column.mapped': { command: 'imports.map' },
      'group.chosen': { command: 'imports.group' },
      'row.fixed': { command: 'imports.fix' },
      'rows.excluded': { command: 'imports.leaveOut' },
      'import.confirmed': { command: 'imports.confirm' },
      'import.retried': { command: 'imports.retry' },
      'import.closed': { command: 'imports.close' },
    },
  },
  keys: createBindings('contactImport', {
    c: 'contacts.import',
    p: 'contacts.importPasted',
    'mod+enter': 'imports.confirm',
    '#': 'imports.leaveOut',
    f: 'imports.show',
    t: 'imports.showProblems',
    v: 'imports.group',
    m: 'imports.map',
  }),
  menus: { importRow: ['imports.fix', 'imports.leaveOut', 'imports.include'] },
};
