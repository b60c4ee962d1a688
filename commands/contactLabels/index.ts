/** Labels of contacts: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { contactLabelCommands } from './commands.ts';
import type { ContactLabelsTypes } from './types.ts';

export const contactLabels: CommandArea<ContactLabelsTypes> = {
  commands: [...contactLabelCommands],
  places: [{ kind: 'contactLabels', title: 'Go to Labels', icon: 'tag', keywords: ['contacts', 'tags'], permission: 'contacts.read' }],
  triggers: {},
  keys: [
    ...createBindings('contactLabels', { c: 'contactLabels.create', '#': 'contactLabels.delete' }),
    ...(['contacts', 'contact', 'inbox'] as const).flatMap((scope) => createBindings(scope, { l: 'contacts.addLabel' })),
  ],
  menus: { contactLabel: ['contactLabels.rename', 'contactLabels.delete'] },
};
