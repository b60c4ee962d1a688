/** Destinations of calls: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { forwardCommands } from './commands.ts';
import type { ForwardsTypes } from './types.ts';

export const forwards: CommandArea<ForwardsTypes> = {
  commands: [...forwardCommands],
  places: [
    {
      kind: 'forwards',
      title: 'Go to Destinations',
      icon: 'phone-forwarded',
      keywords: ['phones', 'destinations', 'who rings', 'forwards'],
      permission: 'numbers.read',
    },
  ],
  triggers: {},
  keys: [...createBindings('workspace', { 'g f': 'go.forwards' })],
  menus: { forward: ['forwards.openRouting', 'forwards.copy'] },
};
