/** Searches over what the user may see: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import type { SearchTypes } from './types.ts';

export const search: CommandArea<SearchTypes> = {
  rank: 93,
  commands: [],
  triggers: {},
  keys: [],
};
