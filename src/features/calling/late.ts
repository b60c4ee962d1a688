/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { lateServices } from '../../panes/lateServices.ts';
import { listenToCalls } from './live.ts';

export const late = lateFeature({
  panes: {
    live: () => import('./LivePane.tsx').then(({ LivePane }) => LivePane),
  },
  services: (deps) => ({
    calling: lateServices(async () => (await import('./services.ts')).createCallingServices(deps)),
  }),
  start: ({ app }) => void listenToCalls(app),
});
