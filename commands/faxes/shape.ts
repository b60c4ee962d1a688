/** Sending faxes: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { FaxesTypes } from './types.ts';

export const faxes: AreaShape<FaxesTypes> = {
  rows: {},
  scopes: {},
  context: {},
};
