/** Live calls: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const calling: RowMenus = {
  liveCall: ['live.open', 'live.note', 'calls.addTag', ['callers.block', 'callers.unblock']],
};
