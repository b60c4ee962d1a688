/** The activity list: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const activity: RowMenus = {
  activity: ['activity.open', 'conversations.startWith', 'phone.call', 'callers.lookUp', 'activity.copyNumber', ['callers.block', 'callers.unblock']],
};
