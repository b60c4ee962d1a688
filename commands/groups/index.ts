/** Groups of contacts: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { groupCommands } from './commands.ts';
import type { GroupsTypes } from './types.ts';

export const groups: CommandArea<GroupsTypes> = {
  commands: [...groupCommands],
  places: [{ kind: 'groups', title: 'Go to Groups', icon: 'users', keywords: ['lists', 'segments', 'contacts'], permission: 'contacts.read' }],
  triggers: {},
  keys: [
    ...createBindings('groups', { c: 'groups.create', '#': 'groups.delete' }),
    ...(['contacts', 'contact', 'inbox'] as const).flatMap((scope) => createBindings(scope, { v: 'contacts.addToGroup' })),
  ],
  menus: { group: ['groups.rename', 'groups.delete'] },
};
