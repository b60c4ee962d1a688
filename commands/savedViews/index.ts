/** Saved views: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import type { Binding } from '../keymap/binding.ts';
import { savedViewCommands } from './commands.ts';
import type { SavedViewsTypes } from './types.ts';

export const savedViews: CommandArea<SavedViewsTypes> = {
  commands: savedViewCommands,
  triggers: {},
  keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map(
    (place): Binding => ({ keys: `g ${place}`, command: 'views.openPlace', scope: 'workspace', args: { place } }),
  ),
};
