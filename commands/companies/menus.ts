/** Companies: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const companies: RowMenus = {
  company: ['company.open', 'company.actIn', 'companies.togglePin'],
};
