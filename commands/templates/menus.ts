/** Number templates: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const templates: RowMenus = {
  template: ['templates.open', 'templates.rename', 'templates.remove'],
};
