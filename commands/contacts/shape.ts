/** Contacts: rows and scopes, as the rest of the app knows them. */
import { displayPhone } from '#contract/text/phone.ts';
import type { AreaShape } from '../core/shape.ts';
import type { ContactsTypes } from './types.ts';

export const contacts: AreaShape<ContactsTypes> = {
  rows: {
    contact: {
      nouns: ['contact', 'contacts'],
      getName: ({ name, number }) => name || displayPhone(number),
      getSubject: ({ id, number, otherNumbers }) => ({ id, isSubject: true, numbers: [number, ...otherNumbers], contactId: id }),
    },
  },
  scopes: {
    contacts: {
      priority: 30,
      unavailable: ['Go to Contacts first', 'go.contacts'],
      hints: [
        ['list.open', 'open'],
        ['contacts.create', 'new'],
        ['list.select', 'select'],
        ['contacts.addLabel', 'label'],
        ['contacts.addToGroup', 'group'],
        ['contacts.delete', 'delete'],
        ['list.focusFilter', 'search'],
      ],
    },
    contact: {
      priority: 30,
      unavailable: ['Open a contact first', 'go.contacts'],
      hints: [
        ['contacts.message', 'message'],
        ['contacts.create', 'new'],
        ['contacts.delete', 'delete'],
        ['workspace.back', 'back'],
      ],
    },
    contactForm: {
      priority: 40,
      unavailable: ['Edit a contact first', 'contacts.edit'],
      isForm: true,
      hints: [
        ['contacts.save', 'save'],
        ['workspace.back', 'back'],
      ],
    },
  },
  context: {},
};
