/** Help, shortcuts, appearance and the connection: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { keylineCommands } from './commands.ts';
import { firstStepsCommands } from './firstSteps.ts';
import type { KeylineTypes } from './types.ts';

export const keyline: CommandArea<KeylineTypes> = {
  rank: 94,
  commands: [...keylineCommands, ...firstStepsCommands],
  triggers: {
    realtime: { 'connection.retried': { command: 'connection.retry' } },
    batch: { 'batch.dismissed': { command: 'batch.dismiss' } },
  },
  keys: [
    ...createBindings('global', { '?': 'keyline.help' }),
    // `help` is the sheet of keys.
    { keys: 'mod+enter', command: 'keys.open', scope: 'help', in: 'anywhere' },
    ...createBindings('workspace', { 'g ?': 'keys.open', z: 'keyline.undo', 'mod+z': 'keyline.undo' }),
    { keys: 'mod+z', command: 'keyline.undo', scope: 'composer', in: 'text', when: 'isEmpty' },
  ],
};
