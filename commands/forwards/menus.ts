/** Destinations of calls: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const forwards: RowMenus = {
  forward: ['forwards.openRouting', 'forwards.copy'],
};
