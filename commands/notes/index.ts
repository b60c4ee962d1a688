/** Internal notes: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import type { NotesTypes } from './types.ts';

export const notes: CommandArea<NotesTypes> = {
  rank: 5,
  commands: [],
  triggers: {},
  keys: [{ keys: 'mod+enter', command: 'notes.save', scope: 'composer', in: 'text', when: 'isNote' }],
};
