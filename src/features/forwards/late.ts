/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

export const late = defineLateFeature({
  panes: {
    forwards: () => import('./ForwardsPane.tsx').then(({ ForwardsPane }) => ForwardsPane),
  },
  services: (deps) => ({
    forwards: deferServices(async () => (await import('./services.ts')).createForwardServices(deps.app)),
  }),
});
