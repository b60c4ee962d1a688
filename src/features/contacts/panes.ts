/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';

export const contactPanes = {
  contacts: {
    title: 'Contacts',
    permission: 'contacts.read',
    Component: latePane(() => import('./ContactsPane.tsx').then((module) => module.ContactsPane)),
  },
  contact: {
    title: 'Contact',
    path: '/contact/:id',
    permission: 'contacts.read',
    Component: latePane(() => import('./ContactPane.tsx').then((module) => module.ContactPane)),
  },
} as const;
