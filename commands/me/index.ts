/** The signed-in user’s own settings: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { personCommands } from './commands.ts';
import type { MeTypes } from './types.ts';

export const me: CommandArea<MeTypes> = {
  rank: 91,
  commands: [...personCommands],
  places: [
    {
      kind: 'settings',
      title: 'Go to Settings',
      icon: 'settings',
      keywords: ['open settings', 'preferences', 'options', 'profile', 'account', 'notifications', 'security'],
      permission: null,
    },
  ],
  triggers: {},
  keys: [...createBindings('workspace', { 'g ,': 'go.settings' })],
};
