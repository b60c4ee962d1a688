/** The command log: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const log: RowMenus = {
  commandRun: ['keyline.again', 'log.copyLink'],
};
