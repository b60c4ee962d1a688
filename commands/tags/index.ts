/** Tags: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { tagCommands } from './commands.ts';
import type { TagsTypes } from './types.ts';

export const tags: CommandArea<TagsTypes> = {
  commands: [...tagCommands],
  places: [{ kind: 'tags', title: 'Go to Tags', icon: 'tags', keywords: ['labels'], permission: 'numbers.read' }],
  triggers: {},
  keys: [...createBindings('tags', { c: 'tags.create', '#': 'tags.delete' })],
  menus: { tag: ['tags.rename', 'tags.delete'] },
};
