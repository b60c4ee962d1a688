/** Caller lookup: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { LookupsTypes } from './types.ts';

export const lookups: AreaShape<LookupsTypes> = {
  rows: {},
  scopes: {},
  context: {},
};
