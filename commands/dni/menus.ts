/** Dynamic numbers: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const dni: RowMenus = {
  dniPool: ['dni.edit', 'dni.compareSizes', 'dni.copyScript', 'dni.delete'],
  poolSize: ['dni.buySize'],
  visit: ['dni.openVisit'],
  dniReport: ['dni.openReport'],
};
