/** Sending faxes: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import { faxCommands } from './commands.ts';
import type { FaxesTypes } from './types.ts';

export const faxes: CommandArea<FaxesTypes> = {
  rank: 6,
  commands: [...faxCommands],
  triggers: {},
  keys: [],
};
