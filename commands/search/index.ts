/** Searches over what the user may see: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import { searchCommands } from './commands.ts';
import type { SearchTypes } from './types.ts';

export const search: CommandArea<SearchTypes> = {
  rank: 93,
  commands: searchCommands,
  triggers: {},
  keys: [
    { keys: 'arrowdown', command: 'search.next', scope: 'searchField', in: 'text' },
    { keys: 'arrowup', command: 'search.previous', scope: 'searchField', in: 'text' },
  ],
};
