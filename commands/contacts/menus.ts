/** Contacts: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const contacts: RowMenus = {
  contact: [
    'contacts.message',
    'phone.call',
    'contacts.edit',
    'contacts.note',
    'contacts.addLabel',
    'contacts.addToGroup',
    'contacts.openBeside',
    'contacts.copyNumber',
    'contacts.copyEmail',
    'callers.lookUp',
    ['callers.block', 'callers.unblock'],
    'contacts.merge',
    'exports.contacts',
    'contacts.delete',
  ],
};
