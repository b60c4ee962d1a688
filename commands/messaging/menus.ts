/** Sending messages: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const messaging: RowMenus = {
  scheduledMessage: ['messages.reschedule', 'messages.sendNow', 'messages.takeBackItem', 'messages.reply'],
};
