/** Dynamic numbers: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const dni: RowMenus = {
  dniPool: ['dni.edit', 'dni.copyScript', 'dni.delete'],
  visit: ['dni.openVisit'],
  dniReport: ['dni.openReport'],
};
