/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

export const late = defineLateFeature({
  panes: {
    activity: () => import('./ActivityPane.tsx').then(({ ActivityPane }) => ActivityPane),
  },
  services: (deps) => ({
    activity: deferServices(async () => (await import('./services.ts')).createActivityServices(deps)),
  }),
});
