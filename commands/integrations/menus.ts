/** Integrations: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const integrations: RowMenus = {
  ga4Integration: ['integrations.editGa4', 'integrations.testGa4', 'integrations.resendGa4', 'integrations.switchGa4', 'integrations.deleteGa4'],
};
