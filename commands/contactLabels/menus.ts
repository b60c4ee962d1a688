/** Labels of contacts: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const contactLabels: RowMenus = {
  contactLabel: ['contactLabels.rename', 'contactLabels.delete'],
};
