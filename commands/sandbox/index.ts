/** The sandbox: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import { sandboxCommands } from './commands.ts';
import type { SandboxTypes } from './types.ts';

export const sandbox: CommandArea<SandboxTypes> = {
  rank: 96,
  commands: [...sandboxCommands],
  triggers: {},
  keys: [],
};
