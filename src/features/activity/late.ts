/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { lateServices } from '../../panes/lateServices.ts';

export const late = lateFeature({
  panes: {
    activity: () => import('./ActivityPane.tsx').then(({ ActivityPane }) => ActivityPane),
  },
  services: (deps) => ({
    activity: lateServices(async () => (await import('./services.ts')).createActivityServices(deps)),
  }),
});
