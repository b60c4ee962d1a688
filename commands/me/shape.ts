/** The signed-in user’s own settings: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { MeTypes } from './types.ts';

export const me: AreaShape<MeTypes> = {
  rows: {},
  scopes: {},
  context: {},
};
