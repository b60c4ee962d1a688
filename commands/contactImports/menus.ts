/** Imports of contacts: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const contactImports: RowMenus = {
  importRow: ['imports.fix', 'imports.leaveOut', 'imports.include'],
};
