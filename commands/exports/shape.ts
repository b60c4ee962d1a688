/** Exports: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { ExportsTypes } from './types.ts';

export const exports: AreaShape<ExportsTypes> = {
  rows: {},
  scopes: {},
  context: {},
};
