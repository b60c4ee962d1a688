/** The menu of each kind of row, of all areas together. */
import type { RowMenus } from './core/menu.ts';
import * as areaMenus from './menus.ts';

export const rowMenus: RowMenus = Object.assign({}, ...Object.values(areaMenus));
