/** Contacts: list, card and form. */
import { feature } from '../../panes/feature.ts';
import { latePane } from '../../panes/lazyPane.ts';

export const contacts = feature({
  panes: {
    contacts: {
      title: 'Contacts',
      permission: 'contacts.read',
    },
    contact: {
      title: 'Contact',
      path: '/contact/:id',
      permission: 'contacts.read',
      Pane: latePane(() => import('./ContactPane.tsx').then(({ ContactPane }) => ContactPane)),
    },
  },
  late: () => import('./late.ts'),
});
