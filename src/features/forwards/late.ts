/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { lateServices } from '../../panes/lateServices.ts';

export const late = lateFeature({
  panes: {
    forwards: () => import('./ForwardsPane.tsx').then(({ ForwardsPane }) => ForwardsPane),
  },
  services: (deps) => ({
    forwards: lateServices(async () => (await import('./services.ts')).createForwardServices(deps.app)),
  }),
});
