/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';
import { listenToContacts } from './live.ts';

export const late = defineLateFeature({
  panes: {
    contacts: () => import('./ContactsPane.tsx').then(({ ContactsPane }) => ContactsPane),
  },
  services: (deps) => ({
    contacts: deferServices(async () => (await import('./services.ts')).createContactServices(deps)),
  }),
  start: ({ app }) => void listenToContacts(app),
});
