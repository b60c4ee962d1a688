/** Help, shortcuts, appearance and the connection: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { KeylineTypes } from './types.ts';

export const keyline: AreaShape<KeylineTypes> = {
  rows: {},
  scopes: {
    global: { priority: 0 },
    dialog: { priority: 90 },
    help: { priority: 92 },
    text: { priority: 100 },
  },
  context: {},
};
