/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';

export const contactPanes = {
  contacts: {
    kind: 'contacts',
    title: 'Contacts',
    icon: 'users',
    path: '/contacts',
    permission: 'contacts.read',
    Component: latePane(() => import('./ContactsPane.tsx').then((module) => module.ContactsPane)),
  },
  contact: {
    kind: 'contact',
    title: 'Contact',
    icon: 'user',
    path: '/contact/:id',
    permission: 'contacts.read',
    Component: latePane(() => import('./ContactPane.tsx').then((module) => module.ContactPane)),
  },
} as const;
