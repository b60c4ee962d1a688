/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { lateServices } from '../../panes/lateServices.ts';

export const late = lateFeature({
  panes: {
    calls: () => import('./CallsPane.tsx').then(({ CallsPane }) => CallsPane),
    call: () => import('./CallPane.tsx').then(({ CallPane }) => CallPane),
  },
  services: (deps) => ({
    calls: lateServices(async () => (await import('./services.ts')).createCallServices(deps)),
  }),
});
