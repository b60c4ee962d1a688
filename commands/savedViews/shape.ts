/** Saved views: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { SavedViewsTypes } from './types.ts';

export const savedViews: AreaShape<SavedViewsTypes> = {
  rows: {},
  scopes: {},
  context: { savedViews: [] },
};
