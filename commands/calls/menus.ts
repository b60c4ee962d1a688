/** Past calls: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const calls: RowMenus = {
  call: [
    'calls.open',
    'calls.openConversation',
    'conversations.startWith',
    'phone.call',
    'calls.markLead',
    'calls.markAppointment',
    'calls.qualify',
    'calls.setOutcome',
    'calls.addNote',
    'calls.addTag',
    'calls.ofThisCaller',
    'calls.copyNumber',
    ['callers.block', 'callers.unblock'],
  ],
};
