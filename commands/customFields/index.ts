/** Custom fields: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { customFieldCommands } from './commands.ts';
import type { CustomFieldsTypes } from './types.ts';

export const customFields: CommandArea<CustomFieldsTypes> = {
  commands: [...customFieldCommands],
  places: [{ kind: 'customFields', title: 'Go to Custom fields', icon: 'rows', keywords: ['attributes', 'eav'], permission: 'numbers.read' }],
  triggers: {},
  keys: [...createBindings('customFields', { c: 'customFields.create', '#': 'customFields.delete' })],
  menus: { customField: ['customFields.rename', 'customFields.choices', 'customFields.default', 'customFields.delete'] },
};
