/** The signed-in user’s own settings: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import { personCommands } from './commands.ts';
import type { MeTypes } from './types.ts';

export const me: CommandArea<MeTypes> = {
  rank: 91,
  commands: [...personCommands],
  triggers: {},
  keys: [],
};
