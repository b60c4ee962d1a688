/** Available numbers: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const purchase: RowMenus = {
  offer: ['purchase.choose', 'purchase.confirm'],
};
