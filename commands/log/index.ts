/** The command log: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { logCommands } from './commands.ts';
import type { LogTypes } from './types.ts';

export const log: CommandArea<LogTypes> = {
  rank: 92,
  commands: [...logCommands],
  places: [{ kind: 'log', title: 'Go to Command log', icon: 'history', keywords: ['history', 'again', 'audit', 'open'], permission: null }],
  triggers: {},
  keys: [...createBindings('workspace', { 'g h': 'go.log' }), ...createBindings('log', { 'shift+enter': 'log.copyLink' })],
  menus: { commandRun: ['keyline.again', 'log.copyLink'] },
};
