/** Contacts: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { type Binding, createBindings } from '../keymap/binding.ts';
import { contactCommands } from './commands.ts';
import { mergeCommands } from './merge.ts';
import type { ContactsTypes } from './types.ts';

export const contacts: CommandArea<ContactsTypes> = {
  rank: 7,
  commands: [...contactCommands, ...mergeCommands],
  places: [{ kind: 'contacts', title: 'Go to Contacts', icon: 'users', keywords: ['people', 'customers'], permission: 'contacts.read' }],
  triggers: {
    contactEdit: {
      'contact.opened': { command: 'contacts.edit' },
      'field.typed': { field: 'name' },
      'contact.submitted': { command: 'contacts.save' },
      'contact.closed': { command: 'workspace.back' },
      'contact.discarded': { command: 'contacts.discard' },
    },
  },
  keys: [
    ...createBindings('workspace', { 'g o': 'go.contacts' }),
    ...(['contacts', 'contact'] as const).flatMap((scope): Binding[] =>
      createBindings(scope, { c: 'contacts.create', r: 'contacts.message', '#': 'contacts.delete', '!': 'callers.block' }),
    ),
    { keys: 'mod+enter', command: 'contacts.save', scope: 'contactForm', in: 'text' },
    ...createBindings('contacts', { f: 'contacts.search' }),
  ],
  menus: {
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
  },
};
