/** Conversations and their items: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const conversations: RowMenus = {
  conversation: [
    ['conversations.archive', 'conversations.restore'],
    'messages.reply',
    'notes.write',
    'phone.call',
    'calls.markLead',
    'calls.markAppointment',
    ['conversations.markUnread', 'conversations.markRead'],
    'conversations.openBeside',
    'callers.lookUp',
    ['callers.block', 'callers.unblock'],
    'conversations.deleteMessages',
  ],
  item: ['recording.toggle', 'messages.sendAgain', 'messages.sendNow', 'messages.reschedule', 'messages.takeBackItem', 'notes.edit', 'items.delete'],
};
