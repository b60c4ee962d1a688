/** Notices: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const notices: RowMenus = {
  notice: ['notices.act', 'notices.dismiss'],
};
