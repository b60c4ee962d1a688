/** Number templates: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { templateCommands } from './commands.ts';
import type { TemplatesTypes } from './types.ts';

export const templates: CommandArea<TemplatesTypes> = {
  commands: [...templateCommands],
  places: [{ kind: 'templates', title: 'Go to Number templates', icon: 'layers', keywords: ['routing', 'same', 'apply'], permission: 'numbers.read' }],
  triggers: {},
  keys: [...createBindings('workspace', { 'g e': 'go.templates' }), ...createBindings('templates', { c: 'templates.create', '#': 'templates.remove' })],
  menus: { template: ['templates.open', 'templates.rename', 'templates.remove'] },
};
