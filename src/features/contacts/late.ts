/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { lateServices } from '../../panes/lateServices.ts';
import { listenToContacts } from './live.ts';

export const late = lateFeature({
  panes: {
    contacts: () => import('./ContactsPane.tsx').then(({ ContactsPane }) => ContactsPane),
  },
  services: (deps) => ({
    contacts: lateServices(async () => (await import('./services.ts')).createContactServices(deps)),
  }),
  start: ({ app }) => void listenToContacts(app),
});
