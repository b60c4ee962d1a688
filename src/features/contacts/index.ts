/** Contacts: list, card and form. */
import { defineFeature } from '../../panes/feature.ts';
import { createLazyPane } from '../../panes/lazyPane.ts';

export const contacts = defineFeature({
  panes: {
    contacts: {
      title: 'Contacts',
      permission: 'contacts.read',
      view: {
        leads: 'contact',
        beside: [
          ['contact', 22],
          ['conversation', 36],
        ],
      },
    },
    contact: {
      title: 'Contact',
      permission: 'contacts.read',
      Pane: createLazyPane(() => import('./ContactPane.tsx').then(({ ContactPane }) => ContactPane)),
    },
  },
  late: () => import('./late.ts'),
});
