/** API keys: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { apiKeyCommands } from './commands.ts';
import type { ApiKeysTypes } from './types.ts';

export const apiKeys: CommandArea<ApiKeysTypes> = {
  commands: [...apiKeyCommands],
  places: [
    {
      kind: 'apiKeys',
      title: 'Go to API keys',
      icon: 'key',
      keywords: ['tokens', 'developers', 'integration', 'REST', 'access'],
      permission: 'apiKeys.manage',
    },
  ],
  triggers: {},
  keys: createBindings('apiKeys', { c: 'apiKeys.create', '#': 'apiKeys.delete' }),
  menus: { apiKey: ['apiKeys.delete'] },
};
