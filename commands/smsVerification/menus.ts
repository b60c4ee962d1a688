/** SMS verification: the menu of its rows. */
import type { RowMenus } from '../core/menu.ts';

export const smsVerification: RowMenus = {
  registration: ['texting.open', 'texting.edit', 'texting.cancel', 'texting.delete'],
};
