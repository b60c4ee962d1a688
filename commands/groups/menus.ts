/** Groups: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const groups: RowMenus = {
  group: ['groups.rename', 'groups.delete'],
};
