/** Bulk attribute updates: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const bulkAttributes: RowMenus = {
  attributeRow: ['attributes.fix', 'attributes.leaveOut', 'attributes.include', 'attributes.addChoices'],
};
