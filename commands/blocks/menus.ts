/** Blocked callers: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const blocks: RowMenus = {
  block: ['conversations.startWith', 'blocks.remove'],
};
