/** The command palette: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { PaletteTypes } from './types.ts';

export const palette: AreaShape<PaletteTypes> = {
  rows: {},
  scopes: {
    palette: { priority: 80, unavailable: ['Open the palette first', 'palette.open'], isStep: true },
  },
  context: {},
};
