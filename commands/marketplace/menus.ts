/** The marketplace: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const marketplace: RowMenus = {
  listing: ['marketplace.open', ['marketplace.list', 'marketplace.price'], 'marketplace.unlist'],
};
