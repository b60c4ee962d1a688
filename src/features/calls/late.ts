/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

export const late = defineLateFeature({
  panes: {
    calls: () => import('./CallsPane.tsx').then(({ CallsPane }) => CallsPane),
    call: () => import('./CallPane.tsx').then(({ CallPane }) => CallPane),
  },
  services: (deps) => ({
    calls: deferServices(async () => (await import('./services.ts')).createCallServices(deps)),
  }),
});
