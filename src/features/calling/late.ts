/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';
import { listenToCalls } from './live.ts';

export const late = defineLateFeature({
  panes: {
    live: () => import('./LivePane.tsx').then(({ LivePane }) => LivePane),
  },
  services: (deps) => ({
    calling: deferServices(async () => (await import('./services.ts')).createCallingServices(deps)),
  }),
  start: ({ app }) => void listenToCalls(app),
});
