/** What comes after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { listenToContacts } from './live.ts';
import { createContactServices } from './services.ts';

export const late = lateFeature({
  panes: {
    contacts: () => import('./ContactsPane.tsx').then(({ ContactsPane }) => ContactsPane),
  },
  services: (deps) => ({ contacts: createContactServices(deps) }),
  start: ({ app }) => void listenToContacts(app),
});
