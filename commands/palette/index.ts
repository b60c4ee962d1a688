/** The command palette: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { paletteCommands } from './commands.ts';
import type { PaletteTypes } from './types.ts';

export const palette: CommandArea<PaletteTypes> = {
  rank: 1,
  commands: [...paletteCommands],
  triggers: {
    palette: {
      'palette.opened': { command: 'palette.open' },
      'palette.closed': { palette: 'close' },
      'query.typed': { palette: 'type' },
      'command.chosen': { palette: 'choose' },
      'unblocker.chosen': { palette: 'enter' },
      'argument.typed': { palette: 'type' },
      'argument.picked': { palette: 'choose' },
      'argument.submitted': { palette: 'enter' },
      'argument.skipped': { palette: 'skip' },
      'step.undone': { palette: 'back' },
      'review.accepted': { palette: 'enter' },
      'run.retried': { palette: 'enter' },
    },
  },
  keys: [
    { keys: 'mod+k', command: 'palette.open', scope: 'global', in: 'anywhere' },
    { keys: 'f1', command: 'palette.open', scope: 'global', in: 'anywhere' },
    { keys: 'shift+enter', command: 'palette.copyLink', scope: 'palette', in: 'text' },
    ...createBindings('global', { '>': 'palette.commands' }),
    ...createBindings('workspace', { '.': 'palette.actions' }),
  ],
};
