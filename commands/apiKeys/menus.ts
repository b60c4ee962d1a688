/** API keys: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const apiKeys: RowMenus = { apiKey: ['apiKeys.delete'] };
