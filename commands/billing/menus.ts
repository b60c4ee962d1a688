/** Billing: the menu of its rows. */
import type { RowMenus } from '../core/menu.ts';

export const billing: RowMenus = {
  invoice: ['billing.download'],
};
