/** Contacts: list, card and form. */
import { defineFeature } from '../../panes/feature.ts';
import { createLazyPane } from '../../panes/lazyPane.ts';

export const contacts = defineFeature({
  panes: {
    contacts: {
      title: 'Contacts',
      permission: 'contacts.read',
    },
    contact: {
      title: 'Contact',
      path: '/contact/:id',
      permission: 'contacts.read',
      Pane: createLazyPane(() => import('./ContactPane.tsx').then(({ ContactPane }) => ContactPane)),
    },
  },
  late: () => import('./late.ts'),
});
