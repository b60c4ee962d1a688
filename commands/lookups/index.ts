/** Caller lookup: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import { callerCommands } from './commands.ts';
import type { LookupsTypes } from './types.ts';

export const lookups: CommandArea<LookupsTypes> = {
  commands: [...callerCommands],
  triggers: {},
  keys: [],
};
