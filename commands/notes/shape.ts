/** Internal notes: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { NotesTypes } from './types.ts';

export const notes: AreaShape<NotesTypes> = {
  rows: {},
  scopes: {},
  context: {},
};
