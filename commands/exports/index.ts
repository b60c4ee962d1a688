/** Exports: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import { exportCommands } from './commands.ts';
import type { ExportsTypes } from './types.ts';

export const exports: CommandArea<ExportsTypes> = {
  commands: [...exportCommands],
  triggers: {},
  keys: [],
};
