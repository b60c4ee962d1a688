/** Port-in requests: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const porting: RowMenus = {
  port: ['porting.open', 'porting.document'],
};
