/** Blocked callers: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { blockCommands } from './commands.ts';
import type { BlocksTypes } from './types.ts';

export const blocks: CommandArea<BlocksTypes> = {
  commands: [...blockCommands],
  places: [{ kind: 'blocks', title: 'Go to Blocked callers', icon: 'ban', keywords: ['spam', 'blocks'], permission: 'blocks.read' }],
  triggers: {},
  keys: [
    ...createBindings('workspace', { 'g b': 'go.blocks' }),
    ...createBindings('blocks', { c: 'blocks.add', r: 'conversations.startWith', '#': 'blocks.remove', f: 'blocks.search' }),
  ],
  menus: { block: ['conversations.startWith', 'blocks.remove'] },
};
