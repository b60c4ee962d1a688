/** Tags: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const tags: RowMenus = {
  tag: ['tags.rename', 'tags.delete'],
};
