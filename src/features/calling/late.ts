/** What comes after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { createCallingServices, listenToCalls } from './services.ts';

export const late = lateFeature({
  panes: {
    live: () => import('./LivePane.tsx').then(({ LivePane }) => LivePane),
  },
  services: (deps) => ({ calling: createCallingServices(deps) }),
  start: ({ app }) => void listenToCalls(app),
});
