/** Custom fields: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const customFields: RowMenus = {
  customField: ['customFields.rename', 'customFields.choices', 'customFields.default', 'customFields.delete'],
};
